// An 8th-order star in three dimensions (25 points), as in the SC'11 paper, section 5.4. A block
// marches through the planes; each plane arrives once, with its halo, and is added to the nine
// outputs that it takes part in, which stay in registers.
#include <cub/device/device_for.cuh>

#include "dma_bench.cuh"

namespace dma_bench {
namespace {

constexpr int kRadius = 4;

/// A tile of X * Y cells and its halo; a thread computes four neighbours in each of `Rows` rows.
template <int X, int Y, int Rows>
struct Tiling {
  static constexpr int kX = X, kY = Y, kRows = Rows;
  static constexpr int kThreads = X / 4 * Y / Rows;
  static constexpr int kPitch = X + 2 * kRadius;  // of the buffer, in floats
  static constexpr int kFloats = kPitch * (Y + 2 * kRadius);
  static constexpr int kBytes = kFloats * 4;
  static constexpr int kOrigin = kRadius * kPitch + kRadius;
  static std::string name() { return std::to_string(X) + "x" + std::to_string(Y); }
};

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
template <typename T>
__device__ Column column(const Domain& d, int chunks) {
  const int tiles_x = d.nx / T::kX, planes = d.nz / chunks;
  const int tile = static_cast<int>(blockIdx.x) / chunks;
  return {tile % tiles_x * T::kX, tile / tiles_x * T::kY,
          static_cast<int>(blockIdx.x) % chunks * planes, planes};
}

/// The outputs in flight of one thread: four cells in each of its rows, of nine planes.
template <typename T>
class Outputs {
 public:
  /// Adds a plane, whose tile is in `buffer`; the first of the nine outputs is then complete.
  __device__ void add(const float* buffer) {
    const float* centre = buffer + T::kOrigin + y() * T::kPitch + x();
    float flat[T::kRows][4] = {}, middle[T::kRows][4];
#pragma unroll
    for (int j = -kRadius; j < T::kRows + kRadius; ++j) {
      float here[4];
      load(centre + j * T::kPitch, here);
#pragma unroll
      for (int row = 0; row < T::kRows; ++row) {
        const int distance = j < row ? row - j : j - row;
        if (distance == 0 || distance > kRadius) continue;
#pragma unroll
        for (int c = 0; c < 4; ++c) flat[row][c] += coefficient(distance) * here[c];
      }
      if (j >= 0 && j < T::kRows) add_along_x(centre + j * T::kPitch, here, flat[j], middle[j]);
    }
#pragma unroll
    for (int row = 0; row < T::kRows; ++row) {
#pragma unroll
      for (int c = 0; c < 4; ++c) {
        auto& partial = partial_[row][c];
#pragma unroll
        for (int k = 0; k <= 2 * kRadius; ++k)
          partial[k] += coefficient(k < kRadius ? kRadius - k : k - kRadius) * middle[row][c];
        partial[kRadius] += flat[row][c];
        done_[row][c] = partial[0];
#pragma unroll
        for (int k = 0; k < 2 * kRadius; ++k) partial[k] = partial[k + 1];
        partial[2 * kRadius] = 0;
      }
    }
  }

  /// Stores what the last add() has completed.
  __device__ void store(float* out, const Domain& d, const Column& column, int plane) const {
    const long long z = column.first_plane + plane;
    float* to = out + (z * d.ny + column.y + y()) * d.nx + column.x + x();
#pragma unroll
    for (int row = 0; row < T::kRows; ++row) {
      const float* v = done_[row];
      *reinterpret_cast<float4*>(to + row * d.nx) = {v[0], v[1], v[2], v[3]};
    }
  }

