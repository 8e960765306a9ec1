// Probes of how even things are that the clock has as even: how long single loads take, alone and
// under load; which multiprocessor gets which block; warps of one scheduler; atomics by the number
// of lines; loads from L1 by lines and banks; local memory behind stores of parts of sectors.
//   nvcc -O3 -std=c++17 -arch=sm_90 -o probes bench/calibrate/probes_spread.cu && ./probes
#include <algorithm>
#include <numeric>
#include <string>

#include "../time/further.cuh"

namespace {

using further::Array;
using further::kMega;

constexpr int kMultiprocessors = 132;

__device__ unsigned sink;

/// One warp a block times each of its loads, one after the other: `pitch` words apart, or without a
/// pattern within `words` where there is no pitch.
__global__ void each_load(const unsigned* from, unsigned* cycles, int count, std::size_t pitch,
                          unsigned words) {
  unsigned at = blockIdx.x * 747796405u + 2891336453u, sum = 0;
  for (int k = 0; k < count; ++k) {
    at = at * 1664525u + 1013904223u;
    const std::size_t where =
        pitch != 0 ? (std::size_t{blockIdx.x} * count + k) * pitch : (at >> 2) % words / 32 * 32;
    const unsigned* address = from + where + threadIdx.x;
    const long long begin = clock64();
    unsigned value;
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(address));
    sum += value;
    asm volatile("" ::"r"(sum) : "memory");
    const long long end = clock64() + (sum == 3 ? 1 : 0);
    if (threadIdx.x == 0) cycles[blockIdx.x * count + k] = static_cast<unsigned>(end - begin);
  }
  if (sum == 3) sink = sum;
}

/// Each warp goes through its part of what nobody has loaded, kLoads loads at a time, and stores
/// what it has loaded if asked to.
template <int kLoads, bool kStores>
__global__ void stream(const unsigned* from, unsigned* to, std::size_t words) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  std::size_t at = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  unsigned sum = 0;
#pragma unroll 1
  for (; at + (kLoads - 1) * threads < words; at += kLoads * threads) {
    unsigned v[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) v[k] = from[at + k * threads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) {
      if (kStores)
        to[at + k * threads] = v[k];
      else
        sum += v[k];
    }
    if (sum == 1) at += 1;
  }
  if (sum == 3) sink = sum;
}

/// Which multiprocessor a block is on.
__global__ void places(unsigned* to, int turns) {
  unsigned where;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(where));
  float x = threadIdx.x;
  for (int k = 0; k < turns; ++k) x = x * 1.01f + .5f;
  if (threadIdx.x == 0) to[blockIdx.x] = where + (x == 3.f ? 1 : 0);
}

/// When each warp of a block has ended its loop: kBody dependent or independent additions a turn.
template <int kBody, bool kDependent>
__global__ void turns_of_warps(unsigned* ends, int turns) {
  float a = threadIdx.x, b = 1, c = 2, d = 3;
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 1
  for (int k = 0; k < turns; ++k) {
#pragma unroll
    for (int i = 0; i < kBody; ++i) {
      float& x = kDependent || i % 4 == 0 ? a : i % 4 == 1 ? b : i % 4 == 2 ? c : d;
      asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(x));
    }
  }
  const long long end = clock64();
  if (a + b + c + d == 3.f) sink = 1;
  if (threadIdx.x % 32 == 0) ends[threadIdx.x / 32] = static_cast<unsigned>(end - begin);
}

/// Each lane changes one of so many words that are `pitch` words apart, four times.
__global__ void change(unsigned* words, unsigned count, unsigned pitch) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u + 2891336453u;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    at = at * 1664525u + 1013904223u;
    atomicOr(&words[std::size_t{(at >> 7) % count} * pitch], at);
  }
}

/// A chain of loads out of L1: of `lines` lines, words of a line `step` banks after those before
/// it.
__global__ void lines_and_banks(const unsigned* from, unsigned* cycles, int lines, int step,
                                int turns) {
  const int line = threadIdx.x % lines, within = threadIdx.x / lines;
  unsigned at = line * 32 + (line * step + within) % 32;
  for (int k = 0; k < 64; ++k) at += from[(at + k * 32) % 1024];
  __syncthreads();
  const long long begin = clock64();
#pragma unroll 8
  for (int k = 0; k < turns; ++k) at += from[at];
  __syncthreads();
  const long long end = clock64();
  if (at == 3333) sink = at;
  if (threadIdx.x == 0) *cycles = static_cast<unsigned>(end - begin);
}

/// Local memory, stored and loaded by turns; a lane's row is its own, so that of each sector of a
/// row only some words are stored, or the same for all.
template <bool kApart>
__global__ void local_rows(unsigned* cycles, int turns) {
  volatile int own[32];
  for (int k = 0; k < 32; ++k) own[k] = k;
  int at = kApart ? threadIdx.x * 5 % 32 : 0, sum = 0;
  const long long begin = clock64();
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    own[at] = sum;
    sum = own[at] + 1;
    at = (at + 1 + (sum == -1 ? 1 : 0)) & 31;
  }
  const long long end = clock64();
  if (sum == -3) sink = sum;
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = static_cast<unsigned>(end - begin);
}

class Probes {
 public:
  Probes() : data_(std::size_t{1024} * kMega), other_(std::size_t{64} * kMega), cycles_(1 << 16) {
    further::check(cudaEventCreate(&begin_), "cudaEventCreate");
    further::check(cudaEventCreate(&end_), "cudaEventCreate");
  }

