// libcu++: atomics of all sizes, pipelines, barriers with a transaction count, a semaphore.
#include <cooperative_groups.h>

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#include <cuda/semaphore>
#include <new>

#include "numbers.h"

namespace {

namespace order = cuda::std;
constexpr int kThreads = 64, kRounds = 10;

/// All operations that leave the sum of what each thread adds, in two cells: with fetch_add and
/// with a compare-and-swap.
template <typename T, cuda::thread_scope kScope>
__global__ void add_in_turn(T* cells) {
  cuda::atomic_ref<T, kScope> sum(cells[0]), exchanged(cells[1]);
  sum.fetch_add(T(3));
  sum.fetch_sub(T(2), order::memory_order_relaxed);
  sum.fetch_max(T(0), order::memory_order_acquire);
  if constexpr (!order::is_floating_point_v<T>) {
    sum.fetch_or(T(0), order::memory_order_release);
    sum.fetch_and(static_cast<T>(~T(0)));
    sum.fetch_xor(T(0));
  }
  T old = exchanged.load(order::memory_order_acquire);
  while (!exchanged.compare_exchange_weak(old, static_cast<T>(old + 1))) {
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cells[2] = exchanged.exchange(T(7));
    exchanged.store(T(9), order::memory_order_release);
  }
}

template <typename T, cuda::thread_scope kScope>
void check_atomics(const char* type) {
  T* cells = on_device(std::vector<T>(4));
  add_in_turn<T, kScope><<<1, kThreads>>>(cells);
  report(type, from_device(cells, 3), {T(kThreads), T(9), T(kThreads)});
}

/// Three tiles on the way at a time; each is turned round.
__global__ void turn_tiles(const int* in, int* out) {
  constexpr int kStages = 3;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, kStages> state;
  __shared__ alignas(16) int tiles[kStages][kThreads];
  const auto block = cooperative_groups::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int fetched = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (; fetched < kRounds && fetched < round + kStages; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tiles[fetched % kStages], in + fetched * kThreads,
                         cuda::aligned_size_t<16>(sizeof tiles[0]), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    out[round * kThreads + threadIdx.x] = tiles[round % kStages][kThreads - 1 - threadIdx.x];
    pipeline.consumer_release();
  }
}

__global__ void turn_tile(const int* in, int* out) {
  __shared__ int tile[kThreads];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, sizeof(int), pipeline);
  pipeline.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipeline);
  pipeline.consumer_release();
  __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/// The tile comes by a bulk copy, then word by word; each thread adds two words.
__global__ void add_neighbours(const int* in, int* out) {
  __shared__ alignas(Barrier) char bytes[sizeof(Barrier)];
  __shared__ alignas(128) int tile[kThreads];
  auto& barrier = *reinterpret_cast<Barrier*>(bytes);
  if (threadIdx.x == 0) {
    init(&barrier, kThreads);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(order::move(token));
  const int sum = tile[threadIdx.x ^ 1];
  barrier.arrive_and_wait();
  cuda::memcpy_async(tile + threadIdx.x, in + kThreads + threadIdx.x, sizeof(int), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = sum + tile[kThreads - 1 - threadIdx.x];
  barrier.arrive_and_drop();
}

/// Counts the threads that are inside when more than the two that may be are.
__global__ void share_two_places(int* too_many) {
  using Semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 4>;
  __shared__ alignas(Semaphore) char bytes[sizeof(Semaphore)];
  __shared__ int inside;
  auto& semaphore = *reinterpret_cast<Semaphore*>(bytes);
  if (threadIdx.x == 0) {
    new (&semaphore) Semaphore(2);
    inside = 0;
  }
  __syncthreads();
  semaphore.acquire();
  if (atomicAdd(&inside, 1) >= 2) atomicAdd(too_many, 1);
  __nanosleep(100);
  atomicSub(&inside, 1);
  semaphore.release();
  atomicAdd(too_many + 1, 1);
}

}  // namespace

int main() {
  check_atomics<signed char, cuda::thread_scope_block>("int8");
  check_atomics<unsigned short, cuda::thread_scope_device>("uint16");
  check_atomics<int, cuda::thread_scope_device>("int");
  check_atomics<unsigned long long, cuda::thread_scope_system>("uint64");
  check_atomics<float, cuda::thread_scope_device>("float");
  check_atomics<double, cuda::thread_scope_block>("double");

  const auto numbers = random_numbers<int>(kThreads * kRounds, -1000, 1000);
  const int* in = on_device(numbers);
  int* out = on_device(std::vector<int>(numbers.size()));
  std::vector<int> turned(numbers.size()), tile(kThreads), sums(kThreads);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    turned[i] = numbers[i / kThreads * kThreads + kThreads - 1 - i % kThreads];
  for (std::size_t i = 0; i < kThreads; ++i) {
    tile[i] = numbers[kThreads - 1 - i];
    sums[i] = numbers[i ^ 1] + numbers[2 * kThreads - 1 - i];
  }
  turn_tiles<<<1, kThreads>>>(in, out);
  report("pipeline of three", from_device(out, turned.size()), turned);
  turn_tile<<<1, kThreads>>>(in, out);
  report("pipeline of a thread", from_device(out, kThreads), tile);
  add_neighbours<<<1, kThreads>>>(in, out);
  report("barrier", from_device(out, kThreads), sums);
  int* too_many = on_device(std::vector<int>(2));
  share_two_places<<<1, kThreads>>>(too_many);
  report("semaphore", from_device(too_many, 2), {0, kThreads});
  return 0;
}
