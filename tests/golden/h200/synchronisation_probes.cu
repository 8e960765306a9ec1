// What comes of barriers that not all threads reach, of named barriers for a wrong number of threads, of values from
// lanes that take no part, and of surface reductions. The same program runs on a GPU and on the virtual GPU:
//   synchronisation_probes NUMBER     one probe, in a line: its name, the error, and each value with how often it follows itself
//   synchronisation_probes            how many there are
// A probe that waits for ever prints nothing.
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kMostValues = 256;
constexpr unsigned kUntouched = 0xE0E0E0E0u;

#define BARRIER(id) asm volatile("barrier.sync " #id ";" ::: "memory")
#define NAMED(id, count) asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(count) : "memory")
#define ARRIVE(id, count) asm volatile("barrier.arrive %0, %1;" ::"r"(id), "r"(count) : "memory")

__device__ volatile unsigned sink;

/// A number that the compiler does not know: `value`.
__device__ unsigned opaque(unsigned value) {
  asm volatile("mov.u32 %0, %0;" : "+r"(value));
  return value;
}

/// The other threads' words as they are behind a barrier.
#define PROLOGUE                                     \
  __shared__ volatile unsigned words[kMostValues];   \
  const unsigned t = threadIdx.x, n = blockDim.x;    \
  const unsigned lane = t % 32, warp = t / 32;       \
  words[t] = 0;                                      \
  __syncthreads();                                   \
  (void)lane, (void)warp, (void)n;

__global__ void two_sides_of_a_branch(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  if (opaque(lane) & 1) {
    BARRIER(0);
    out[t] = words[n - 1 - t];
  } else {
    BARRIER(0);
    out[t] = words[n - 1 - t] + 1000;
  }
}

__global__ void one_side_then_all(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  if (opaque(lane) < 16) {
    BARRIER(0);
    out[t] = words[n - 1 - t];
  }
  BARRIER(0);
  if (lane >= 16) out[t] = words[n - 1 - t] + 1000;
}

__global__ void warps_go_round_differently(unsigned* out) {
  PROLOGUE
  unsigned seen = 0;
  for (unsigned round = 0; round < opaque(2 + warp); ++round) {
    words[t] = round + 1;
    BARRIER(0);
    seen = seen * 10 + words[(t + 32) % n];
    BARRIER(0);
  }
  out[t] = seen;
}

__global__ void lanes_go_round_differently(unsigned* out) {
  PROLOGUE
  unsigned rounds = 0;
  for (unsigned round = 0; round < opaque(1 + lane % 2); ++round) {
    BARRIER(0);
    ++rounds;
  }
  out[t] = rounds;
}

__global__ void warp_returns_before(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  if (opaque(warp) == 1) return;
  BARRIER(0);
  out[t] = words[n - 1 - t];
}

__global__ void lanes_return_before(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  if (opaque(lane) % 2 == 1) return;
  BARRIER(0);
  out[t] = words[n - 1 - t];
}

__global__ void count_without_those_who_returned(unsigned* out) {
  PROLOGUE
  if (opaque(t) >= 40) return;
  out[t] = __syncthreads_count(1) * 1000 + __syncthreads_and(1) * 10 + __syncthreads_or(0);
}

__global__ void pairs_at_a_barrier_for_two(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  NAMED(1, opaque(64));
  out[t] = words[t] != 0;
}

__global__ void three_warps_at_a_barrier_for_two(unsigned* out) {
  PROLOGUE
  NAMED(1, opaque(64));
  out[t] = 1;
}

__global__ void number_that_is_no_multiple(unsigned* out) {
  PROLOGUE
  NAMED(1, opaque(48));
  out[t] = 1;
}

__global__ void two_numbers_at_one_barrier(unsigned* out) {
  PROLOGUE
  NAMED(1, opaque(warp == 0 ? 64 : 96));
  out[t] = 1;
}

__global__ void arrivals_fill_the_barrier(unsigned* out) {
  PROLOGUE
  if (warp < 2) {
    ARRIVE(1, opaque(64));
    out[t] = 2;
  }
  BARRIER(0);
  if (warp == 2) NAMED(1, opaque(64));
  if (warp == 3) ARRIVE(1, opaque(64));
  if (warp >= 2) out[t] = 3;
}

__global__ void arrives_twice(unsigned* out) {
  PROLOGUE
  if (warp == 0) {
    ARRIVE(1, opaque(96));
    ARRIVE(1, opaque(96));
  } else {
    NAMED(1, opaque(96));
  }
  out[t] = 1;
}

