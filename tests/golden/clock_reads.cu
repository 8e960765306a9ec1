// Kernels that read a clock. What they print is for clock_reads_test.cpp: a name and numbers a line.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "kernels/trace/marks.cuh"

#define CHECK(call)                            \
  do {                                         \
    if ((call) != cudaSuccess) {               \
      std::printf("%s failed\n", #call);       \
      std::exit(1);                            \
    }                                          \
  } while (false)

/// Waits by the clock.
__global__ void delay(long long* out, long long cycles) {
  const long long begin = clock64();
  long long now = begin;
  while (now - begin < cycles) now = clock64();
  if (threadIdx.x % 32 == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = now - begin;
}

/// The first warp is late; both read before and behind a barrier.
__global__ void meet(long long* out, long long cycles) {
  if (threadIdx.x < 32) {
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
  }
  const long long before = clock64();
  __syncthreads();
  __threadfence_block();
  const long long behind = clock64();
  if (threadIdx.x % 32 != 0) return;
  out[threadIdx.x / 32 * 2] = before;
  out[threadIdx.x / 32 * 2 + 1] = behind;
}

/// Does once what must not be done twice.
__global__ void count(int* sum, int* words, long long* cycles) {
  const long long begin = clock64();
  atomicAdd(sum, 1);
  words[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  const long long end = clock64();
  if (threadIdx.x != 0) return;
  cycles[blockIdx.x] = end - begin;
  if (blockIdx.x == 0) printf("said once\n");
}

/// When each block began and ended, and where.
__global__ void places(long long* out, const float* from, float* to) {
  const long long begin = clock64();
  unsigned sm = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += from[(blockIdx.x * 64 + i) * 32 + threadIdx.x % 32];
  to[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  const long long end = clock64();
  if (threadIdx.x != 0) return;
  out[blockIdx.x * 3] = begin;
  out[blockIdx.x * 3 + 1] = end;
  out[blockIdx.x * 3 + 2] = sm;
}

__global__ void timer(unsigned long long* out) {
  unsigned long long ns = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  out[0] = ns;
  out[1] = static_cast<unsigned long long>(clock64());
}

/// A phase of so many cycles, in each of two warps.
__global__ void marked(long long cycles) {
  warpscope::trace::Warp marks;
  marks.begin();
  const long long begin = clock64();
  while (clock64() - begin < cycles) {
  }
  marks.end(0);
}

/// Does not end.
__global__ void endless(long long* out) {
  const long long begin = clock64();
  while (clock64() - begin < (1LL << 60)) {
  }
  *out = clock64();
}

/// By a clock that shows more than instructions: ends by a trap or writes so much.
__global__ void late(long long* out, char* bytes, long long size) {
  constexpr int kLate = 1000;  // a launch begins after 2 us
  out[threadIdx.x] = clock64();
  if (out[threadIdx.x] < kLate) return;
  if (size == 0) __trap();
  for (long long i = 256LL * threadIdx.x; i < size; i += 256LL * blockDim.x) bytes[i] = 1;
}

int main(int argc, char** argv) {
  long long* out = nullptr;
  CHECK(cudaMallocManaged(&out, 1 << 20));
  if (argc > 1 && std::string(argv[1]) == "late") {
    const long long size = std::atoll(argv[2]);
    char* bytes = nullptr;
    CHECK(cudaMalloc(&bytes, size + 1));
    late<<<1, 32>>>(out, bytes, size);
    std::printf("late %d\n", static_cast<int>(cudaDeviceSynchronize()));
    return 0;
  }
  if (argc > 1 && std::string(argv[1]) == "endless") {
    endless<<<1, 32>>>(out);
    std::printf("endless %d\n", static_cast<int>(cudaDeviceSynchronize()));
    return 0;
  }
  for (const int cycles : {1000, 20000, 100000}) {
    for (const int threads : {32, 512}) {
      delay<<<1, threads>>>(out, cycles);
      CHECK(cudaDeviceSynchronize());
      std::printf("delay %d %lld\n", cycles, out[0]);
    }
  }
  meet<<<1, 64>>>(out, 5000);
  CHECK(cudaDeviceSynchronize());
  std::printf("meet %lld %lld %lld\n", out[0] - out[2], out[1] - out[0], out[1] - out[3]);

  constexpr int kBlocks = 16, kThreads = 128;
  int *sum = nullptr, *words = nullptr;
  CHECK(cudaMallocManaged(&sum, sizeof *sum));
  CHECK(cudaMalloc(&words, kBlocks * kThreads * sizeof *words));
  CHECK(cudaMemset(words, 0, kBlocks * kThreads * sizeof *words));
  *sum = 0;
  count<<<kBlocks, kThreads>>>(sum, words, out);
  CHECK(cudaDeviceSynchronize());
  static int host[kBlocks * kThreads];
  CHECK(cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost));
  int ones = 0;
  for (const int word : host) ones += word == 1 ? 1 : 0;
  std::printf("count %d %d %lld\n", *sum, ones, out[0]);

  constexpr int kPlaces = 2048;
  float* data = nullptr;
  CHECK(cudaMalloc(&data, (kPlaces * 64 * 32 + kPlaces * 256) * sizeof *data));
  places<<<kPlaces, 256>>>(out, data, data + kPlaces * 64 * 32);
  CHECK(cudaDeviceSynchronize());
  long long first = out[0], last = 0, longest = 0;
  int sms = 0;
  for (int i = 0; i < kPlaces; ++i) {
    first = out[3 * i] < first ? out[3 * i] : first;
    last = out[3 * i + 1] > last ? out[3 * i + 1] : last;
    longest = out[3 * i + 1] - out[3 * i] > longest ? out[3 * i + 1] - out[3 * i] : longest;
    sms = out[3 * i + 2] + 1 > sms ? static_cast<int>(out[3 * i + 2]) + 1 : sms;
  }
  std::printf("places %lld %lld %d\n", last - first, longest, sms);

  marked<<<2, 64>>>(3000);
  CHECK(cudaDeviceSynchronize());

  auto* times = reinterpret_cast<unsigned long long*>(out);
  timer<<<1, 1>>>(times);
  delay<<<1, 32>>>(out + 8, 100000);
  timer<<<1, 1>>>(times + 2);
  CHECK(cudaDeviceSynchronize());
  std::printf("timer %llu %llu\n", times[2] - times[0], times[3] - times[1]);
  return 0;
}
