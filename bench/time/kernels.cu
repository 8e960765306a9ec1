// Kernels for the clock (vgpu/timing/clock), in the styles of courses: each is launched once per
// row of main(), the profiler times it with cold caches (read.sh), and the virtual GPU's clock is
// held against that (compare.py). docs/evidence/time.md says which of them a figure of the profile
// was taken from.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

__global__ void nothing() {}

// Streams.
__global__ void store_one(float* to) { to[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void read_one(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && from[i] == 3.5f) to[0] = 1;
}
__global__ void read_four(const float4* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 v = from[i];
  if (v.x + v.y + v.z + v.w == 3.5f) to[0] = 1;
}
__global__ void copy_one(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
__global__ void copy_four(const float4* from, float4* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}
__global__ void write_four(float4* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = make_float4(1, 2, 3, 4);
}
__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void triad_loop(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    c[i] = a[i] + 3.f * b[i];
}
__global__ void read_stride(const float* from, float* to, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[static_cast<long>(i) * stride % n];
}
__global__ void gather(const int* index, const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[index[i]];
}
__global__ void many_passes(const float* from, float* to, int n, int passes) {
  float sum = 0;
  for (int pass = 0; pass < passes; ++pass) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      sum += from[i];
  }
  to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void grey(const uchar3* from, unsigned char* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = static_cast<unsigned char>(0.3f * from[i].x + 0.59f * from[i].y + 0.11f * from[i].z);
}

// Matrices.
__global__ void multiply_naive(const float* a, const float* b, float* c, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
__global__ void multiply_column(const float* a, const float* b, float* c, int n) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
template <int kTile>
__global__ void multiply_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[kTile][kTile], bs[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < n; t += kTile) {
    as[threadIdx.y][threadIdx.x] = a[y * n + t + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    __syncthreads();
  }
  c[y * n + x] = sum;
}
__global__ void transpose_naive(const float* from, float* to, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8)
    to[x * n + blockIdx.y * 32 + j] = from[(blockIdx.y * 32 + j) * n + x];
}
template <int kPad>
__global__ void transpose_tile(const float* from, float* to, int n) {
  __shared__ float tile[32][32 + kPad];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = from[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    to[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
}
__global__ void rows_by_threads(const float* a, float* sums, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += a[row * n + i];
  sums[row] = sum;
}
__global__ void rows_by_warps(const float* a, float* sums, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = lane; i < n; i += 32) sum += a[row * n + i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (lane == 0) sums[row] = sum;
}
__global__ void blur(const float* from, float* to, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 2 || y < 2 || x >= n - 2 || y >= n - 2) return;
  float sum = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) sum += from[(y + dy) * n + x + dx];
  to[y * n + x] = sum / 25;
}

// Reductions and scans.
__global__ void reduce_interleaved(const float* from, float* to) {
  __shared__ float part[256];
  part[threadIdx.x] = from[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    if (threadIdx.x % (2 * d) == 0) part[threadIdx.x] += part[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = part[0];
}
__global__ void reduce_sequential(const float* from, float* to) {
  __shared__ float part[256];
  part[threadIdx.x] = from[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    __syncthreads();
  }
  if (threadIdx.x == 0) to[blockIdx.x] = part[0];
}
__global__ void reduce_shuffle(const float* from, float* to, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += from[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) atomicAdd(to, sum);
}
__global__ void scan_block(const int* from, int* to) {
  __shared__ int part[512];
  part[threadIdx.x] = from[blockIdx.x * 512 + threadIdx.x];
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    const int add = threadIdx.x >= d ? part[threadIdx.x - d] : 0;
    __syncthreads();
    part[threadIdx.x] += add;
    __syncthreads();
  }
  to[blockIdx.x * 512 + threadIdx.x] = part[threadIdx.x];
}

// Atomics.
__global__ void count_one(int* to) { atomicAdd(to, 1); }
__global__ void histogram_global(const unsigned* from, unsigned* bins, int n, unsigned mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[from[i] & mask], 1u);
}
__global__ void histogram_shared(const unsigned* from, unsigned* bins, int n) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&own[from[i] & 255], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// Divergence and arithmetic.
__global__ void two_ways(float* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i;
  if (i % 2 == 0)
    for (int k = 0; k < turns; ++k) v = v * 1.01f + 1.f;
  else
    for (int k = 0; k < turns; ++k) v = v * 0.99f - 1.f;
  to[i] = v;
}
__global__ void collatz(int* to) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = i + 1;
  int steps = 0;
  while (v != 1 && steps < 300) v = v % 2 == 0 ? v / 2 : 3 * v + 1, ++steps;
  to[i] = steps;
}
__global__ void polynomial(float* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = i, b = i + 1, c = i + 2, d = i + 3;
  for (int k = 0; k < turns; ++k)
    a = a * 1.01f + .5f, b = b * 1.01f + .5f, c = c * 1.01f + .5f, d = d * 1.01f + .5f;
  to[i] = a + b + c + d;
}
__global__ void doubles(double* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  double a = i;
  for (int k = 0; k < turns; ++k) a = a * 1.01 + .5;
  to[i] = a;
}
__global__ void sines(float* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = i;
  for (int k = 0; k < turns; ++k) a = __sinf(a) + __expf(a * -1.f);
  to[i] = a;
}
__global__ void divisions(int* to, int turns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = 1 << 30, sum = 0;
  for (int k = 1; k < turns; ++k) sum += (a + i) / (k + i % 7), a -= sum & 3;
  to[i] = sum;
}
__global__ void chase(const int* from, int* to, int steps) {
  int at = 0;
  for (int k = 0; k < steps; ++k) at = from[at];
  *to = at;
}
__global__ void uneven(float* to) {
  const int turns = blockIdx.x % 16 == 0 ? 4000 : 100;
  float a = threadIdx.x;
  for (int k = 0; k < turns; ++k) a = a * 1.01f + .5f;
  to[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
__global__ void banks(float* to, int stride, int turns) {
  __shared__ float part[32 * 33];
  for (int i = threadIdx.x; i < 32 * 33; i += blockDim.x) part[i] = i;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < turns; ++k) sum += part[(threadIdx.x * stride + k) & 1023];
  to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void bodies(const float4* at, float4* to, int n) {
  __shared__ float4 tile[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  const float4 own = at[i];
  float x = 0, y = 0, z = 0;
  for (int t = 0; t < n; t += 128) {
    tile[threadIdx.x] = at[t + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 128; ++k) {
      const float dx = tile[k].x - own.x, dy = tile[k].y - own.y, dz = tile[k].z - own.z;
      const float d = rsqrtf(dx * dx + dy * dy + dz * dz + .01f), f = tile[k].w * d * d * d;
      x += dx * f, y += dy * f, z += dz * f;
    }
    __syncthreads();
  }
  to[i] = make_float4(x, y, z, 0);
}

}  // namespace

int main(int count, char** arguments) {
  // Grids with more blocks than this are left out.
  const unsigned long most_blocks = count > 1 ? std::strtoul(arguments[1], nullptr, 10) : ~0ul;
  const auto fits = [&](dim3 grid) {
    return static_cast<unsigned long>(grid.x) * grid.y * grid.z <= most_blocks;
  };
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  constexpr int kMega = 1 << 20;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  for (float** array : {&a, &b, &c}) {
    check(cudaMalloc(array, kBytes), "cudaMalloc");
    check(cudaMemset(*array, 0, kBytes), "cudaMemset");
  }
  std::vector<unsigned> values(4 * kMega);
  unsigned state = 12345;
  for (unsigned& value : values) value = (state = state * 1664525u + 1013904223u) >> 8;
  int *random = nullptr, *ring = nullptr;
  check(cudaMalloc(&random, values.size() * 4), "cudaMalloc");
  check(cudaMemcpy(random, values.data(), values.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  std::vector<int> next(1 << 16);
  for (std::size_t i = 0; i < next.size(); ++i)
    next[i] = static_cast<int>((i * 40503 + 12345) % next.size());
  check(cudaMalloc(&ring, next.size() * 4), "cudaMalloc");
  check(cudaMemcpy(ring, next.data(), next.size() * 4, cudaMemcpyHostToDevice), "cudaMemcpy");
  std::vector<int> indices(kMega);
  for (int i = 0; i < kMega; ++i) indices[i] = static_cast<int>(values[i] % (16u * kMega));
  int* index = nullptr;
  check(cudaMalloc(&index, indices.size() * 4), "cudaMalloc");
  check(cudaMemcpy(index, indices.data(), indices.size() * 4, cudaMemcpyHostToDevice),
        "cudaMemcpy");
  const auto four = [](float* of) { return reinterpret_cast<float4*>(of); };
  const auto whole = [](float* of) { return reinterpret_cast<int*>(of); };

  if (fits(1)) nothing<<<1, 32>>>();
  if (fits(132)) store_one<<<132, 256>>>(a);
  if (fits(132)) read_one<<<132, 256>>>(a, b, 132 * 256);
  if (fits(132)) copy_one<<<132, 256>>>(a, b, 132 * 256);
  for (int m : {1, 4, 16, 64})
    if (fits(m * kMega / 256)) read_one<<<m * kMega / 256, 256>>>(a, b, m * kMega);
  for (int m : {1, 4, 16})
    if (fits(m * kMega / 256)) read_four<<<m * kMega / 256, 256>>>(four(a), b, m * kMega);
  for (int m : {1, 4, 16, 64})
    if (fits(m * kMega / 256)) copy_one<<<m * kMega / 256, 256>>>(a, b, m * kMega);
  for (int m : {1, 2, 4, 16})
    if (fits(m * kMega / 256)) copy_four<<<m * kMega / 256, 256>>>(four(a), four(b), m * kMega);
  for (int m : {1, 2, 4, 16})
    if (fits(m * kMega / 256)) write_four<<<m * kMega / 256, 256>>>(four(b), m * kMega);
  if (fits(8 * kMega / 256)) saxpy<<<8 * kMega / 256, 256>>>(2.f, a, b, 8 * kMega);
  if (fits(264)) triad_loop<<<264, 512>>>(a, b, c, 16 * kMega);
  for (int s : {2, 8, 32})
    if (fits(kMega / 256)) read_stride<<<kMega / 256, 256>>>(a, b, 64 * kMega, s);
  if (fits(kMega / 256)) gather<<<kMega / 256, 256>>>(index, a, b, kMega);
  if (fits(264)) many_passes<<<264, 256>>>(a, b, kMega, 8);
  if (fits(4 * kMega / 256))
    grey<<<4 * kMega / 256, 256>>>(reinterpret_cast<uchar3*>(a),
                                   reinterpret_cast<unsigned char*>(b), 4 * kMega);
  if (fits(dim3(16, 16))) multiply_naive<<<dim3(16, 16), dim3(32, 32)>>>(a, b, c, 512);
  if (fits(dim3(32, 64))) multiply_naive<<<dim3(32, 64), dim3(32, 16)>>>(a, b, c, 1024);
  if (fits(dim3(16, 64))) multiply_column<<<dim3(16, 64), dim3(32, 8)>>>(a, b, c, 512);
  if (fits(dim3(32, 32))) multiply_tiled<16><<<dim3(32, 32), dim3(16, 16)>>>(a, b, c, 512);
  if (fits(dim3(32, 32))) multiply_tiled<32><<<dim3(32, 32), dim3(32, 32)>>>(a, b, c, 1024);
  if (fits(dim3(64, 64))) transpose_naive<<<dim3(64, 64), dim3(32, 8)>>>(a, b, 2048);
  if (fits(dim3(64, 64))) transpose_tile<0><<<dim3(64, 64), dim3(32, 8)>>>(a, b, 2048);
  if (fits(dim3(64, 64))) transpose_tile<1><<<dim3(64, 64), dim3(32, 8)>>>(a, b, 2048);
  if (fits(32)) rows_by_threads<<<32, 128>>>(a, b, 1024);
  if (fits(1024)) rows_by_warps<<<1024, 128>>>(a, b, 1024);
  if (fits(dim3(64, 128))) blur<<<dim3(64, 128), dim3(32, 16)>>>(a, b, 2048);
  if (fits(kMega * 4 / 256)) reduce_interleaved<<<kMega * 4 / 256, 256>>>(a, b);
  if (fits(kMega * 4 / 256)) reduce_sequential<<<kMega * 4 / 256, 256>>>(a, b);
  if (fits(264)) reduce_shuffle<<<264, 512>>>(a, b, 16 * kMega);
  if (fits(kMega / 512)) scan_block<<<kMega / 512, 512>>>(whole(a), whole(b));
  if (fits(1024)) count_one<<<1024, 256>>>(whole(c));
  if (fits(kMega / 256))
    histogram_global<<<kMega / 256, 256>>>(reinterpret_cast<unsigned*>(random),
                                           reinterpret_cast<unsigned*>(c), kMega, 255);
  if (fits(kMega / 256))
    histogram_global<<<kMega / 256, 256>>>(reinterpret_cast<unsigned*>(random),
                                           reinterpret_cast<unsigned*>(c), kMega, 0xFFFFF);
  if (fits(264))
    histogram_shared<<<264, 256>>>(reinterpret_cast<unsigned*>(random),
                                   reinterpret_cast<unsigned*>(c), 4 * kMega);
  if (fits(1024)) two_ways<<<1024, 256>>>(a, 256);
  if (fits(512)) collatz<<<512, 256>>>(whole(a));
  if (fits(1056)) polynomial<<<1056, 256>>>(a, 512);
  if (fits(1056)) doubles<<<1056, 256>>>(reinterpret_cast<double*>(a), 256);
  if (fits(1056)) sines<<<1056, 256>>>(a, 128);
  if (fits(528)) divisions<<<528, 256>>>(whole(a), 64);
  if (fits(1)) chase<<<1, 1>>>(ring, whole(a), 2000);
  if (fits(1056)) uneven<<<1056, 128>>>(a);
  for (int s : {1, 2, 32})
    if (fits(528)) banks<<<528, 256>>>(a, s, 256);
  if (fits(64)) bodies<<<64, 128>>>(four(a), four(b), 8192);
  check(cudaDeviceSynchronize(), "the kernels");
  std::printf("done\n");
}
