// tries: one damaged word in a block of 16 warps, and all of them repair all words
// lab: divergence
// exit: 1
// points: 92
// denied: repair-instructions
#include <vector>

#include "exercise.h"

constexpr int kThreads = 256;

// Thread t takes words 2 t and 2 t + 1, so every lane follows both rules, one after the other, and
// there is nothing to branch on. Compared with a warp of even and a warp of odd words, this loads
// and stores whole sectors.
__global__ void encode_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < count) {
    const uint2 pair = *reinterpret_cast<const uint2*>(in + i);
    const uint2 encoded = make_uint2(mix(even_rule(pair.x)), mix(odd_rule(pair.y)));
    *reinterpret_cast<uint2*>(out + i) = encoded;
  } else if (i < count) {
    out[i] = mix(even_rule(in[i]));  // the last word of an odd number of words
  }
}

// As on a CPU. A warp of which no lane has a damaged word jumps over the repair; computing both
// values and choosing one would repair every word.
__global__ void repair_kernel(const std::uint32_t* in, std::uint32_t* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t word = i < count ? in[i] : 0;
  std::uint32_t x = word;
  if (__syncthreads_or(i < count && is_damaged(word))) {
#pragma unroll
    for (int r = 0; r < 32; ++r) x = (x ^ x >> 13) * 0x5BD1E995U + r;
  }
  if (i < count) out[i] = __popc(word) % 2 ? x : word;
}

__device__ std::uint32_t apply(int code, std::uint32_t word) {
  switch (code) {
    case 0:
      return operation<0>(word);
    case 1:
      return operation<1>(word);
    case 2:
      return operation<2>(word);
    case 3:
      return operation<3>(word);
    case 4:
      return operation<4>(word);
    case 5:
      return operation<5>(word);
    case 6:
      return operation<6>(word);
    case 7:
      return operation<7>(word);
    case 8:
      return operation<8>(word);
    case 9:
      return operation<9>(word);
    case 10:
      return operation<10>(word);
    case 11:
      return operation<11>(word);
    case 12:
      return operation<12>(word);
    case 13:
      return operation<13>(word);
    case 14:
      return operation<14>(word);
    case 15:
      return operation<15>(word);
    case 16:
      return operation<16>(word);
    case 17:
      return operation<17>(word);
    case 18:
      return operation<18>(word);
    case 19:
      return operation<19>(word);
    case 20:
      return operation<20>(word);
    case 21:
      return operation<21>(word);
    case 22:
      return operation<22>(word);
    case 23:
      return operation<23>(word);
    case 24:
      return operation<24>(word);
    case 25:
      return operation<25>(word);
    case 26:
      return operation<26>(word);
    case 27:
      return operation<27>(word);
    case 28:
      return operation<28>(word);
    case 29:
      return operation<29>(word);
    case 30:
      return operation<30>(word);
    default:
      return operation<31>(word);
  }
}

// The same for any order of the words; interpret() brings words with the same code together, so
// that nearly every warp finds one case of the switch only.
__global__ void interpret_kernel(const std::uint8_t* codes, const std::uint32_t* words,
                                 std::uint32_t* results, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  results[i] = apply(codes[i], words[i]);
}

// Lanes that are done wait for the slowest one of their warp. The lanes' numbers need about as many
// steps, because collatz() has sorted them.
__global__ void collatz_kernel(const std::uint32_t* numbers, std::int32_t* steps, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  std::uint32_t n = numbers[i];
  int taken = 0;
  while (n != 1) {
    n = n % 2 == 1 ? 3 * n + 1 : n / 2;
    ++taken;
  }
  steps[i] = taken;
}

void encode(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  encode_kernel<<<ceil_div(ceil_div(count, 2), kThreads), kThreads>>>(in, out, count);
  check(cudaGetLastError());
}

void repair(const std::uint32_t* in, std::uint32_t* out, int count) {
  if (count == 0) return;
  repair_kernel<<<ceil_div(count, 512), 512>>>(in, out, count);
  check(cudaGetLastError());
}

// Copies `count` elements of host memory into new device memory.
template <typename T>
T* upload(const T* host, int count) {
  T* device = nullptr;
  check(cudaMalloc(&device, count * sizeof(T)));
  check(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

// Copies `count` elements of device memory to the host, and frees them.
template <typename T>
void download(T* device, T* host, int count) {
  check(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
  check(cudaFree(device));
}

void interpret(const std::uint8_t* codes, const std::uint32_t* words, std::uint32_t* results,
               int count) {
  if (count == 0) return;
  std::vector<int> order(count);
  order_by(codes, count, order.data());
  std::vector<std::uint8_t> sorted_codes(count);
  std::vector<std::uint32_t> sorted_words(count);
  for (int i = 0; i < count; ++i) {
    sorted_codes[i] = codes[order[i]];
    sorted_words[i] = words[order[i]];
  }
  std::uint8_t* device_codes = upload(sorted_codes.data(), count);
  std::uint32_t* device_words = upload(sorted_words.data(), count);
  std::uint32_t* device_results = nullptr;
  check(cudaMalloc(&device_results, count * sizeof(std::uint32_t)));
  interpret_kernel<<<ceil_div(count, kThreads), kThreads>>>(device_codes, device_words,
                                                            device_results, count);
  check(cudaGetLastError());
  std::vector<std::uint32_t> sorted_results(count);
  download(device_results, sorted_results.data(), count);
  for (int i = 0; i < count; ++i) results[order[i]] = sorted_results[i];
  check(cudaFree(device_words));
  check(cudaFree(device_codes));
}

void collatz(const std::uint32_t* numbers, const std::uint8_t* effort, std::int32_t* steps,
             int count) {
  if (count == 0) return;
  std::vector<int> order(count);
  order_by(effort, count, order.data());
  std::vector<std::uint32_t> sorted_numbers(count);
  for (int i = 0; i < count; ++i) sorted_numbers[i] = numbers[order[i]];
  std::uint32_t* device_numbers = upload(sorted_numbers.data(), count);
  std::int32_t* device_steps = nullptr;
  check(cudaMalloc(&device_steps, count * sizeof(std::int32_t)));
  collatz_kernel<<<ceil_div(count, kThreads), kThreads>>>(device_numbers, device_steps, count);
  check(cudaGetLastError());
  std::vector<std::int32_t> sorted_steps(count);
  download(device_steps, sorted_steps.data(), count);
  for (int i = 0; i < count; ++i) steps[order[i]] = sorted_steps[i];
  check(cudaFree(device_numbers));
}
