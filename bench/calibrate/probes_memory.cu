// Probes of single mechanisms that the kernels of further_*.cu showed and the clock misses: waits
// for memory by a few warps, walks by the size of what they walk through, loads of many lines from
// L1, local loads behind local stores, branches that some lanes take, multiplication of 64 bits,
// and atomics by the number of words. Cycles are by clock64, the longest warp's.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes_memory.cu && ./probes
#include <algorithm>

#include "../time/further.cuh"

namespace {

using further::Array;
using further::kMega;

__device__ unsigned sink;

/// Each turn a warp loads kLoads times 128 bytes, `pitch` words apart, that nobody has loaded yet,
/// and waits for all.
template <int kLoads>
__global__ void waits(const unsigned* from, long long* cycles, int turns, std::size_t pitch) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int warps = static_cast<int>(gridDim.x * blockDim.x / 32);
  // Turns go on within a pitch where there is room, and to the next loads otherwise.
  const unsigned* at = from + static_cast<std::size_t>(warp) * 32 + threadIdx.x % 32;
  const std::size_t within = std::size_t{32} * warps;
  unsigned sum = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    unsigned v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) v[k] = at[k * pitch];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sum += v[k];
    at += sum == 1 ? 1 : (within < pitch ? within : kLoads * pitch);
  }
  const long long end = clock64();
  if (sum == 3) sink = sum;
  if (threadIdx.x % 32 == 0) cycles[warp] = end - begin;
}

/// Dependent loads at addresses without a pattern in so many words; so many lanes of a warp load.
__global__ void walk(const unsigned* from, long long* cycles, unsigned mask, int steps, int lanes) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const long long begin = clock64();
  if (threadIdx.x % 32 < lanes) {
#pragma unroll 1
    for (int k = 0; k < steps; ++k) at = at * 1664525u + 1013904223u + from[at >> 3 & mask];
  }
  __syncwarp();
  const long long end = clock64();
  if (at == 3) sink = at;
  if (threadIdx.x % 32 == 0) cycles[warp] = end - begin;
}

/// A chain of loads out of L1, each of so many lines.
__global__ void lines(const unsigned* from, long long* cycles, int count, int steps) {
  unsigned at = threadIdx.x % count * 32 + threadIdx.x / count;
  for (int k = 0; k < 64; ++k) at += from[(at + k * 32) % 1024];
  const long long begin = clock64();
#pragma unroll 8
  for (int k = 0; k < steps; ++k) at += from[at];
  const long long end = clock64();
  if (at == 3333) sink = at;
  if (threadIdx.x == 0) *cycles = end - begin;
}

/// Local memory: what it loads, it stored just before (0), in the turn before (1), or once (2).
template <int kWhen>
__global__ void behind_stores(long long* cycles, int turns, int step) {
  volatile int own[64];
  for (int k = 0; k < 64; ++k) own[k] = k;
  int at = step - 1, sum = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    if (kWhen == 0) {
      own[at] = sum;
      sum = own[at] + 1;
    } else if (kWhen == 1) {
      sum += own[at];
      own[at + step] = sum;
    } else {
      sum += own[at];
    }
    at = (at + step + (sum == -1 ? 1 : 0)) & 31;
  }
  const long long end = clock64();
  if (sum == -3) sink = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = end - begin;
}

