// What warps wait for, one reason at a time, in kernels of which one knows it: the profiler's stall
// reasons (bench/time/read.sh OUT stalls) times the instructions of a warp are cycles of a warp.
#include <cstdint>
#include <cstdio>

#include "check.h"

namespace {

using calibrate::check;

constexpr int kSms = 132, kWaves = 64;
constexpr std::size_t kWords = std::size_t{1} << 26;

__device__ int thread_of_all() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void empty() {}

/// Reads what a thread is and a parameter; the store never happens.
__global__ void begin_only(float* out, int least) {
  if (thread_of_all() < least) out[0] = 1;
}

/// One line a warp.
__global__ void store_line(float* out) { out[thread_of_all()] = 1; }

/// kTimes stores, each of 32 lines a warp.
template <int kTimes>
__global__ void store_apart(float* out) {
#pragma unroll
  for (int i = 0; i < kTimes; ++i) out[(thread_of_all() + i * 32 * 1024) * 32 % kWords] = 1;
}

/// The same with atomics whose result nobody uses.
template <int kTimes>
__global__ void count_apart(unsigned* out) {
#pragma unroll
  for (int i = 0; i < kTimes; ++i)
    atomicAdd(&out[(thread_of_all() + i * 32 * 1024) * 32 % kWords], 1U);
}

/// A load whose result nobody waits for in time: the store of it is last.
__global__ void load_and_store(const float* in, float* out) {
  out[thread_of_all()] = in[thread_of_all()] + 1;
}

/// kCount multiplications and additions in four chains, without a branch.
template <int kCount>
__global__ void straight(float* out, float by) {
  float a = by, b = by + 1, c = by + 2, d = by + 3;
#pragma unroll
  for (int i = 0; i < kCount / 4; ++i) {
    a = a * by + b;
    b = b * by + c;
    c = c * by + d;
    d = d * by + a;
  }
  if (a + b + c + d == 17) out[0] = 1;
}

/// kTurns of a loop with kBody multiplications.
template <int kBody>
__global__ void loop(float* out, float by, int turns) {
  float a = by, b = by + 1;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < kBody / 2; ++i) {
      a = a * by + 1;
      b = b * by + 1;
    }
  }
  if (a + b == 17) out[0] = 1;
}

__device__ __noinline__ float called(float a, float by) { return a * by + 1; }

__global__ void calls(float* out, float by, int turns) {
  float a = by;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) a = called(a, by);
  if (a == 17) out[0] = 1;
}

/// Lanes go two ways, and meet again.
__global__ void two_ways(float* out, float by, int turns) {
  float a = by;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    if ((threadIdx.x + turn) % 2 == 0) {
      asm volatile("sin.approx.f32 %0, %0;" : "+f"(a));
      a = a * by + 1;
    } else {
      asm volatile("ex2.approx.f32 %0, %0;" : "+f"(a));
      a = a * by + 2;
    }
  }
  if (a == 17) out[0] = 1;
}

__constant__ float constants[16384];

/// kCount constants that are operands, so many words apart, in each of `turns` turns.
template <int kCount, int kApart>
__global__ void use_constants(float* out, float by, int turns) {
  float a = by, b = by;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < kCount; i += 2) {
      a = a * by + constants[i * kApart];
      b = b * by + constants[(i + 1) * kApart];
    }
  }
  if (a + b == 17) out[0] = 1;
}

/// Loads from shared memory that do not wait for each other, kWays lanes in one bank.
template <int kWays>
__global__ void shared_loads(float* out, int turns) {
  __shared__ float data[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) data[i] = 0;
  __syncthreads();
  const volatile float* at = data + threadIdx.x % 32 * kWays % 1024;
  float sum = 0;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float part[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) part[i] = at[0];
#pragma unroll
    for (int i = 0; i < 8; ++i) sum += part[i];
  }
  if (sum == 17) out[0] = 1;
}

/// Each waits for the one before.
__global__ void shared_chase(float* out, int turns) {
  __shared__ int data[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x) data[i] = i;
  __syncthreads();
  int at = static_cast<int>(threadIdx.x % 32);
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < 8; ++i) at = static_cast<const volatile int*>(data)[at];
  }
  if (at == 77) out[0] = 1;
}

/// Loads that hit in L1 and do not wait for each other, each of kLines lines.
template <int kLines>
__global__ void global_loads(const float* in, float* out, int turns) {
  const float* at = in + threadIdx.x % kLines * 32 + threadIdx.x % 32 / kLines;
  float sum = 0;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    float part[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
      asm volatile("ld.global.ca.f32 %0, [%1];" : "=f"(part[i]) : "l"(at));
#pragma unroll
    for (int i = 0; i < 8; ++i) sum += part[i];
  }
  if (sum == 17) out[0] = 1;
}

