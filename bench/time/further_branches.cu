// Kernels for the clock whose lanes go different ways: searches, calls, tables of code. See
// further.csv.
#include "further.cuh"

namespace {

using further::kMega;

__global__ void uneven_lanes(const int* turns, float* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 1;
  for (int k = 0; k < turns[i]; ++k) v = v * .99f + .5f;
  to[i] = v;
}

/// A row of operations that data name, each lane its own.
__global__ void interpret(const unsigned char* program, int* to, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i;
  for (int k = 0; k < length; ++k) {
    switch (program[k * gridDim.x * blockDim.x + i]) {
      case 0:
        v += 7;
        break;
      case 1:
        v *= 3;
        break;
      case 2:
        v ^= 0x55;
        break;
      case 3:
        v = v << 1 | (v >> 31 & 1);
        break;
      case 4:
        v -= k;
        break;
      case 5:
        v = ~v;
        break;
      case 6:
        v = __popc(v) + v;
        break;
      case 7:
        v = v / 3;
        break;
      case 8:
        v = max(v, 12);
        break;
      case 9:
        v = min(v, 1000000);
        break;
      case 10:
        v = v * v;
        break;
      default:
        v = v & 0xFFFFFF;
        break;
    }
  }
  to[i] = v;
}

__global__ void find_sorted(const int* sorted, const int* wanted, int* place, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, key = wanted[i];
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  place[i] = low;
}

__constant__ char pattern[8];

__global__ void find_text(const char* text, int* found, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 8 > n) return;
  int k = 0;
  while (k < 8 && text[i + k] == pattern[k]) ++k;
  if (k == 8) atomicAdd(found, 1);
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void recursion(int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = fibonacci(8 + threadIdx.x / 32 % 4);
}

__device__ __noinline__ float half_step(float v, float by) { return v * by + .5f; }
__device__ __noinline__ float two_steps(float v, float by) {
  return half_step(v, by) - half_step(-v, by) * .25f;
}

__global__ void small_calls(float* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = static_cast<float>(i);
  for (int k = 0; k < turns; ++k) v = two_steps(v, .3f);
  to[i] = v;
}

/// Each thread sorts 24 numbers in its local memory.
__global__ void sort_local(const int* from, int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  int own[24];
  for (int k = 0; k < 24; ++k) own[k] = from[k * threads + i];
  for (int k = 1; k < 24; ++k) {
    const int value = own[k];
    int at = k;
    for (; at > 0 && own[at - 1] > value; --at) own[at] = own[at - 1];
    own[at] = value;
  }
  for (int k = 0; k < 24; ++k) to[k * threads + i] = own[k];
}

/// Which of 32 spheres a ray meets first.
__global__ void spheres(const float4* at, float* depth, int width) {
  __shared__ float4 own[32];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int t = threadIdx.y * 16 + threadIdx.x;
  if (t < 32) own[t] = at[t];
  __syncthreads();
  const float dx = static_cast<float>(x) / static_cast<float>(width) - .5f;
  const float dy = static_cast<float>(y) / static_cast<float>(width) - .5f;
  const float by = rsqrtf(dx * dx + dy * dy + 1);
  float nearest = 1e9f;
  for (int k = 0; k < 32; ++k) {
    const float4 s = own[k];
    const float along = (dx * s.x + dy * s.y + s.z) * by;
    if (along < 0) continue;
    const float apart = s.x * s.x + s.y * s.y + s.z * s.z - along * along;
    if (apart > s.w * s.w) continue;
    nearest = fminf(nearest, along - sqrtf(s.w * s.w - apart));
  }
  depth[y * width + x] = nearest;
}

/// Ways to place eight queens below a first row that the thread's number gives.
__global__ void queens(int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = i % 8, second = i / 8 % 8;
  unsigned columns[9], left[9], right[9], free[9];
  int row = 2, ways = 0;
  const unsigned a = 1u << first, b = 1u << second;
  columns[2] = a | b, left[2] = (a << 2 | b << 1) & 255, right[2] = a >> 2 | b >> 1;
  const bool possible = second != first && second != first + 1 && second + 1 != first;
  free[2] = possible ? ~(columns[2] | left[2] | right[2]) & 255 : 0;
  while (row >= 2) {
    if (free[row] == 0) {
      --row;
      continue;
    }
    const unsigned bit = free[row] & -free[row];
    free[row] ^= bit;
    if (row == 7) {
      ++ways;
      continue;
    }
    columns[row + 1] = columns[row] | bit;
    left[row + 1] = (left[row] | bit) << 1 & 255, right[row + 1] = (right[row] | bit) >> 1;
    ++row;
    free[row] = ~(columns[row] | left[row] | right[row]) & 255;
  }
  to[i] = ways;
}

/// Rows of a triangle: the later a block, the more it adds up.
__global__ void triangle(const float* from, float* to) {
  float sum = 0;
  for (int k = threadIdx.x; k <= blockIdx.x * 8; k += 64) sum += from[blockIdx.x * 64 + k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) to[blockIdx.x * 2 + threadIdx.x / 32] = sum;
}

void searches(further::Checks& checks, further::Numbers& numbers) {
  std::vector<int> rising(kMega);
  for (int i = 1; i < kMega; ++i) rising[i] = rising[i - 1] + static_cast<int>(numbers.below(4));
  const std::vector<int> wanted = numbers.all_below<int>(kMega / 4, kMega);
  further::Array<int> sorted(rising), keys(wanted), place(kMega / 4);
  find_sorted<<<1024, 256>>>(sorted, keys, place, kMega);
  const int at = place.at(1000);
  checks.expect(rising[at] >= wanted[1000] && (at == 0 || rising[at - 1] < wanted[1000]),
                "find_sorted");
  std::vector<char> text(kMega);
  for (char& letter : text) letter = static_cast<char>('a' + numbers.below(3));
  const char some[] = "abcabcab";
  further::check(cudaMemcpyToSymbol(pattern, some, 8), "cudaMemcpyToSymbol");
  further::Array<char> letters(text);
  further::Array<int> found(1);
  find_text<<<4096, 256>>>(letters, found, kMega);
  int expected = 0;
  for (int i = 0; i + 8 <= kMega; ++i) {
    int k = 0;
    while (k < 8 && text[i + k] == some[k]) ++k;
    expected += k == 8;
  }
  checks.expect(found.at(0) == expected, "find_text");
  further::Array<float> depth(512 * 512);
  std::vector<float> balls = numbers.fractions(128);
  for (int k = 0; k < 32; ++k)
    balls[4 * k] -= .5f, balls[4 * k + 1] -= .5f, balls[4 * k + 2] += 1, balls[4 * k + 3] *= .2f;
  further::Array<float> ball(balls);
  spheres<<<dim3(32, 32), dim3(16, 16)>>>(ball.as<float4>(), depth, 512);
  checks.expect(depth.at(512 * 256 + 256) > .5f, "spheres");
}

void ways(further::Checks& checks, further::Numbers& numbers) {
  constexpr int kThreads = 264 * 256;
  std::vector<int> lengths = numbers.all_below<int>(kThreads, 128);
  lengths[9] = 1;
  further::Array<int> turns(lengths), whole(kThreads);
  further::Array<float> to(kThreads);
  uneven_lanes<<<264, 256>>>(turns, to);
  checks.near(to.at(9), 1.49, "uneven_lanes");
  std::vector<unsigned char> operations = numbers.all_below<unsigned char>(kThreads * 16, 12);
  for (int k = 0; k < 16; ++k) operations[k * kThreads] = 0;
  further::Array<unsigned char> program(operations);
  interpret<<<264, 256>>>(program, whole, 16);
  checks.expect(whole.at(0) == 7 * 16, "interpret");
  recursion<<<132, 128>>>(whole);
  checks.expect(whole.at(96) == 89, "recursion");
  small_calls<<<264, 256>>>(to, 128);
  checks.expect(to.at(0) > .3f && to.at(0) < 1, "small_calls");
  queens<<<256, 64>>>(whole);
  int all = 0;
  for (int i = 0; i < 64; ++i) all += whole.at(i);
  checks.expect(all == 92, "queens");
  further::Array<int> unsorted(numbers.all_below<int>(24 * 132 * 128, 1000)),
      sorted(24 * 132 * 128);
  sort_local<<<132, 128>>>(unsorted, sorted);
  checks.expect(sorted.at(5) <= sorted.at(132 * 128 + 5), "sort_local");
  further::Array<float> ones(std::vector<float>(kMega, 1.f));
  triangle<<<1024, 64>>>(ones, to);
  checks.near(to.at(200) + to.at(201), 801, "triangle");
}

}  // namespace

int main() {
  further::Checks checks;
  further::Numbers numbers(789);
  searches(checks, numbers);
  ways(checks, numbers);
  return checks.end();
}
