// Wrong uses of rings, one per argument. Each must end in a report.
#include <cuda_runtime.h>

#include <cstdio>
#include <string>

#include "kernels/dma/without_half.cuh"

namespace dma = warpscope::dma;

namespace {

constexpr int kComputeThreads = 64, kDmaThreads = 32, kTile = 256;

struct Use {
  int dma_trips = 4, compute_trips = 4;
  int dma_threads = kDmaThreads, compute_threads = kComputeThreads, first = kComputeThreads;
};

template <typename Engine, typename Checks>
__device__ void run(const float* in, float* out, const Use& use, Checks checks) {
  __shared__ dma::RingStorage<2> storage;
  __shared__ alignas(16) float buffer[2][kTile];
  dma::Ring ring(storage, dma::Team(use.first, use.dma_threads, use.compute_threads), Engine{},
                 dma::to_shared, checks);
  if (ring.owns_this_thread()) {
    for (int t = 0; t < use.dma_trips; ++t)
      ring.execute_dma(dma::Sequential(kTile * 4), in, buffer[ring.dma_stage()]);
  } else {
    for (int t = 0; t < use.compute_trips; ++t) {
      ring.wait_for_dma_finish();
      out[threadIdx.x] = buffer[ring.compute_stage()][threadIdx.x];
      ring.start_async_dma();
    }
  }
}

template <typename Engine>
__global__ void unchecked(const float* in, float* out, Use use) {
  run<Engine>(in, out, use, dma::Unchecked{});
}

__global__ void checked(const float* in, float* out, Use use) {
  run<dma::Automatic>(in, out, use, dma::Checked<100>("tiles"));
}

/// A second ring takes the storage of the first, whose transfer has been waited for by nobody.
__global__ void recycled(const float* in, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kTile];
  const dma::Team team(kComputeThreads, kDmaThreads, kComputeThreads);
  dma::Ring first(storage, team, dma::vector);
  if (first.owns_this_thread()) first.execute_dma(dma::Sequential(kTile * 4), in, buffer);
  __syncthreads();
  dma::Ring second(storage, team, dma::vector);
  if (first.owns_this_thread()) return;
  first.wait_for_dma_finish();
  out[threadIdx.x] = buffer[threadIdx.x];
}

/// The ring is retired by the DMA warp while the others still wait for a transfer.
__global__ void retired(float* out) {
  __shared__ dma::RingStorage<1> storage;
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads));
  if (!ring.owns_this_thread()) ring.wait_for_dma_finish();
  ring.retire();
  out[threadIdx.x] = 0;
}

/// The pointers are swapped. Without the ring's check nvcc 13.0 makes PTX of it that ptxas refuses,
/// or fails itself ("Copy one register into another with a different width").
__global__ void swapped(float* in, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads));
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(dma::fixed<kTile * 4>, dma::aligned<16>), buffer, in);
  } else {
    ring.wait_for_dma_finish();
    out[threadIdx.x] = buffer[threadIdx.x];
  }
}
/// A promise of alignment that `bytes` breaks.
__global__ void one_trip(float* in, float* out, int bytes, dma::Aligned<16> promise) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads));
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(bytes, promise), in, buffer);  // a broken promise
  } else {
    ring.wait_for_dma_finish();
    out[threadIdx.x] = buffer[threadIdx.x];
  }
}
__global__ void swapped_stores(float* in, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads), dma::automatic,
                 dma::to_global);
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(kTile * 4), in, buffer);  // swapped stores
  } else {
    buffer[threadIdx.x] = out[threadIdx.x];
    ring.start_async_dma();
  }
}

/// The order of 2011: a buffer that nobody has filled is given back, and the next one waited for.
__global__ void start_before_wait(const float* in, float* out) {
  __shared__ dma::RingStorage<2> storage;
  __shared__ alignas(16) float buffer[2][kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads), dma::vector,
                 dma::to_shared, dma::Checked<4'000'000'000>("x"));
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(kTile * 4), in, buffer[ring.dma_stage()]);
    return;
  }
  ring.start_async_dma();
  ring.wait_for_dma_finish();
  out[threadIdx.x] = buffer[ring.compute_stage()][threadIdx.x];
}

/// A transfer that runs into what lies beside an array.
__device__ float source_array[kTile];
enum class Outside { destination, source, halo };
template <Outside kWhat>
__global__ void outside(float* in, float* out, int floats) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[2][kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads));
  if (ring.owns_this_thread()) {
    const dma::Sequential tile(floats * 4);
    if constexpr (kWhat == Outside::destination) {
      ring.execute_dma(tile, in, buffer[ring.dma_stage()]);  // a large element
    } else if constexpr (kWhat == Outside::source) {
      ring.execute_dma(tile, source_array, buffer);  // a large source
    } else {
      ring.execute_dma(dma::Halo(4, 1, 8, 8, 40, 40), in + 41, buffer[0]);  // no room for a rim
    }
  } else {
    ring.wait_for_dma_finish();
    out[threadIdx.x] = buffer[0][threadIdx.x];
  }
}

