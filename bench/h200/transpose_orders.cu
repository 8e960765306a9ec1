// Transposition of 64 x 64 tiles of floats once more: orders of tiles that keep the blocks that run
// together on few pages, and clusters whose four blocks exchange their tiles through distributed
// shared memory, so that each writes rows of 1 KiB.
//   nvcc -O3 -std=c++20 -arch=sm_90 transpose_orders.cu -o transpose_orders && ./transpose_orders
// Prints rows "size,order,fraction of 4.8 TB/s,is right".
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int kTile = 64;
constexpr int kThreads = 256;
constexpr int kRepeats = 9;
constexpr double kPeakBytesPerS = 4.8e12;

__global__ void fill(float* data, long long count) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    data[i] = static_cast<float>(i % 16777213);
  }
}

__global__ void count_wrong(const float* in, const float* out, int n, unsigned* wrong) {
  const long long step = static_cast<long long>(gridDim.x) * blockDim.x;
  const long long count = static_cast<long long>(n) * n;
  for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < count;
       i += step) {
    if (out[i] != in[(i % n) * n + i / n]) atomicAdd(wrong, 1U);
  }
}

struct Place {
  int x, y;  // of the tile, in tiles of the input
};

/// Tile number `t` of tiles x tiles in squares of `square` tiles, column by column inside and
/// outside; `square` is `tiles` for plain columns.
__device__ Place in_squares(int t, int tiles, int square) {
  const int per_square = square * square, of_square = t / per_square, inside = t % per_square,
            squares = tiles / square;
  return {(of_square / squares) * square + inside / square,
          (of_square % squares) * square + inside % square};
}

__device__ void load_tile(const float* in, int n, Place place, float (*tile)[kTile + 1]) {
  for (int i = threadIdx.x; i < kTile * kTile / 4; i += kThreads) {
    const int row = i / 16, column = i % 16 * 4;
    const float4 v = __ldcs(reinterpret_cast<const float4*>(
        in + (static_cast<long long>(place.y) * kTile + row) * n + place.x * kTile + column));
    tile[column][row] = v.x, tile[column + 1][row] = v.y, tile[column + 2][row] = v.z,
    tile[column + 3][row] = v.w;
  }
}

__global__ void __launch_bounds__(kThreads)
    by_blocks(const float* in, float* out, int n, int square) {
  __shared__ float tile[kTile][kTile + 1];
  const Place place = in_squares(blockIdx.x, n / kTile, square);
  load_tile(in, n, place, tile);
  __syncthreads();
  for (int i = threadIdx.x; i < kTile * kTile / 4; i += kThreads) {
    const int row = i / 16, column = i % 16 * 4;
    const float4 v{tile[row][column], tile[row][column + 1], tile[row][column + 2],
                   tile[row][column + 3]};
    *reinterpret_cast<float4*>(out + (static_cast<long long>(place.x) * kTile + row) * n +
                               place.y * kTile + column) = v;
  }
}

/// Four tiles below each other: block r writes rows 16 r to 16 r + 15 of the result, of 256 floats,
/// out of all four blocks' memory.
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(kThreads)
    by_clusters(const float* in, float* out, int n, int square) {
  __shared__ float tile[kTile][kTile + 1];
  const auto cluster = cooperative_groups::this_cluster();
  const Place place = in_squares(blockIdx.x, n / kTile, square);
  load_tile(in, n, place, tile);
  cluster.sync();
  const int rank = static_cast<int>(cluster.block_rank()), first_y = place.y - rank;
  for (int i = threadIdx.x; i < 16 * 64; i += kThreads) {
    const int row = rank * 16 + i / 64, column = i % 64 * 4;
    const float* from = cluster.map_shared_rank(&tile[row][column % kTile], column / kTile);
    *reinterpret_cast<float4*>(out + (static_cast<long long>(place.x) * kTile + row) * n +
                               first_y * kTile + column) =
        float4{from[0], from[1], from[2], from[3]};
  }
  cluster.sync();
}

template <typename Work>
double fraction_of_peak(int n, Work work) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  std::vector<float> times_ms;
  for (int i = 0; i < kRepeats + 2; ++i) {
    cudaEventRecord(begin);
    work();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float time_ms = 0;
    cudaEventElapsedTime(&time_ms, begin, end);
    if (i >= 2) times_ms.push_back(time_ms);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times_ms.begin(), times_ms.end());
  return 8.0 * n * n / (times_ms[kRepeats / 2] * 1e-3) / kPeakBytesPerS;
}

}  // namespace

int main() {
  for (const int n : {16384, 32768}) {
    const long long count = static_cast<long long>(n) * n;
    float *in = nullptr, *out = nullptr;
    unsigned* wrong = nullptr;
    if (cudaMalloc(&in, count * 4) != cudaSuccess || cudaMalloc(&out, count * 4) != cudaSuccess ||
        cudaMallocManaged(&wrong, 4) != cudaSuccess)
      return 1;
    fill<<<2048, 256>>>(in, count);
    std::printf("%d,copy,%.4f,1\n", n, fraction_of_peak(n, [&] {
                  cudaMemcpyAsync(out, in, count * 4, cudaMemcpyDeviceToDevice);
                }));
    const int tiles = n / kTile, blocks = tiles * tiles;
    for (const bool in_clusters : {false, true}) {
      for (const int square : {tiles, 4, 8, 16, 32, 64}) {
        cudaMemset(out, 0, count * 4);
        const double fraction = fraction_of_peak(n, [&] {
          if (in_clusters) {
            by_clusters<<<blocks, kThreads>>>(in, out, n, square);
          } else {
            by_blocks<<<blocks, kThreads>>>(in, out, n, square);
          }
        });
        *wrong = 0;
        count_wrong<<<2048, 256>>>(in, out, n, wrong);
        const bool ran = cudaDeviceSynchronize() == cudaSuccess;
        std::printf("%d,%s in squares of %d,%.4f,%d\n", n, in_clusters ? "clusters" : "blocks",
                    square, fraction, ran && *wrong == 0);
      }
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(wrong);
  }
}
