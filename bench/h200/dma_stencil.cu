// An 8th-order star in three dimensions (25 points), as in the SC'11 paper, section 5.4. A block
// marches through the planes; each plane arrives once, with its halo, and is added to the nine
// outputs that it takes part in, which stay in registers.
#include <cub/device/device_for.cuh>

#include "dma_bench.cuh"

namespace dma_bench {
namespace {

constexpr int kRadius = 4;
constexpr int kTileX = 64, kTileY = 16;
constexpr int kComputeThreads = kTileX / 4 * kTileY;  // four cells each
constexpr int kBufferPitch = kTileX + 2 * kRadius;    // floats
constexpr int kBufferFloats = kBufferPitch * (kTileY + 2 * kRadius);
constexpr int kBufferBytes = kBufferFloats * 4;
constexpr int kOrigin = kRadius * kBufferPitch + kRadius;
constexpr int kLead = 32;  // floats before the first cell of a row

/// The input has kRadius planes and rows around it on each side and kLead floats.
struct Domain {
  int nx, ny, nz;
  __host__ __device__ long long pitch() const { return nx + 2 * kLead; }
  __host__ __device__ long long plane() const { return pitch() * (ny + 2 * kRadius); }
  __host__ __device__ long long input() const { return plane() * (nz + 2 * kRadius); }
  __host__ __device__ long long cells() const { return static_cast<long long>(nx) * ny * nz; }
  /// Cell (x, y) of plane `plane_index` of the input, counted from the first halo plane.
  __host__ __device__ long long at(long long x, long long y, long long plane_index) const {
    return plane_index * plane() + (y + kRadius) * pitch() + kLead + x;
  }
};

/// 2, 1/2, 1/4, 1/8, 1/16: exact, so that any order of additions gives the same bits.
__host__ __device__ constexpr float coefficient(int distance) {
  return distance == 0 ? 2.0F : 1.0F / static_cast<float>(1 << distance);
}

struct OneCell {
  const float* in;
  float* out;
  Domain d;
  __device__ void operator()(long long i) const {
    const long long x = i % d.nx, y = i / d.nx % d.ny, z = i / d.nx / d.ny;
    const float* centre = in + d.at(x, y, z + kRadius);
    float total = coefficient(0) * *centre;
#pragma unroll
    for (int r = 1; r <= kRadius; ++r) {
      total += coefficient(r) *
               (centre[r] + centre[-r] + centre[r * d.pitch()] + centre[-r * d.pitch()] +
                centre[r * d.plane()] + centre[-r * d.plane()]);
    }
    out[i] = total;
  }
};

__global__ void plain(OneCell one_cell) {
  one_cell(blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x);
}

/// The part of the domain that a block marches through.
struct Column {
  int x, y, first_plane, planes;  ///< planes of the output
};
__device__ Column column(const Domain& d, int chunks) {
  const int tiles_x = d.nx / kTileX, planes = d.nz / chunks;
  const int tile = static_cast<int>(blockIdx.x) / chunks;
  return {tile % tiles_x * kTileX, tile / tiles_x * kTileY,
          static_cast<int>(blockIdx.x) % chunks * planes, planes};
}

/// The outputs in flight of one thread: four cells of nine planes.
class Outputs {
 public:
  /// Adds a plane, whose tile is in `buffer`; the first of the nine outputs is then complete.
  __device__ float4 add(const float* buffer) {
    const int x = static_cast<int>(threadIdx.x) % (kTileX / 4) * 4;
    const int y = static_cast<int>(threadIdx.x) / (kTileX / 4);
    const float* centre = buffer + kOrigin + y * kBufferPitch + x;
    float row[12];
    load(centre - 4, row);
    load(centre, row + 4);
    load(centre + 4, row + 8);
    float flat[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
      flat[c] = 0;
#pragma unroll
      for (int r = 1; r <= kRadius; ++r)
        flat[c] += coefficient(r) * (row[4 + c - r] + row[4 + c + r]);
    }
#pragma unroll
    for (int r = 1; r <= kRadius; ++r) {
      float above[4], below[4];
      load(centre - r * kBufferPitch, above);
      load(centre + r * kBufferPitch, below);
#pragma unroll
      for (int c = 0; c < 4; ++c) flat[c] += coefficient(r) * (above[c] + below[c]);
    }
    float done[4];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
#pragma unroll
      for (int k = 0; k <= 2 * kRadius; ++k)
        partial_[k][c] += coefficient(k < kRadius ? kRadius - k : k - kRadius) * row[4 + c];
      partial_[kRadius][c] += flat[c];
      done[c] = partial_[0][c];
#pragma unroll
      for (int k = 0; k < 2 * kRadius; ++k) partial_[k][c] = partial_[k + 1][c];
      partial_[2 * kRadius][c] = 0;
    }
    return {done[0], done[1], done[2], done[3]};
  }

  __device__ static void store(float* out, const Domain& d, const Column& column, int plane,
                               float4 value) {
    const long long x = column.x + static_cast<int>(threadIdx.x) % (kTileX / 4) * 4;
    const long long y = column.y + static_cast<int>(threadIdx.x) / (kTileX / 4);
    const long long z = column.first_plane + plane;
    *reinterpret_cast<float4*>(out + (z * d.ny + y) * d.nx + x) = value;
  }