/// Towards global memory: the compute warps forget start_async_dma().
__global__ void never_filled(float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads), dma::automatic,
                 dma::to_global);
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(kTile * 4), buffer, out);
  } else {
    ring.wait_for_dma_finish();
    buffer[threadIdx.x] = 1;
  }
}

/// A ring of fewer stages than its storage has room for, or of as many as its launch says, with one
/// round too many of the compute warps.
template <typename Stages>
__global__ void some_stages(const float* in, float* out, Stages stages) {
  __shared__ dma::RingStorage<3> storage;
  __shared__ alignas(16) float buffer[3][kTile];
  dma::Ring ring(storage, dma::Team(kComputeThreads, kDmaThreads, kComputeThreads), dma::automatic,
                 dma::to_shared, dma::Unchecked{}, stages);
  if (ring.owns_this_thread()) {
    for (int t = 0; t < 4; ++t)
      ring.execute_dma(dma::Sequential(kTile * 4), in, buffer[ring.dma_stage()]);
  } else {
    for (int t = 0; t < 5; ++t) {
      ring.wait_for_dma_finish();
      out[threadIdx.x] = buffer[ring.compute_stage()][threadIdx.x];
      ring.start_async_dma();
    }
  }
}

void launch(const std::string& kind, float* in, float* out) {
  constexpr int kThreads = kComputeThreads + kDmaThreads;
  if (kind == "compute_trips") {
    unchecked<dma::Bulk><<<1, kThreads>>>(in, out, {.compute_trips = 5});
  } else if (kind == "dma_trips") {
    unchecked<dma::CpAsync><<<1, kThreads>>>(in, out, {.dma_trips = 7});
  } else if (kind == "compute_threads") {
    unchecked<dma::Vector<4>><<<1, kThreads>>>(in, out, {.compute_threads = 96});
  } else if (kind == "dma_threads_among_others") {
    unchecked<dma::Vector<4>><<<1, kThreads>>>(in, out, {.first = kDmaThreads});
  } else if (kind == "dma_threads") {
    unchecked<dma::Vector<4>><<<1, kThreads>>>(in, out, {.dma_threads = 64});
  } else if (kind == "recycled") {
    recycled<<<1, kThreads>>>(in, out);
  } else if (kind == "retired") {
    retired<<<1, kThreads>>>(out);
  } else if (kind == "checked_trips") {
    checked<<<1, kThreads>>>(in, out, {.compute_trips = 5});
  } else if (kind == "checked_team") {
    checked<<<1, kThreads>>>(in, out, {.dma_threads = 64});
  } else if (kind == "one_dma_trip_more") {
    unchecked<dma::Bulk><<<1, kThreads>>>(in, out, {.dma_trips = 5});
  } else if (kind == "right_use") {
    unchecked<dma::Bulk><<<1, kThreads>>>(in, out, {});
  } else if (kind == "named_right_use") {
    checked<<<1, kThreads>>>(in, out, {});
  } else if (kind == "start_before_wait") {
    start_before_wait<<<1, kThreads>>>(in, out);
  } else if (kind == "no_dma_threads") {
    unchecked<dma::Bulk><<<1, kComputeThreads>>>(in, out, {});
  } else if (kind == "some_stages") {
    some_stages<<<1, kThreads>>>(in, out, 2);
  } else if (kind == "two_stages") {
    some_stages<<<1, kThreads>>>(in, out, dma::fixed<2>);
  } else if (kind == "no_stages") {
    some_stages<<<1, kThreads>>>(in, out, 0);
  } else if (kind == "more_stages_than_room") {
    some_stages<<<1, kThreads>>>(in, out, 4);
  } else if (kind == "swapped") {
    swapped<<<1, kThreads>>>(in, out);
  } else if (kind == "swapped_stores") {
    swapped_stores<<<1, kThreads>>>(in, out);
  } else if (kind == "large_element") {
    outside<Outside::destination><<<1, kThreads>>>(in, out, kTile + 4);
  } else if (kind == "large_source") {
    outside<Outside::source><<<1, kThreads>>>(in, out, 2 * kTile);
  } else if (kind == "halo_at_the_edge") {
    outside<Outside::halo><<<1, kThreads>>>(in, out, 0);
  } else if (kind == "never_filled") {
    never_filled<<<1, kThreads>>>(out);
  } else if (kind == "broken_promise") {
    one_trip<<<1, kThreads>>>(in, out, 1000, dma::aligned<16>);
  }
}

}  // namespace

int main(int argc, char** argv) {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, kTile * sizeof(float));
  cudaMalloc(&out, kTile * sizeof(float));
  cudaMemset(in, 0, kTile * sizeof(float));
  launch(argc > 1 ? argv[1] : "", in, out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  return 0;
}