/// Eight times a turn: lanes whose number has a bit go one way, the others past it.
template <bool kApart>
__global__ void branches(long long* cycles, int turns, unsigned bits) {
  unsigned v = threadIdx.x;
  const unsigned own = kApart ? threadIdx.x : bits;
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < 8; ++k)
      asm volatile(
          "{\n.reg .pred p;\n.reg .b32 t;\nshr.u32 t, %1, %2;\nand.b32 t, t, 1;\n"
          "setp.eq.u32 p, t, 0;\n@p bra PAST;\nmad.lo.u32 %0, %0, %0, 7;\nmad.lo.u32 %0, %0, %0, "
          "5;\n"
          "mad.lo.u32 %0, %0, %0, 3;\nxor.b32 %0, %0, 9;\nmad.lo.u32 %0, %0, %0, 1;\n"
          "mad.lo.u32 %0, %0, %0, 3;\nmad.lo.u32 %0, %0, %0, 5;\nmad.lo.u32 %0, %0, %0, "
          "9;\nPAST:\n}"
          : "+r"(v)
          : "r"(own), "r"(k % 5));
  }
  const long long end = clock64();
  if (v == 3) sink = v;
  if (threadIdx.x == 0) *cycles = end - begin;
}

__global__ void multiply_wide(long long* cycles, int turns, unsigned long long by) {
  unsigned long long h = threadIdx.x + 3;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int k = 0; k < 16; ++k) h = h * by + 1;
  }
  __syncthreads();
  const long long end = clock64();
  if (h == 3) sink = static_cast<unsigned>(h);
  if (threadIdx.x == 0) *cycles = end - begin;
}

/// 4 atomics a thread at words without a pattern; used or not, exchange or or.
template <bool kUsed>
__global__ void atomics(unsigned* words, unsigned* to, unsigned mask) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned at = i * 747796405u + 2891336453u, sum = 0;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    at = at * 1664525u + 1013904223u;
    const unsigned word = (at >> 7) & mask;
    if (kUsed)
      sum += atomicExch(&words[word], i);
    else
      atomicOr(&words[word], at);
  }
  if (kUsed) to[i] = sum;
}

class Probes {
 public:
  Probes() : data_(std::size_t{1024} * kMega), other_(32 * kMega), cycles_(4224) {}