 private:
  __device__ static int x() { return static_cast<int>(threadIdx.x) % (T::kX / 4) * 4; }
  __device__ static int y() { return static_cast<int>(threadIdx.x) / (T::kX / 4) * T::kRows; }
  __device__ static void load(const float* from, float* to) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
  }
  __device__ static void add_along_x(const float* centre, const float* here, float* flat,
                                     float* middle) {
    float row[12];
    load(centre - 4, row);
    load(centre + 4, row + 8);
#pragma unroll
    for (int c = 0; c < 4; ++c) middle[c] = row[4 + c] = here[c];
#pragma unroll
    for (int c = 0; c < 4; ++c) {
#pragma unroll
      for (int r = 1; r <= kRadius; ++r)
        flat[c] += coefficient(r) * (row[4 + c - r] + row[4 + c + r]);
    }
  }
  float partial_[T::kRows][4][2 * kRadius + 1] = {};
  float done_[T::kRows][4];
};

/// Registers are bounded so that `kBlocks` blocks with up to `kMostWarps` DMA warps fit on a
/// multiprocessor.
template <typename Engine, typename T, int kStages, int kMostWarps, int kBlocks>
__global__ void __launch_bounds__(T::kThreads + 32 * kMostWarps, kBlocks)
    with_dma(const float* in, float* out, Domain d, int chunks, unsigned dma_threads) {
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const Column c = column<T>(d, chunks);
  dma::Ring ring(storage, dma::Team(dma::fixed<T::kThreads>, dma_threads, dma::fixed<T::kThreads>),
                 Engine{});
  if (ring.owns_this_thread()) {
    const dma::Halo halo(dma::fixed<4>, dma::fixed<kRadius>, dma::fixed<T::kX>, dma::fixed<T::kY>,
                         d.pitch() * 4, dma::fixed<T::kPitch * 4>, dma::without_corners,
                         dma::aligned<16>);
    for (int p = 0; p < c.planes + 2 * kRadius; ++p) {
      ring.execute_dma(halo, in + d.at(c.x, c.y, c.first_plane + p),
                       buffer + ring.dma_stage() * T::kFloats + T::kOrigin);
    }
    return;
  }
  Outputs<T> outputs;
  for (int p = 0; p < c.planes + 2 * kRadius; ++p) {
    ring.wait_for_dma_finish();
    outputs.add(buffer + ring.compute_stage() * T::kFloats);
    ring.start_async_dma();
    if (p >= 2 * kRadius) outputs.store(out, d, c, p - 2 * kRadius);
  }
}

/// The same without DMA warps: the first kDmaThreads of the threads that compute issue the copies
/// too, of the plane that is kStages - 1 ahead.
template <typename Engine, typename T, int kStages, int kDmaThreads>
__global__ void __launch_bounds__(T::kThreads, 512 / T::kThreads)
    without_dma_warps(const float* in, float* out, Domain d, int chunks) {
  __shared__ dma::RingStorage<kStages> storage;
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const Column c = column<T>(d, chunks);
  dma::Ring ring(storage,
                 dma::Team(dma::fixed<0>, dma::fixed<kDmaThreads>, dma::fixed<T::kThreads>),
                 Engine{});
  const dma::Halo halo(dma::fixed<4>, dma::fixed<kRadius>, dma::fixed<T::kX>, dma::fixed<T::kY>,
                       d.pitch() * 4, dma::fixed<T::kPitch * 4>, dma::without_corners,
                       dma::aligned<16>);
  const int planes = c.planes + 2 * kRadius;
  const auto carry = [&](int p) {
    if (!ring.owns_this_thread() || p >= planes) return;
    ring.execute_dma(halo, in + d.at(c.x, c.y, c.first_plane + p),
                     buffer + ring.dma_stage() * T::kFloats + T::kOrigin);
  };
  Outputs<T> outputs;
  for (int p = 0; p < kStages - 1; ++p) carry(p);
  for (int p = 0; p < planes; ++p) {
    carry(p + kStages - 1);
    ring.wait_for_dma_finish();
    outputs.add(buffer + ring.compute_stage() * T::kFloats);
    ring.start_async_dma();
    if (p >= 2 * kRadius) outputs.store(out, d, c, p - 2 * kRadius);
  }
}

template <typename T, int kStages>
__global__ void __launch_bounds__(T::kThreads)
    with_pipeline(const float* in, float* out, Domain d, int chunks) {
  auto* buffer = reinterpret_cast<float*>(shared_memory);
  const Column c = column<T>(d, chunks);
  const auto warp =
      cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  Outputs<T> outputs;
  run_pipeline<kStages>(
      c.planes + 2 * kRadius,
      [&](auto& pipeline, long long p, int stage) {
        const float* from = in + d.at(c.x, c.y, c.first_plane + p);
        float* to = buffer + stage * T::kFloats + T::kOrigin;
        for (int row = static_cast<int>(threadIdx.x) / 32 - kRadius; row < T::kY + kRadius;
             row += T::kThreads / 32) {
          const bool has_sides = row >= 0 && row < T::kY;
          const int x = has_sides ? -kRadius : 0;
          cuda::memcpy_async(warp, to + row * T::kPitch + x, from + row * d.pitch() + x,
                             cuda::aligned_size_t<16>(has_sides ? T::kPitch * 4 : T::kX * 4),
                             pipeline);
        }
      },
      [&](long long p, int stage) {
        outputs.add(buffer + stage * T::kFloats);
        if (p >= 2 * kRadius) outputs.store(out, d, c, static_cast<int>(p) - 2 * kRadius);
      });
}

/// As many pieces of a column as the device has room for.
template <typename T, typename Kernel>
int chunks_for(const Options& options, const Domain& d, Kernel kernel, int threads, int shared) {
  const int blocks = resident_blocks(options, kernel, threads, shared, 32);
  const int columns = d.nx / T::kX * (d.ny / T::kY);
  int chunks = 1;
  while (chunks < 8 && 2 * chunks * columns <= blocks) chunks *= 2;
  return chunks;
}

/// The ways of one tiling; run(variant, launch) measures.
template <typename T, typename Run>
class Ways {
 public:
  Ways(const Options& options, const Domain& d, const float* in, float* out, Run run)
      : options_(options), d_(d), in_(in), out_(out), run_(run) {}

