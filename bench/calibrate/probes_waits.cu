// What it costs to wait for other blocks by words of global memory: barriers of the grid, a flag
// that goes from block to block, locks, look-back. Each row is the difference of a launch with more
// of it and one with less, over the difference, in microseconds. On the card:
// nvcc -O3 -arch=sm_90 probes_waits.cu && ./a.out
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

namespace groups = cooperative_groups;

constexpr int kThreads = 128;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// Keeps a warp busy for four cycles a step.
__device__ float work(float value, int steps) {
  for (int i = 0; i < steps; ++i) value = value * 1.0001f + 0.5f;
  return value;
}

__global__ void group_barriers(int times) {
  const auto grid = groups::this_grid();
  for (int i = 0; i < times; ++i) grid.sync();
}

/// The same by hand: a counter that only grows.
__global__ void counter_barriers(unsigned* counter, int times) {
  for (int i = 1; i <= times; ++i) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(counter, 1);
      while (*static_cast<volatile unsigned*>(counter) < i * gridDim.x) {
      }
    }
    __syncthreads();
  }
}

/// Each block waits for the one before it.
__global__ void chain(volatile int* flags) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x != 0) {
    while (flags[(blockIdx.x - 1) * 32] == 0) {
    }
  }
  __threadfence();
  flags[blockIdx.x * 32] = 1;
}

/// Block 0 works, all others wait for it.
__global__ void wait_for_work(volatile int* flag, float* out, int steps) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = work(out[0], steps);
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    out[blockIdx.x] = 1;
  }
}

/// One warp of each block takes the lock, `times` times.
__global__ void locks(int* lock, float* value, int times, int steps) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < times; ++i) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *static_cast<volatile float*>(value) = work(*static_cast<volatile float*>(value), steps);
    __threadfence();
    atomicExch(lock, 0);
  }
}

/// Sums of all blocks before each: a warp looks back at 32 at a time. A word has a sum times four,
/// and 1 for the block's own, 2 for one of all blocks up to it.
__global__ void look_back(volatile unsigned* sums, unsigned* to, float* out, int steps) {
  const int lane = threadIdx.x;
  float busy = work(out[blockIdx.x], steps);
  const unsigned own = busy == 0 ? 2 : 1;
  if (lane == 0) {
    sums[blockIdx.x] = own * 4 + (blockIdx.x == 0 ? 2 : 1);
    __threadfence();
  }
  unsigned before = 0;
  for (int last = static_cast<int>(blockIdx.x) - 1; last >= 0; last -= 32) {
    const int at = last - lane;
    unsigned word = 2;
    if (at >= 0) {
      do {
        word = sums[at];
      } while (word % 4 == 0);
    }
    const unsigned whole = __ballot_sync(~0u, word % 4 == 2);
    const int end = whole == 0 ? 31 : __ffs(whole) - 1;
    before += __reduce_add_sync(~0u, lane <= end ? word / 4 : 0u);
    if (whole != 0) break;
  }
  if (lane == 0) {
    if (blockIdx.x != 0) sums[blockIdx.x] = (before + own) * 4 + 2;
    to[blockIdx.x] = before;
  }
}

struct Setting {
  int rounds = 1;
  int* words = nullptr;
  float* out = nullptr;
  cudaEvent_t begin, end;
};

constexpr size_t kWords = 1 << 16;

/// The median of how long a launch takes.
float launched_us(Setting& s, const std::function<void()>& launch) {
  std::vector<float> times_us;
  for (int round = 0; round < s.rounds; ++round) {
    check(cudaMemset(s.words, 0, kWords * sizeof(int)));
    check(cudaDeviceSynchronize());
    check(cudaEventRecord(s.begin));
    launch();
    check(cudaEventRecord(s.end));
    check(cudaDeviceSynchronize());
    float ms = 0;
    check(cudaEventElapsedTime(&ms, s.begin, s.end));
    times_us.push_back(1000 * ms);
  }
  std::sort(times_us.begin(), times_us.end());
  return times_us[times_us.size() / 2];
}

void tell(Setting& s, const char* what, int blocks, int less, int more,
          const std::function<void(int)>& launch) {
  const float few_us = launched_us(s, [&] { launch(less); });
  const float many_us = launched_us(s, [&] { launch(more); });
  std::printf("%-44s blocks: %5d us: %9.3f\n", what, blocks, (many_us - few_us) / (more - less));
}

void all(Setting& s, bool only_few) {
  for (const int blocks : {1, 8, 33, 132, 264, 528}) {
    if (only_few && blocks != 33) continue;
    tell(s, "a barrier of cooperative groups", blocks, 2, 10, [&](int times) {
      void* arguments[] = {&times};
      check(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(group_barriers), blocks, kThreads,
                                        arguments));
    });
    tell(s, "a barrier by a counter", blocks, 2, 10, [&](int times) {
      counter_barriers<<<blocks, kThreads>>>(reinterpret_cast<unsigned*>(s.words), times);
    });
  }
  tell(s, "a flag from block to block, each", 132, 4, 132,
       [&](int blocks) { chain<<<blocks, 32>>>(s.words); });
  for (const int blocks : {2, 132}) {
    if (only_few) continue;
    tell(s, "a step of the work that others wait for", blocks, 1000, 5000,
         [&](int steps) { wait_for_work<<<blocks, 32>>>(s.words, s.out, steps); });
  }
  for (const int blocks : {1, 2, 8, 32, 132}) {
    if (only_few && blocks != 1 && blocks != 8) continue;
    for (const int steps : {0, 1000})
      tell(s,
           steps == 0 ? "a lock that is held for nothing, all blocks" : "the same, for 1,000 steps",
           blocks, 1, 3, [&](int times) { locks<<<blocks, 32>>>(s.words, s.out, times, steps); });
  }
  for (const int steps : {0, 1000})
    tell(s, steps == 0 ? "look-back, each block" : "the same, behind 1,000 steps", 132, 4, 132,
         [&](int blocks) {
           look_back<<<blocks, 32>>>(reinterpret_cast<unsigned*>(s.words),
                                     reinterpret_cast<unsigned*>(s.words) + kWords / 2, s.out,
                                     steps);
         });
}

}  // namespace

/// Takes the number of rounds, and whatever else makes it measure few rows only, as on a virtual
/// GPU.
int main(int argc, char** argv) {
  Setting s;
  s.rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 15;
  check(cudaMalloc(&s.words, kWords * sizeof(int)));
  check(cudaMalloc(&s.out, kWords * sizeof(float)));
  check(cudaMemset(s.out, 0, kWords * sizeof(float)));
  check(cudaEventCreate(&s.begin));
  check(cudaEventCreate(&s.end));
  all(s, argc > 2);
}