  void loads(int blocks, std::size_t pitch_bytes, unsigned megabytes) {
    constexpr int kCount = 256;
    forget();
    each_load<<<blocks, 32>>>(data_, cycles_, kCount, pitch_bytes / 4, megabytes * (kMega / 4));
    auto all = read(blocks * kCount);
    std::sort(all.begin(), all.end());
    std::printf("single loads, %d warps, ", blocks);
    if (pitch_bytes != 0)
      std::printf("%zu bytes apart:", pitch_bytes);
    else
      std::printf("anywhere in %u MB:", megabytes);
    std::printf(" mean %.0f, of a hundred",
                std::accumulate(all.begin(), all.end(), 0.) / all.size());
    for (int of : {1, 10, 25, 50, 75, 90, 95, 99})
      std::printf(" %d: %u", of, all[all.size() * of / 100]);
    std::printf("\n");
  }
  template <int kLoads, bool kStores>
  void streams() {
    constexpr std::size_t kWords = std::size_t{32} * kMega;
    for (int threads : {32, 64, 128, 256, 512, 1024, 2048}) {
      const int blocks = threads == 2048 ? 2 * kMultiprocessors : kMultiprocessors;
      float ms = 0;
      for (int again = 0; again < 2; ++again) {
        forget();
        cudaEventRecord(begin_);
        stream<kLoads, kStores><<<blocks, std::min(threads, 1024)>>>(data_, other_, kWords);
        ms = elapsed();
      }
      std::printf("%d loads at a time%s, %d threads a multiprocessor: %.2f us for 128 MB\n", kLoads,
                  kStores ? ", stored" : "", threads, ms * 1e3f);
    }
  }
  void blocks(int count, int threads, int turns) {
    places<<<count, threads>>>(cycles_, turns);
    const auto all = read(count);
    std::printf("%d blocks of %d threads are on", count, threads);
    for (const unsigned where : all) std::printf(" %u", where);
    std::printf("\n");
  }
  template <int kBody, bool kDependent>
  void fairness() {
    for (int warps : {4, 8, 16, 32}) {
      turns_of_warps<kBody, kDependent><<<1, warps * 32>>>(cycles_, 200);
      const auto all = read(warps);
      std::printf("200 turns of %d %s FFMA, %d warps end after", kBody,
                  kDependent ? "dependent" : "independent", warps);
      for (const unsigned end : all) std::printf(" %u", end);
      std::printf("\n");
    }
  }
  void changes(unsigned pitch) {
    for (unsigned count : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u, 1024u, 4096u, 16384u}) {
      float ms = 0;
      for (int again = 0; again < 2; ++again) {
        cudaEventRecord(begin_);
        change<<<1024, 256>>>(data_, count, pitch);
        ms = elapsed();
      }
      std::printf("1 M atomics at %u words %u bytes apart: %.1f us\n", count, pitch * 4, ms * 1e3f);
    }
  }
  void near_loads(int threads) {
    for (int lines : {1, 2, 4, 8, 16, 32}) {
      for (int step : {0, 1, 32 / lines, 4}) {
        lines_and_banks<<<1, threads>>>(data_, cycles_, lines, step, 512);
        std::printf("%d warps, loads of %d lines in L1, banks %d apart: %.1f cycles\n",
                    threads / 32, lines, step, read(1)[0] / 512.);
      }
    }
  }
  void local_memory() {
    for (int threads : {32, 128, 512}) {
      local_rows<false><<<kMultiprocessors, threads>>>(cycles_, 500);
      const double same = read(1)[0] / 500.;
      local_rows<true><<<kMultiprocessors, threads>>>(cycles_, 500);
      std::printf("%d threads, local store and load: the same row %.1f, rows apart %.1f cycles\n",
                  threads, same, read(1)[0] / 500.);
    }
  }

 private:
  /// L2 holds other data afterwards.
  void forget() {
    further::check(cudaMemset(other_, 0, std::size_t{256} * kMega), "cudaMemset");
    further::check(cudaDeviceSynchronize(), "cudaMemset");
  }
  float elapsed() {
    float ms = 0;
    cudaEventRecord(end_);
    further::check(cudaEventSynchronize(end_), "a probe");
    cudaEventElapsedTime(&ms, begin_, end_);
    return ms;
  }
  std::vector<unsigned> read(std::size_t count) {
    further::check(cudaDeviceSynchronize(), "a probe");
    std::vector<unsigned> all = cycles_.values();
    all.resize(count);
    return all;
  }

  Array<unsigned> data_, other_, cycles_;
  cudaEvent_t begin_{}, end_{};
};

}  // namespace

/// With an argument, without what takes a virtual GPU long.
int main(int arguments, char**) {
  const bool is_small = arguments > 1;
  Probes probes;
  for (int blocks : {1, kMultiprocessors}) {
    for (std::size_t pitch : {128, 512, 4096, 65536}) {
      if (blocks == 1 || pitch <= 4096) probes.loads(blocks, pitch, 0);
    }
    for (unsigned megabytes : {1, 16, 64, 512, 4095}) probes.loads(blocks, 0, megabytes);
  }
  probes.near_loads(32);
  probes.near_loads(1024);
  probes.local_memory();
  probes.fairness<8, true>();
  probes.fairness<32, true>();
  probes.fairness<128, true>();
  probes.fairness<32, false>();
  probes.blocks(1056, 128, 100);
  probes.blocks(1056, 256, 4000);
  probes.blocks(264, 512, 4000);
  if (is_small) return 0;
  probes.changes(1);
  probes.changes(8);
  probes.changes(32);
  probes.changes(256);
  probes.streams<1, false>();
  probes.streams<4, false>();
  probes.streams<1, true>();
  probes.streams<4, true>();
  return 0;
}
