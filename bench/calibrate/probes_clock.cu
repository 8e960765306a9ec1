// Probes of clocks themselves: what a read costs, what a loop that waits by a clock takes, how long
// nanosleep lasts, how the global timer steps, and microbenchmarks as courses write them (chains of
// loads, arithmetic, shared memory, barriers). On the card: nvcc -std=c++17 -O3 -arch=sm_90 -o
// probes bench/calibrate/probes_clock.cu && ./probes
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.h"
#include "ring.h"

namespace {

using calibrate::check;

__device__ unsigned sink;
__device__ float float_sink;

__device__ unsigned long long global_timer() {
  unsigned long long ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
}

/// Reads one behind the other.
__global__ void reads(long long* out) {
  const long long a = clock64(), b = clock64(), c = clock64(), d = clock64();
  const unsigned e = clock(), f = clock(), g = clock();
  if (threadIdx.x % 32 != 0) return;
  long long* const to = out + threadIdx.x / 32 * 8;
  to[0] = b - a;
  to[1] = c - b;
  to[2] = d - c;
  to[3] = f - e;
  to[4] = g - f;
}

/// The delay loop of every course.
__global__ void delay(long long* out, long long cycles) {
  const long long begin = clock64();
  long long now = begin;
  long long turns = 0;
  while (now - begin < cycles) {
    now = clock64();
    ++turns;
  }
  if (threadIdx.x % 32 != 0) return;
  long long* const to = out + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 8;
  to[0] = turns;
  to[1] = now - begin;
}

__global__ void sleep(long long* out, unsigned ns, int times) {
  const long long begin = clock64();
  for (int i = 0; i < times; ++i) __nanosleep(ns);
  const long long end = clock64();
  if (threadIdx.x == 0) out[0] = end - begin;
}

/// How often the timer shows another value, and how many cycles that took.
__global__ void timer(long long* out) {
  unsigned long long last = global_timer();
  const unsigned long long first = last;
  const long long begin = clock64();
  long long least = 1 << 30;
  int steps = 0, turns = 0;
  while (steps < 64 && turns < 100000) {
    const unsigned long long now = global_timer();
    ++turns;
    if (now == last) continue;
    if (static_cast<long long>(now - last) < least) least = now - last;
    ++steps;
    last = now;
  }
  out[0] = clock64() - begin;
  out[1] = last - first;
  out[2] = least;
  out[3] = turns;
}

/// A chain of loads, each at the address that the one before brought. `warm`: walked before.
__global__ void chase(const unsigned* from, long long* out, int steps, int warm) {
  unsigned at = 0;
  for (int k = 0; k < warm; ++k) at = from[at];
  const long long begin = clock64();
#pragma unroll 4
  for (int k = 0; k < steps; ++k) at = from[at];
  const long long end = clock64();
  if (at == 3) sink = at;
  out[0] = end - begin;
}

__global__ void chase_shared(long long* out, int steps) {
  __shared__ unsigned ring[256];
  for (unsigned k = threadIdx.x; k < 256; k += blockDim.x) ring[k] = (k + 7) % 256;
  __syncthreads();
  unsigned at = threadIdx.x;
  const long long begin = clock64();
#pragma unroll 4
  for (int k = 0; k < steps; ++k) at = ring[at];
  const long long end = clock64();
  if (at == 1000) sink = at;
  if (threadIdx.x == 0) out[0] = end - begin;
}

/// One instruction after the other, each with the result of the one before.
template <int kKind>
__global__ void chain(long long* out, float by, int steps) {
  float a = threadIdx.x;
  int n = threadIdx.x;
  const long long begin = clock64();
#pragma unroll 16
  for (int k = 0; k < steps; ++k) {
    if (kKind == 0) a = a * by + .5f;
    if (kKind == 1) a = __fdividef(1.f, a);
    if (kKind == 2) a = __sinf(a);
    if (kKind == 3) n = __shfl_xor_sync(~0u, n, 1);
  }
  const long long end = clock64();
  if (a == 3.25f || n == -77) float_sink = a;
  if (threadIdx.x == 0) out[0] = end - begin;
}

__global__ void barriers(long long* out, int steps) {
  const long long begin = clock64();
#pragma unroll 1
  for (int k = 0; k < steps; ++k) __syncthreads();
  const long long end = clock64();
  if (threadIdx.x == 0) out[0] = end - begin;
}

/// The first warp waits, the second does not; who reads when.
__global__ void order(long long* out, long long cycles) {
  if (threadIdx.x < 32) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
  }
  const long long before = clock64();
  __syncthreads();
  const long long behind = clock64();
  if (threadIdx.x % 32 != 0) return;
  out[threadIdx.x / 32 * 2] = before;
  out[threadIdx.x / 32 * 2 + 1] = behind;
}