  void in_a_pipeline() const {
    for_each_stages([&](auto stages) {
      constexpr int kStages = decltype(stages)::value;
      launch("memcpy_async", "-", 0, kStages, with_pipeline<T, kStages>, T::kThreads);
    });
  }

  template <int kMostWarps, int kBlocks>
  void with_dma_warps() const {
    for_each_engine([&](const char* name, auto engine) {
      for_each_stages([&](auto stages) {
        constexpr int kStages = decltype(stages)::value;
        for (const int warps : options_.dma_warps()) {
          if (warps > kMostWarps) continue;
          launch("dma", name, warps, kStages,
                 with_dma<decltype(engine), T, kStages, kMostWarps, kBlocks>,
                 T::kThreads + 32 * warps, static_cast<unsigned>(32 * warps));
        }
      });
    });
  }

  void without_warps() const {
    for_each_engine([&](const char* name, auto engine) {
      using Engine = decltype(engine);
      constexpr int kDmaThreads =
          std::is_same_v<std::decay_t<Engine>, dma::Bulk> ? 32 : T::kThreads;
      for_each_stages([&](auto stages) {
        constexpr int kStages = decltype(stages)::value;
        launch("dma_no_warps", name, 0, kStages, without_dma_warps<Engine, T, kStages, kDmaThreads>,
               T::kThreads);
      });
    });
  }

 private:
  template <typename Kernel, typename... More>
  void launch(const char* variant, const char* engine, int warps, int stages, Kernel kernel,
              int threads, More... more) const {
    const int shared = stages * T::kBytes;
    const int chunks = chunks_for<T>(options_, d_, kernel, threads, shared);
    const int blocks = d_.nx / T::kX * (d_.ny / T::kY) * chunks;
    run_({"", std::string(variant) + "_" + T::name(), engine, warps, stages},
         [&] { kernel<<<blocks, threads, shared>>>(in_, out_, d_, chunks, more...); });
  }

  const Options& options_;
  const Domain& d_;
  const float* in_;
  float* out_;
  Run run_;
};

}  // namespace

void run_stencil(const Options& options) {
  const int side = static_cast<int>(options.size(512, 128));
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
  using Run = decltype(with);
  const Ways<Tiling<64, 16, 2>, Run> small(options, d, in.get(), out.get(), with);
  small.in_a_pipeline();
  small.with_dma_warps<8, 1>();
  small.without_warps();
  const Ways<Tiling<128, 16, 2>, Run> large(options, d, in.get(), out.get(), with);
  large.in_a_pipeline();
  large.with_dma_warps<2, 2>();
  large.without_warps();
  if (d.nx < 256) return;
  const Ways<Tiling<256, 16, 2>, Run> wide(options, d, in.get(), out.get(), with);
  wide.in_a_pipeline();
  wide.with_dma_warps<1, 1>();
  wide.without_warps();
}

}  // namespace dma_bench