__global__ void warp_returns_before_named(unsigned* out) {
  PROLOGUE
  if (opaque(warp) == 1) return;
  NAMED(1, opaque(64));
  out[t] = 1;
}

__global__ void lanes_return_before_named(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 8) return;
  NAMED(1, opaque(64));
  out[t] = 1;
}

__global__ void halves_at_a_named_barrier(unsigned* out) {
  PROLOGUE
  if (opaque(lane) < 16) {
    NAMED(1, opaque(64));
    out[t] = 1;
  } else {
    NAMED(1, opaque(64));
    out[t] = 2;
  }
}

__global__ void barrier_sixteen(unsigned* out) {
  PROLOGUE
  NAMED(opaque(16), opaque(64));
  out[t] = 1;
}

__global__ void shuffle_from_exited(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  const unsigned all = 0x00FFFFFFu;
  out[t] = __shfl_sync(all, t + 100, 30) * 1000000 + __shfl_down_sync(all, t + 100, 8) * 1000 +
           __shfl_xor_sync(all, t + 100, 16) % 1000;
}

__global__ void shuffle_with_exited_in_mask(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  out[t] = __shfl_down_sync(~0u, t + 100, 8);
}

__global__ void shuffle_from_other_branch(unsigned* out) {
  PROLOGUE
  if (opaque(lane) < 16)
    out[t] = __shfl_sync(0xFFFFu, t + 100, 20);
  else
    out[t] = __shfl_sync(0xFFFF0000u, t + 100, 3);
}

__global__ void shuffle_beyond_the_segment(unsigned* out) {
  PROLOGUE
  out[t] = __shfl_up_sync(~0u, t + 100, 3, 8) * 1000 + __shfl_down_sync(~0u, t + 100, 3, 8);
}

__global__ void votes_with_exited_in_mask(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  const unsigned ballot = __ballot_sync(~0u, t % 2), any = __any_sync(~0u, t > 99), all = __all_sync(~0u, 1);
  out[t] = ballot ^ (any << 30) ^ (all << 31);
}

__global__ void matches_with_exited_in_mask(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  out[t] = __match_any_sync(~0u, t % 3);
}

__global__ void sum_with_exited_in_mask(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  out[t] = __reduce_add_sync(~0u, 1u);
}

__global__ void syncwarp_with_exited_in_mask(unsigned* out) {
  PROLOGUE
  if (opaque(lane) >= 24) return;
  words[t] = t + 1;
  __syncwarp();
  out[t] = words[(t + 1) % 24];
}

__global__ void syncwarp_of_halves(unsigned* out) {
  PROLOGUE
  words[t] = t + 1;
  if (opaque(lane) < 16)
    __syncwarp(0xFFFFu);
  else
    __syncwarp(0xFFFF0000u);
  out[t] = words[t ^ 1];
}

#define REDUCE(form, type, constraint, x, y, value) \
  asm volatile("sured.b." form "." type " [%0, {%1, %2}], %3;" ::"l"(surface), "r"(x), "r"(y), constraint(value) : "memory")

/// Four rows of 8 words that begin with 100 and so on.
__global__ void surface_sums(cudaSurfaceObject_t surface) {
  const int t = threadIdx.x;
  REDUCE("add.2d.u32", "trap", "r", 4 * (t % 8), 0, 1u);
  REDUCE("max.2d.s32", "trap", "r", 4 * (t % 8), 1, t % 2 ? -5 : 5000 + t);
  REDUCE("min.2d.u32", "trap", "r", 4 * (t % 8), 2, t % 2 ? 7u : ~0u);
  REDUCE("or.2d.b32", "trap", "r", 4 * (t % 8), 3, 1u << (t / 8));
}
__global__ void surface_ands(cudaSurfaceObject_t surface) {
  const int t = threadIdx.x;
  REDUCE("and.2d.b32", "trap", "r", 4 * (t % 8), 0, ~(1u << (t / 8)));
  REDUCE("max.2d.u32", "trap", "r", 4 * (t % 8), 1, t % 2 ? 0xFFFFFFF0u : 1u);
  REDUCE("min.2d.s32", "trap", "r", 4 * (t % 8), 2, t % 2 ? -7 : 3);
}
__global__ void surface_clamped(cudaSurfaceObject_t surface) {
  const int t = threadIdx.x;
  REDUCE("add.2d.u32", "clamp", "r", 4 * (t - 12), t % 9 - 3, 1u);
}
__global__ void surface_outside_is_nothing(cudaSurfaceObject_t surface) {
  const int t = threadIdx.x;
  REDUCE("add.2d.u32", "zero", "r", 4 * (t - 12), t % 9 - 3, 1u);
}
__global__ void surface_trap(cudaSurfaceObject_t surface) {
  REDUCE("add.2d.u32", "trap", "r", 4 * 8, 0, 1u + (threadIdx.x & 0));
}
__global__ void surface_between_words(cudaSurfaceObject_t surface) {
  REDUCE("add.2d.u32", "trap", "r", 2, 0, 1u + (threadIdx.x & 0));
}