  template <int kLoads>
  void waits_of(int blocks, int threads, std::size_t pitch_bytes, const char* text) {
    const std::size_t pitch = pitch_bytes / 4, warps = blocks * threads / 32;
    const std::size_t each = pitch > warps * 32 ? warps * 32 : kLoads * pitch;
    const std::size_t room = (std::size_t{512} * kMega - kLoads * pitch) / (each + 1);
    const int turns = static_cast<int>(
        std::min<std::size_t>(pitch > warps * 32 ? pitch / (warps * 32) : room, 64));
    forget();
    waits<kLoads><<<blocks, threads>>>(data_, cycles_, turns, pitch);
    std::printf("%s: %d warps, %d loads %zu bytes apart, %d turns: %.0f cycles a turn\n", text,
                static_cast<int>(warps), kLoads, pitch_bytes, turns, longest(warps) / turns);
  }
  void walks(int blocks, int threads, int megabytes, int lanes) {
    constexpr int kSteps = 64;
    forget();
    walk<<<blocks, threads>>>(data_, cycles_, megabytes * (kMega / 4) - 1, kSteps, lanes);
    const std::size_t warps = blocks * threads / 32;
    std::printf("walk in %d MB: %zu warps of %d lanes: %.0f cycles a step\n", megabytes, warps,
                lanes, longest(warps) / kSteps);
  }
  void line_chains() {
    for (int count : {1, 2, 4, 8, 16, 32}) {
      lines<<<1, 32>>>(data_, cycles_, count, 512);
      std::printf("chain of loads of %d lines in L1: %.1f cycles\n", count, longest(1) / 512);
    }
  }
  void local_memory() {
    for (int threads : {32, 128}) {
      behind_stores<0><<<132, threads>>>(cycles_, 500, 1);
      std::printf("%d threads: local store, load of it: %.1f cycles\n", threads, longest(1) / 500);
      behind_stores<1><<<132, threads>>>(cycles_, 500, 1);
      std::printf("%d threads: local load of what the turn before stored: %.1f cycles\n", threads,
                  longest(1) / 500);
      behind_stores<2><<<132, threads>>>(cycles_, 500, 1);
      std::printf("%d threads: local load alone: %.1f cycles\n", threads, longest(1) / 500);
    }
  }
  void ways() {
    for (int threads : {32, 128, 512, 1024}) {
      branches<false><<<1, threads>>>(cycles_, 100, 31u);
      const double none = longest(1) / 800;
      branches<false><<<1, threads>>>(cycles_, 100, 0u);
      const double past = longest(1) / 800;
      branches<true><<<1, threads>>>(cycles_, 100, 0u);
      std::printf(
          "%d threads: a branch not taken and 8 instructions %.1f cycles, taken %.1f, some lanes "
          "%.1f\n",
          threads, none, past, longest(1) / 800);
    }
  }
  void multiplications() {
    for (int threads : {32, 128, 256, 512, 1024}) {
      multiply_wide<<<1, threads>>>(cycles_, 100, 0xFF51AFD7ED558CCDull);
      std::printf("%d threads: multiplication of 64 bits and one: %.2f cycles\n", threads,
                  longest(1) / 1600);
    }
  }
  void changes() {
    cudaEvent_t begin, end;
    further::check(cudaEventCreate(&begin), "cudaEventCreate");
    further::check(cudaEventCreate(&end), "cudaEventCreate");
    for (unsigned words : {64u, 1024u, 4096u, 32768u, 262144u, 4194304u}) {
      float used = 0, unused = 0;
      for (int again = 0; again < 3; ++again) {
        cudaEventRecord(begin);
        atomics<true><<<4096, 256>>>(data_, other_, words - 1);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&used, begin, end);
        cudaEventRecord(begin);
        atomics<false><<<4096, 256>>>(data_, other_, words - 1);
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&unused, begin, end);
      }
      std::printf("4 M atomics at %u words: exchange, used %.1f us; or, unused %.1f us\n", words,
                  used * 1e3f, unused * 1e3f);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
  }

 private:
  /// L2 holds other data afterwards.
  void forget() {
    further::check(cudaMemset(other_, 0, std::size_t{128} * kMega), "cudaMemset");
    further::check(cudaDeviceSynchronize(), "cudaMemset");
  }
  double longest(std::size_t warps) {
    further::check(cudaDeviceSynchronize(), "a probe");
    const std::vector<long long> all = cycles_.values();
    return static_cast<double>(*std::max_element(all.begin(), all.begin() + warps));
  }

  Array<unsigned> data_, other_;
  Array<long long> cycles_;
};

}  // namespace

int main() {
  Probes probes;
  for (std::size_t pitch : {std::size_t{128} << 10, std::size_t{2} << 20, std::size_t{8} << 20}) {
    probes.waits_of<1>(1, 32, pitch, "one warp");
    probes.waits_of<4>(1, 32, pitch, "one warp");
    probes.waits_of<16>(1, 32, pitch, "one warp");
    probes.waits_of<1>(132, 32, pitch, "one warp a multiprocessor");
    probes.waits_of<4>(132, 32, pitch, "one warp a multiprocessor");
    probes.waits_of<16>(132, 32, pitch, "one warp a multiprocessor");
    probes.waits_of<4>(132, 256, pitch, "eight warps a multiprocessor");
    probes.waits_of<16>(132, 256, pitch, "eight warps a multiprocessor");
    probes.waits_of<16>(32, 64, pitch, "as vector_by_columns");
  }
  probes.waits_of<16>(32, 64, 8192, "as vector_by_columns");
  for (int megabytes : {2, 16, 32, 128, 512, 2048}) {
    probes.walks(1, 32, megabytes, 1);
    probes.walks(132, 32, megabytes, 1);
    probes.walks(132, 128, megabytes, 1);
    probes.walks(132, 128, megabytes, 8);
    probes.walks(132, 128, megabytes, 32);
    probes.walks(132, 512, megabytes, 32);
  }
  probes.line_chains();
  probes.local_memory();
  probes.ways();
  probes.multiplications();
  probes.changes();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