 private:
  __device__ static void load(const float* from, float* to) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
  }
  float partial_[2 * kRadius + 1][4] = {};
};

template <typename Engine, int kStages>
__global__ void __launch_bounds__(kComputeThreads + 256)
    with_dma(const float* in, float* out, Domain d, int chunks, unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const Column c = column(d, chunks);
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<kComputeThreads>, dma_threads, dma::fixed<kComputeThreads>),
                 Engine{});
  if (ring.owns_this_thread()) {
    const dma::Halo halo(dma::fixed<4>, dma::fixed<kRadius>, dma::fixed<kTileX>, dma::fixed<kTileY>,
                         d.pitch() * 4, dma::fixed<kBufferPitch * 4>, dma::without_corners,
                         dma::aligned<16>);
    for (int p = 0; p < c.planes + 2 * kRadius; ++p) {
      ring.execute_dma(halo, in + d.at(c.x, c.y, c.first_plane + p),
                       buffer + ring.dma_stage() * kBufferFloats + kOrigin);
    }
    return;
  }
  Outputs outputs;
  for (int p = 0; p < c.planes + 2 * kRadius; ++p) {
    ring.wait_for_dma_finish();
    const float4 done = outputs.add(buffer + ring.compute_stage() * kBufferFloats);
    ring.start_async_dma();
    if (p >= 2 * kRadius) Outputs::store(out, d, c, p - 2 * kRadius, done);
  }
}

template <int kStages>
__global__ void __launch_bounds__(kComputeThreads)
    with_pipeline(const float* in, float* out, Domain d, int chunks) {
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const Column c = column(d, chunks);
  const auto warp =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  Outputs outputs;
  run_pipeline<kStages>(
      c.planes + 2 * kRadius,
      [&](auto& pipeline, long long p, int stage) {
        const float* from = in + d.at(c.x, c.y, c.first_plane + p);
        float* to = buffer + stage * kBufferFloats + kOrigin;
        for (int row = static_cast<int>(threadIdx.x) / 32 - kRadius; row < kTileY + kRadius;
             row += kComputeThreads / 32) {
          const bool has_sides = row >= 0 && row < kTileY;
          const int x = has_sides ? -kRadius : 0;
          cuda::memcpy_async(warp, to + row * kBufferPitch + x, from + row * d.pitch() + x,
                             cuda::aligned_size_t<16>(has_sides ? kBufferPitch * 4 : kTileX * 4),
                             pipeline);
        }
      },
      [&](long long p, int stage) {
        const float4 done = outputs.add(buffer + stage * kBufferFloats);
        if (p >= 2 * kRadius) Outputs::store(out, d, c, static_cast<int>(p) - 2 * kRadius, done);
      });
}

/// As many pieces of a column as the device has room for.
template <typename Kernel>
int chunks_for(const Options& options, const Domain& d, Kernel kernel, int threads, int shared) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared),
        "occupancy");
  const int columns = d.nx / kTileX * (d.ny / kTileY);
  int chunks = 1;
  while (chunks < 8 && 2 * chunks * columns <= blocks * options.multiprocessors) chunks *= 2;
  return chunks;
}

}  // namespace

void run_stencil(const Options& options) {
  const int side = static_cast<int>(options.size(512, 64));
  const Domain d{side, options.is_quick ? 32 : side, options.is_quick ? 16 : side};
  DeviceArray<float> in(d.input()), out(d.cells()), expected(d.cells());
  fill(in, 15, 1);
  const unsigned blocks = static_cast<unsigned>(d.cells() / 256);
  plain<<<blocks, 256>>>(OneCell{in.get(), expected.get(), d});
  const auto with = [&](Variant variant, auto launch) {
    variant.benchmark = "stencil";
    variant.bytes = 8 * d.cells();
    out.clear();
    measure(options, variant, launch, [&] { return equal(out, expected); });
  };
  const OneCell one_cell{in.get(), out.get(), d};
  with({"", "plain"}, [&] { plain<<<blocks, 256>>>(one_cell); });
  with({"", "cub_for"}, [&] { cub::DeviceFor::Bulk(d.cells(), one_cell); });
  const auto columns = d.nx / kTileX * (d.ny / kTileY);
  for_each_stages([&](auto stages) {
    constexpr int kStages = decltype(stages)::value;
    constexpr int kShared = kStages * kBufferBytes;
    const auto kernel = with_pipeline<kStages>;
    const int chunks = chunks_for(options, d, kernel, kComputeThreads, kShared);
    with({"", "memcpy_async", "-", 0, kStages}, [&] {
      kernel<<<columns * chunks, kComputeThreads, kShared>>>(in.get(), out.get(), d, chunks);
    });
  });
  for_each_engine([&](const char* name, auto engine) {
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      constexpr int kShared = kStages * kBufferBytes;
      for (const int warps : options.dma_warps()) {
        const auto kernel = with_dma<decltype(engine), kStages>;
        const int threads = kComputeThreads + 32 * warps;
        const int chunks = chunks_for(options, d, kernel, threads, kShared);
        with({"", "dma", name, warps, kStages}, [&] {
          kernel<<<columns * chunks, threads, kShared>>>(in.get(), out.get(), d, chunks,
                                                         static_cast<unsigned>(32 * warps));
        });
      }
    });
  });
}

}  // namespace dma_bench