struct Probe {
  const char* name;
  void (*kernel)(unsigned*);
  int threads;
};
#define PROBE(name, threads) {#name, name, threads}
constexpr Probe kProbes[] = {
    PROBE(two_sides_of_a_branch, 64),
    PROBE(one_side_then_all, 64),
    PROBE(warps_go_round_differently, 64),
    PROBE(lanes_go_round_differently, 64),
    PROBE(warp_returns_before, 96),
    PROBE(lanes_return_before, 64),
    PROBE(count_without_those_who_returned, 96),
    PROBE(pairs_at_a_barrier_for_two, 128),
    PROBE(three_warps_at_a_barrier_for_two, 96),
    PROBE(number_that_is_no_multiple, 64),
    PROBE(two_numbers_at_one_barrier, 96),
    PROBE(arrivals_fill_the_barrier, 128),
    PROBE(arrives_twice, 64),
    PROBE(warp_returns_before_named, 64),
    PROBE(lanes_return_before_named, 64),
    PROBE(halves_at_a_named_barrier, 64),
    PROBE(barrier_sixteen, 64),
    PROBE(shuffle_from_exited, 32),
    PROBE(shuffle_with_exited_in_mask, 32),
    PROBE(shuffle_from_other_branch, 32),
    PROBE(shuffle_beyond_the_segment, 32),
    PROBE(votes_with_exited_in_mask, 32),
    PROBE(matches_with_exited_in_mask, 32),
    PROBE(sum_with_exited_in_mask, 32),
    PROBE(syncwarp_with_exited_in_mask, 32),
    PROBE(syncwarp_of_halves, 32),
};
struct SurfaceProbe {
  const char* name;
  void (*kernel)(cudaSurfaceObject_t);
};
#define SURFACE(name) {#name, name}
constexpr SurfaceProbe kSurfaceProbes[] = {SURFACE(surface_sums),    SURFACE(surface_ands),
                                           SURFACE(surface_clamped), SURFACE(surface_outside_is_nothing),
                                           SURFACE(surface_trap),    SURFACE(surface_between_words)};
constexpr int kPlain = sizeof kProbes / sizeof *kProbes, kSurface = sizeof kSurfaceProbes / sizeof *kSurfaceProbes;

void print(const char* name, cudaError_t error, const unsigned* values, int count) {
  std::printf("%s: %s", name, cudaGetErrorName(error));
  for (int first = 0; error == cudaSuccess && first < count;) {
    int end = first + 1;
    while (end < count && values[end] == values[first]) ++end;
    if (values[first] == kUntouched)
      std::printf(" -");
    else
      std::printf(" %u", values[first]);
    if (end - first > 1) std::printf("x%d", end - first);
    first = end;
  }
  std::printf("\n");
}

void run(const Probe& probe) {
  unsigned values[kMostValues], *out = nullptr;
  for (unsigned& value : values) value = kUntouched;
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(out, values, sizeof values, cudaMemcpyHostToDevice);
  probe.kernel<<<1, probe.threads>>>(out);
  const cudaError_t error = cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  print(probe.name, error, values, probe.threads);
}

void run(const SurfaceProbe& probe) {
  constexpr int kWidth = 8, kHeight = 4;
  unsigned values[kWidth * kHeight];
  for (int i = 0; i < kWidth * kHeight; ++i) values[i] = 100 * (1 + i / kWidth);
  cudaArray_t array = nullptr;
  const auto format = cudaCreateChannelDesc<unsigned>();
  cudaMallocArray(&array, &format, kWidth, kHeight, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, values, 4 * kWidth, 4 * kWidth, kHeight, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  probe.kernel<<<1, 32>>>(surface);
  const cudaError_t error =
      cudaMemcpy2DFromArray(values, 4 * kWidth, array, 0, 0, 4 * kWidth, kHeight, cudaMemcpyDeviceToHost);
  print(probe.name, error, values, kWidth * kHeight);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::printf("%d\n", kPlain + kSurface);
    return 0;
  }
  const int number = std::atoi(arguments[1]);
  if (number < kPlain)
    run(kProbes[number]);
  else if (number < kPlain + kSurface)
    run(kSurfaceProbes[number - kPlain]);
  return 0;
}
