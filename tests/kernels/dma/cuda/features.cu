// Single properties of warpscope::dma, one per argument; each prints how many values are wrong.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/dma/without_half.cuh"

namespace dma = warpscope::dma;

namespace {

constexpr int kFloats = 1 << 14;

/// An input of 0, 1, 2, … and an output on the device.
struct Arrays {
  Arrays() : host(kFloats) {
    std::iota(host.begin(), host.end(), 0.0F);
    cudaMalloc(&in, kFloats * sizeof(float));
    cudaMalloc(&out, kFloats * sizeof(float));
    cudaMemcpy(in, host.data(), kFloats * sizeof(float), cudaMemcpyDefault);
    cudaMemset(out, 0, kFloats * sizeof(float));
  }
  ~Arrays() {
    cudaFree(in);
    cudaFree(out);
  }
  /// Prints how many of the first `count` outputs differ from f(i).
  template <typename F>
  void report(const char* what, int count, F f) const {
    std::vector<float> found(static_cast<std::size_t>(count));
    const cudaError_t error =
        cudaMemcpy(found.data(), out, found.size() * sizeof(float), cudaMemcpyDefault);
    int wrong = 0;
    for (int i = 0; i < count; ++i) wrong += found[static_cast<std::size_t>(i)] != f(i) ? 1 : 0;
    std::printf("%s: %s, %d wrong\n", what, cudaGetErrorName(error), wrong);
  }
  std::vector<float> host;
  float *in = nullptr, *out = nullptr;
};

/// 128 DMA threads give registers, 128 compute threads take them.
__global__ void __launch_bounds__(256) hand_over(const float* in, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[128];
  dma::Ring ring(storage, dma::Team(dma::fixed<128>, dma::fixed<128>, dma::fixed<128>));
  if (ring.owns_this_thread()) {
    dma::give_registers<40>();
    ring.execute_dma(dma::Sequential(dma::fixed<512>), in, buffer);
  } else {
    dma::take_registers<232>();
    ring.wait_for_dma_finish();
    out[threadIdx.x] = buffer[threadIdx.x];
  }
}

/// Indices and strides beyond 32 bits: `far` points 2^33 elements of 16 bytes before `in`.
__global__ void wide(const char* far, const long long* index, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[128];
  dma::Ring ring(storage, dma::Team(32, 32, 32));
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Gather(index, dma::fixed<16>, 32), far, buffer);
    return;
  }
  ring.wait_for_dma_finish();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = buffer[threadIdx.x * 4 + i];
}

/// The user's own bulk copies: two halves, exchanged.
__global__ void own_bulk(const float* in, float* out) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(16) float buffer[128];
  dma::Ring ring(storage, dma::Team(64, 32, 64), dma::bulk);
  if (ring.owns_this_thread()) {
    ring.execute_dma(
        dma::Custom(
            [](dma::Lane lane, const char* from, char* to, dma::Barrier& barrier) -> unsigned {
              if (lane.rank >= 2) return 0;
              dma::Bulk::copy(to + 256 * lane.rank, from + 256 * (1 - lane.rank), 256, barrier);
              return 256;
            }),
        in, buffer);
    return;
  }
  ring.wait_for_dma_finish();
  for (int i = threadIdx.x; i < 128; i += 64) out[i] = buffer[i];
}

/// A block that copies an unaligned piece to a buffer of the same phase.
template <typename Engine>
__global__ void copy_piece(const float* in, float* out, int count, int buffer_shift) {
  __shared__ dma::RingStorage<1> storage;
  __shared__ alignas(128) char buffer[4096 + 32];
  auto* piece = dma::buffer_at_phase_of(buffer, in) + buffer_shift;
  dma::Ring ring(storage, dma::Team(128, 32, 128), Engine{});
  if (ring.owns_this_thread()) {
    ring.execute_dma(dma::Sequential(count * 4), in, piece);
    return;
  }
  ring.wait_for_dma_finish();
  for (int i = threadIdx.x; i < count; i += 128) out[i] = piece[i];
}

