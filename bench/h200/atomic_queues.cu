// How long do atomics wait for each other, and which addresses share a queue?
//
// Each thread does one atomic, at an element that a pattern names. CSV: operation, pattern,
// elements, bytes from one element to the next, warps, microseconds of the kernel (the least of
// some rounds, with what events add: the first line is a kernel that does nothing).
//
// nvcc -std=c++20 -O3 -arch=sm_90 -I. bench/h200/atomic_queues.cu
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kBlock = 256;
constexpr int kWarp = 32;
constexpr std::size_t kBytes = std::size_t{64} << 20;

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

struct AddWord {
  static constexpr const char* kName = "red_add_u32";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<unsigned*>(place), 1u);
    return 0;
  }
};
struct AddWordUsed {
  static constexpr const char* kName = "atom_add_u32";
  __device__ static unsigned at(char* place) {
    return atomicAdd(reinterpret_cast<unsigned*>(place), 1u);
  }
};
struct AddFloat {
  static constexpr const char* kName = "red_add_f32";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<float*>(place), 1.0f);
    return 0;
  }
};
struct AddDouble {
  static constexpr const char* kName = "red_add_f64";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<double*>(place), 1.0);
    return 0;
  }
};
struct AddLong {
  static constexpr const char* kName = "red_add_u64";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<unsigned long long*>(place), 1ull);
    return 0;
  }
};
struct AddFloatUsed {
  static constexpr const char* kName = "atom_add_f32";
  __device__ static unsigned at(char* place) {
    return __float_as_uint(atomicAdd(reinterpret_cast<float*>(place), 1.0f));
  }
};
struct AddHalves {
  static constexpr const char* kName = "red_add_f16x2";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<__half2*>(place), __half2(1.0f, 1.0f));
    return 0;
  }
};
struct AddFloats {
  static constexpr const char* kName = "red_add_v4_f32";
  __device__ static unsigned at(char* place) {
    atomicAdd(reinterpret_cast<float4*>(place), float4{1, 1, 1, 1});
    return 0;
  }
};
struct Exchange {
  static constexpr const char* kName = "atom_exch_b32";
  __device__ static unsigned at(char* place) {
    return atomicExch(reinterpret_cast<unsigned*>(place), 1u);
  }
};
struct Maximum {
  static constexpr const char* kName = "red_max_u32";
  __device__ static unsigned at(char* place) {
    atomicMax(reinterpret_cast<unsigned*>(place), threadIdx.x);
    return 0;
  }
};
struct Swap {
  static constexpr const char* kName = "atom_cas_b32";
  __device__ static unsigned at(char* place) {
    return atomicCAS(reinterpret_cast<unsigned*>(place), 0u, 1u);
  }
};

enum class Pattern : int { random, lane, warp, one_lane };
constexpr const char* kPatterns[] = {"random", "lane", "warp", "one_lane"};

__host__ __device__ std::uint32_t scrambled(std::uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

// random: each thread takes any element; lane: lane l takes element l; warp: all lanes of warp w
// take element w; one_lane: only lane 0 does, element w.
template <typename Operation>
__global__ void queue(char* bytes, std::uint32_t elements, std::uint32_t stride, Pattern pattern,
                      std::uint32_t* never) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  std::uint32_t element = scrambled(i) % elements;
  if (pattern == Pattern::lane) element = i % kWarp % elements;
  if (pattern == Pattern::warp || pattern == Pattern::one_lane) element = i / kWarp % elements;
  if (pattern == Pattern::one_lane && i % kWarp != 0) return;
  if (Operation::at(bytes + std::size_t{element} * stride) == 0xffffffffu) *never = i;
}

__global__ void nothing() {}

int rounds = 15;

template <typename Launch>
float microseconds(Launch launch) {
  cudaEvent_t begin = nullptr, end = nullptr;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  float least = 1e9f;
  for (int round = 0; round < rounds; ++round) {
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(begin));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float taken = 0;
    CHECK(cudaEventElapsedTime(&taken, begin, end));
    least = std::min(least, taken * 1000);
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  return least;
}

char* bytes = nullptr;
std::uint32_t* never = nullptr;

template <typename Operation>
void measure(Pattern pattern, std::uint32_t elements, std::uint32_t stride, int warps) {
  CHECK(cudaMemset(bytes, 0, kBytes));
  const float taken = microseconds([=] {
    queue<Operation><<<warps * kWarp / kBlock, kBlock>>>(bytes, elements, stride, pattern, never);
  });
  std::printf("%s,%s,%u,%u,%d,%.3f\n", Operation::kName, kPatterns[static_cast<int>(pattern)],
              elements, stride, warps, taken);
  std::fflush(stdout);
}

template <typename Operation>
void measure_operation(std::uint32_t size, int warps) {
  for (const std::uint32_t elements : {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 1 << 20})
    measure<Operation>(Pattern::random, elements, size, warps);
  measure<Operation>(Pattern::warp, 1, size, warps);
  measure<Operation>(Pattern::one_lane, 1, size, warps);
  measure<Operation>(Pattern::lane, 32, size, warps);
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_modelled = argc > 1;  // on the virtual GPU, where each round is like the first
  if (is_modelled) rounds = 1;
  CHECK(cudaMalloc(&bytes, kBytes));
  CHECK(cudaMalloc(&never, sizeof *never));
  std::printf("operation,pattern,elements,stride,warps,us\n");
  std::printf("nothing,,0,0,2048,%.3f\n", microseconds([] { nothing<<<256, kBlock>>>(); }));
  constexpr int warps = 16384;
  measure_operation<AddWord>(4, 2048);
  measure_operation<AddWord>(4, warps);
  measure_operation<AddWordUsed>(4, warps);
  measure_operation<AddFloat>(4, warps);
  measure_operation<AddDouble>(8, warps);
  measure_operation<AddLong>(8, warps);
  measure_operation<Maximum>(4, warps);
  measure_operation<Swap>(4, warps);
  measure_operation<AddFloatUsed>(4, warps);
  measure_operation<AddHalves>(4, warps);
  measure_operation<AddFloats>(16, warps);
  measure_operation<Exchange>(4, warps);
  for (const std::uint32_t elements : {1 << 14, 1 << 16, 1 << 20, 1 << 24}) {
    if (is_modelled) break;
    measure<AddWord>(Pattern::random, elements, 4, 1 << 18);
    measure<AddFloat>(Pattern::random, elements, 4, 1 << 18);
    measure<Swap>(Pattern::random, elements, 4, 1 << 18);
    measure<AddWordUsed>(Pattern::random, elements, 4, 1 << 18);
  }
  for (const std::uint32_t elements : {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536})
    measure<AddFloat>(Pattern::random, elements, 4, 2048);
  // Which addresses share a queue: two, and 32, elements further and further apart.
  for (std::uint32_t stride = 4; stride <= 1 << 21; stride *= 2) {
    measure<AddWord>(Pattern::warp, 2, stride, warps);
    measure<AddWord>(Pattern::one_lane, 2, stride, warps);
    measure<AddWord>(Pattern::lane, 32, stride, warps);
    measure<AddWord>(Pattern::warp, 32, stride, warps);
  }
  CHECK(cudaFree(never));
  CHECK(cudaFree(bytes));
}