class Probes {
 public:
  Probes() {
    check(cudaMalloc(&out_, kOut * sizeof *out_));
    check(cudaMalloc(&words_, kWords * sizeof *words_));
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  template <class Launch>
  const std::vector<long long>& run(Launch&& launch) {
    launch();
    check(cudaEventRecord(begin_));
    launch();
    check(cudaEventRecord(end_));
    back_.resize(kOut);
    check(cudaMemcpy(back_.data(), out_, kOut * sizeof *out_, cudaMemcpyDeviceToHost));
    check(cudaEventElapsedTime(&ms_, begin_, end_));
    return back_;
  }
  void clocks() {
    for (int threads : {32, 128, 1024}) {
      const auto& r = run([&] { reads<<<1, threads>>>(out_); });
      std::printf(
          "%d threads: from a clock64 to the next: %lld, %lld, %lld cycles; clock: %lld, %lld\n",
          threads, r[0], r[1], r[2], r[3], r[4]);
    }
  }
  void delays(long long longest) {
    for (long long cycles = 100; cycles <= longest; cycles *= 10) {
      for (int threads : {32, 256, 1024}) {
        for (int blocks : {1, 132}) {
          const auto& r = run([&] { delay<<<blocks, threads>>>(out_, cycles); });
          long long least = r[0], most = r[0];
          for (int warp = 0; warp < blocks * threads / 32; ++warp) {
            least = r[warp * 8] < least ? r[warp * 8] : least;
            most = r[warp * 8] > most ? r[warp * 8] : most;
          }
          std::printf(
              "delay of %lld cycles, %d x %d threads: %lld turns (any warp: %lld to %lld), %lld "
              "cycles; launch %.1f us\n",
              cycles, blocks, threads, r[0], least, most, r[1], 1e3 * ms_);
        }
      }
    }
  }
  void sleeps() {
    for (unsigned ns : {0u, 20u, 50u, 100u, 200u, 500u, 1000u, 5000u, 20000u, 100000u, 1000000u}) {
      const auto& r = run([&] { sleep<<<1, 32>>>(out_, ns, 16); });
      std::printf("nanosleep(%u): %.1f cycles", ns, static_cast<double>(r[0]) / 16);
      double sum = 0, least = 1e9, most = 0;
      for (int i = 0; i < 20; ++i) {
        const auto one = static_cast<double>(run([&] { sleep<<<1, 32>>>(out_, ns, 1); })[0]);
        sum += one, least = one < least ? one : least, most = one > most ? one : most;
      }
      std::printf("; once: %.0f, from %.0f to %.0f\n", sum / 20, least, most);
    }
  }
  void timers() {
    const auto& r = run([&] { timer<<<1, 1>>>(out_); });
    std::printf("global timer: steps of %lld ns, %lld turns; %lld ns in %lld cycles\n", r[2], r[3],
                r[1], r[0]);
  }
  /// `lines` of 128 bytes in a ring, one load each.
  void walks(int lines, int steps, int warm, const char* text) {
    const std::vector<unsigned> host = calibrate::ring_of(lines, kWords);
    check(cudaMemcpy(words_, host.data(), kWords * sizeof *words_, cudaMemcpyHostToDevice));
    const auto& r = run([&] { chase<<<1, 1>>>(words_, out_, steps, warm); });
    std::printf("chain of loads, %s: %.1f cycles\n", text, static_cast<double>(r[0]) / steps);
  }
  void chains() {
    constexpr int kSteps = 1024;
    const auto tell = [&](const char* text, auto&& launch) {
      const auto& r = run(launch);
      std::printf("chain of %s: %.2f cycles\n", text, static_cast<double>(r[0]) / kSteps);
    };
    tell("loads of shared memory", [&] { chase_shared<<<1, 32>>>(out_, kSteps); });
    tell("FFMA", [&] { chain<0><<<1, 32>>>(out_, 1.01f, kSteps); });
    tell("reciprocals", [&] { chain<1><<<1, 32>>>(out_, 1.01f, kSteps); });
    tell("sines", [&] { chain<2><<<1, 32>>>(out_, 1.01f, kSteps); });
    tell("shuffles", [&] { chain<3><<<1, 32>>>(out_, 1.01f, kSteps); });
    for (int threads : {32, 64, 128, 256, 512, 1024}) {
      const auto& r = run([&] { barriers<<<1, threads>>>(out_, kSteps); });
      std::printf("%d threads: a barrier: %.1f cycles\n", threads,
                  static_cast<double>(r[0]) / kSteps);
    }
  }
  void orders() {
    const auto& r = run([&] { order<<<1, 64>>>(out_, 5000); });
    std::printf(
        "two warps, the first waits 5000 cycles: before the barrier it reads %lld later, behind it "
        "%lld\n",
        r[0] - r[2], r[1] - r[3]);
  }

 private:
  static constexpr std::size_t kOut = 8 * 132 * 32, kWords = std::size_t{4} << 20;
  long long* out_ = nullptr;
  unsigned* words_ = nullptr;
  cudaEvent_t begin_{}, end_{};
  std::vector<long long> back_;
  float ms_ = 0;
};

}  // namespace

/// An argument: the longest delay in cycles.
int main(int argc, char** argv) {
  Probes probes;
  probes.clocks();
  probes.walks(64, 1024, 64, "8 KB, in L1");
  probes.walks(8192, 4096, 8192, "1 MB, in L2");
  probes.chains();
  probes.delays(argc > 1 ? std::atoll(argv[1]) : 1000000);
  probes.orders();
  probes.sleeps();
  probes.timers();
}