__global__ void shuffles(float* out, int turns) {
  float a = static_cast<float>(threadIdx.x), b = a + 1, c = a + 2, d = a + 3;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    a += __shfl_xor_sync(~0U, a, 1);
    b += __shfl_xor_sync(~0U, b, 2);
    c += __shfl_xor_sync(~0U, c, 4);
    d += __shfl_xor_sync(~0U, d, 8);
  }
  if (a + b + c + d == 17) out[0] = 1;
}

__global__ void special_functions(float* out, float by, int turns) {
  float a = by, b = by + 1, c = by + 2, d = by + 3;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(a));
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(b));
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(c));
    asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(d));
  }
  if (a + b + c + d == 17) out[0] = 1;
}

/// What keeps a pipe busy for two cycles, from registers whose banks may be the same.
__global__ void halves(unsigned* out, unsigned by, int turns) {
  unsigned a = by, b = by + 1, c = by + 2, d = by + 3;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(a) : "r"(by));
      asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(b) : "r"(by));
      asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(c) : "r"(by));
      asm volatile("fma.rn.f16x2 %0, %0, %1, %1;" : "+r"(d) : "r"(by));
    }
  }
  if (a + b + c + d == 17) out[0] = 1;
}

template <bool kStores>
__global__ void fences(float* out, int turns) {
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) {
    if (kStores) static_cast<volatile float*>(out)[thread_of_all()] = 1;
    __threadfence();
  }
}

__global__ void sleep(unsigned for_ns) { __nanosleep(for_ns); }

__global__ void barriers(int turns) {
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) __syncthreads();
}

}  // namespace

int main() {
  float *in = nullptr, *out = nullptr;
  check(cudaMalloc(&in, kWords * sizeof(float)));
  check(cudaMalloc(&out, kWords * sizeof(float)));
  check(cudaMemset(in, 0, kWords * sizeof(float)));
  auto* words = reinterpret_cast<unsigned*>(out);
  constexpr int kMany = kSms * kWaves, kTurns = 256;
  for (const int blocks : {1, kSms, kMany}) {
    for (const int threads : {32, 512}) {
      empty<<<blocks, threads>>>();
      begin_only<<<blocks, threads>>>(out, 0);
      store_line<<<blocks, threads>>>(out);
      load_and_store<<<blocks, threads>>>(in, out);
      store_apart<1><<<blocks, threads>>>(out);
      store_apart<4><<<blocks, threads>>>(out);
      count_apart<1><<<blocks, threads>>>(words);
      count_apart<4><<<blocks, threads>>>(words);
      straight<64><<<blocks, threads>>>(out, 1);
      straight<512><<<blocks, threads>>>(out, 1);
      straight<4096><<<blocks, threads>>>(out, 1);
      use_constants<16, 1><<<blocks, threads>>>(out, 1, 1);
      use_constants<16, 64><<<blocks, threads>>>(out, 1, 1);
      use_constants<64, 64><<<blocks, threads>>>(out, 1, 1);
    }
  }
  use_constants<64, 64><<<kSms, 128>>>(out, 1, 16);
  use_constants<256, 64><<<kSms, 128>>>(out, 1, 16);
  for (const int threads : {32, 128, 256, 512, 1024}) {
    loop<2><<<kSms, threads>>>(out, 1, kTurns);
    loop<8><<<kSms, threads>>>(out, 1, kTurns);
    loop<32><<<kSms, threads>>>(out, 1, kTurns);
    loop<128><<<kSms, threads>>>(out, 1, kTurns);
    calls<<<kSms, threads>>>(out, 1, kTurns);
    two_ways<<<kSms, threads>>>(out, 1, kTurns);
    shared_loads<1><<<kSms, threads>>>(out, kTurns);
    shared_loads<8><<<kSms, threads>>>(out, kTurns);
    shared_chase<<<kSms, threads>>>(out, kTurns);
    global_loads<1><<<kSms, threads>>>(in, out, kTurns);
    global_loads<8><<<kSms, threads>>>(in, out, kTurns);
    shuffles<<<kSms, threads>>>(out, kTurns);
    special_functions<<<kSms, threads>>>(out, 1, kTurns);
    halves<<<kSms, threads>>>(words, 1, kTurns);
    fences<false><<<kSms, threads>>>(out, 16);
    fences<true><<<kSms, threads>>>(out, 16);
    barriers<<<kSms, threads>>>(kTurns);
    sleep<<<kSms, threads>>>(1000);
  }
  check(cudaDeviceSynchronize());
  std::puts("read");
}