constexpr int kTiles = 11, kOfTile = 128;

template <typename Stages>
__device__ void copy_tiles(dma::RingStorage<4>& storage, const float* in, float* out,
                           Stages stage_count) {
  __shared__ alignas(16) float buffer[4][kOfTile];
  const int stages = dma::number(stage_count);
  dma::Ring ring(storage, dma::Team(kOfTile, 32, kOfTile), dma::automatic, dma::to_shared,
                 dma::Checked<>("tiles"), stage_count);
  for (int t = 0; t < kTiles; ++t) {
    if (ring.owns_this_thread()) {
      ring.execute_dma(dma::Sequential(kOfTile * 4), in + t * kOfTile, buffer[ring.dma_stage()]);
    } else {
      ring.wait_for_dma_finish();
      // A stage that does not exist would leave a wrong number.
      out[t * kOfTile + threadIdx.x] +=
          buffer[ring.compute_stage()][threadIdx.x] + (ring.compute_stage() == t % stages ? 0 : 1);
      ring.start_async_dma();
    }
  }
  ring.retire();
}

/// A ring of as many stages as the launch says, with room for more, and then one of three in the
/// same storage.
__global__ void some_stages(const float* in, float* out, int stages) {
  __shared__ dma::RingStorage<4> storage;
  copy_tiles(storage, in, out, stages);
  copy_tiles(storage, in, out, dma::fixed<3>);
}

void run(const std::string& what) {
  const Arrays arrays;
  if (what == "registers") {
    hand_over<<<1, 256>>>(arrays.in, arrays.out);
    arrays.report("registers", 128, [](int i) { return static_cast<float>(i); });
  } else if (what == "wide") {
    std::vector<long long> index(32);
    for (long long i = 0; i < 32; ++i) index[static_cast<std::size_t>(i)] = (1LL << 33) + 31 - i;
    long long* device_index = nullptr;
    cudaMalloc(&device_index, sizeof(long long) * 32);
    cudaMemcpy(device_index, index.data(), sizeof(long long) * 32, cudaMemcpyDefault);
    wide<<<1, 64>>>(reinterpret_cast<const char*>(arrays.in) - (16LL << 33), device_index,
                    arrays.out);
    arrays.report("wide", 128, [](int i) { return static_cast<float>((31 - i / 4) * 4 + i % 4); });
    cudaFree(device_index);
  } else if (what == "stages") {
    for (const int stages : {1, 2, 3, 4}) {
      cudaMemset(arrays.out, 0, kFloats * sizeof(float));
      some_stages<<<1, kOfTile + 32>>>(arrays.in, arrays.out, stages);
      arrays.report("stages", kTiles * kOfTile, [](int i) { return static_cast<float>(2 * i); });
    }
  } else if (what == "own_bulk") {
    own_bulk<<<1, 96>>>(arrays.in, arrays.out);
    arrays.report("own_bulk", 128, [](int i) { return static_cast<float>((i + 64) % 128); });
  } else {
    const int shift = what == "other_phase" ? 1 : 0;
    const bool has_16_loads = what == "many_loads";
    const int start = what == "aligned" || what == "aligned_vector" || has_16_loads ? 0 : 3;
    const auto kernel = has_16_loads               ? copy_piece<dma::Vector<16>>
                        : what == "aligned_vector" ? copy_piece<dma::Vector<4>>
                                                   : copy_piece<dma::Bulk>;
    kernel<<<1, 160>>>(arrays.in + start, arrays.out, 1000, shift);
    arrays.report(what.c_str(), 1000, [&](int i) { return static_cast<float>(i + start); });
  }
}

}  // namespace

int main(int argc, char** argv) {
  run(argc > 1 ? argv[1] : "");
  return 0;
}
