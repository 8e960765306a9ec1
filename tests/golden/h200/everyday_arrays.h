// Kernels as students write them, for everyday_probes.cu: arrays, images, tiles.
#pragma once

#include <cuda_fp16.h>

#include "probe.h"

__device__ __forceinline__ int index_x() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ __forceinline__ int index_y() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
using u8 = unsigned char;

// Vectors, structures, strides and offsets.
template <typename T>
__global__ void copy_strided(const T* in, T* out, int n, int stride, int offset) {
  const int i = index_x();
  if (i < n) out[i * stride] = in[i * stride + offset];
}
template <typename T>
__global__ void copy_every_third_lane(const T* in, T* out, int n) {
  const int i = index_x();
  if (i < n && i % 3 != 1) out[i] = in[n - 1 - i];
}
struct Triple {
  float x, y, z;
};
struct Particle {
  float x, y, z, vx, vy, vz, mass;
};
struct Mixed {
  double weight;
  int key;
  char flag;
};
__global__ void move_triples(Triple* position, const Triple* velocity, float dt, int n) {
  const int i = index_x();
  if (i >= n) return;
  position[i].x += velocity[i].x * dt;
  position[i].y += velocity[i].y * dt;
  position[i].z += velocity[i].z * dt;
}
__global__ void move_particles(Particle* particles, float dt, int n) {
  const int i = index_x();
  if (i >= n) return;
  Particle p = particles[i];
  p.x += p.vx * dt;
  p.y += p.vy * dt;
  p.z += p.vz * dt;
  particles[i] = p;
}
__global__ void move_arrays(float* x, float* y, const float* vx, const float* vy, float dt, int n) {
  for (int i = index_x(); i < n; i += static_cast<int>(gridDim.x * blockDim.x)) {
    x[i] += vx[i] * dt;
    y[i] += vy[i] * dt;
  }
}
__global__ void mixed_structures(const Mixed* in, Mixed* out, int n) {
  const int i = index_x();
  if (i < n && in[i].flag >= 0) {
    out[i].weight = in[i].weight * in[i].key;
    out[i].flag = 1;
  }
}
__global__ void half_axpy(const __half2* x, __half2* y, __half2 a, int n) {
  const int i = index_x();
  if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}
__global__ void pair_sums(const float* in, float* out, int n) {
  const int i = index_x();
  if (2 * i + 1 < n) out[i] = in[2 * i] + in[2 * i + 1];
}
__global__ void gather(const float* in, const int* places, float* out, int n) {
  const int i = index_x();
  if (i < n) out[i] = in[places[i]];
}
__global__ void scatter(const float4* in, const int* places, float4* out, int n) {
  const int i = index_x();
  if (i < n) out[places[i]] = in[i];
}

// Images of bytes.
__global__ void gray(const uchar3* in, u8* out, int width, int height) {
  const int x = index_x(), y = index_y();
  if (x >= width || y >= height) return;
  const uchar3 p = in[y * width + x];
  out[y * width + x] = static_cast<u8>(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
}
__global__ void brighten(uchar4* image, int width, int height, int by) {
  const int x = index_x(), y = index_y();
  if (x >= width || y >= height) return;
  uchar4 p = image[y * width + x];
  p.x = static_cast<u8>(min(255, p.x + by));
  p.y = static_cast<u8>(min(255, p.y + by));
  image[y * width + x] = p;
}
__global__ void blur(const u8* in, u8* out, int width, int height, int radius) {
  const int x = index_x(), y = index_y();
  if (x >= width || y >= height) return;
  int sum = 0, count = 0;
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const int u = x + dx, v = y + dy;
      if (u < 0 || v < 0 || u >= width || v >= height) continue;
      sum += in[v * width + u];
      ++count;
    }
  out[y * width + x] = static_cast<u8>(sum / count);
}
__global__ void sobel_tile(const u8* in, u8* out, int width, int height) {
  __shared__ u8 tile[18][18];
  const int x = index_x(), y = index_y();
  for (int k = static_cast<int>(threadIdx.y * 16 + threadIdx.x); k < 18 * 18; k += 256) {
    const int u = min(max(static_cast<int>(blockIdx.x * 16) + k % 18 - 1, 0), width - 1);
    const int v = min(max(static_cast<int>(blockIdx.y * 16) + k / 18 - 1, 0), height - 1);
    tile[k / 18][k % 18] = in[v * width + u];
  }
  __syncthreads();
  if (x >= width || y >= height) return;
  const int i = static_cast<int>(threadIdx.x), j = static_cast<int>(threadIdx.y);
  const int gx = tile[j][i + 2] + 2 * tile[j + 1][i + 2] + tile[j + 2][i + 2] - tile[j][i] - 2 * tile[j + 1][i] - tile[j + 2][i];
  const int gy = tile[j + 2][i] + 2 * tile[j + 2][i + 1] + tile[j + 2][i + 2] - tile[j][i] - 2 * tile[j][i + 1] - tile[j][i + 2];
  out[y * width + x] = static_cast<u8>(min(255, abs(gx) + abs(gy)));
}
__constant__ float filter[9];
__global__ void convolve_row(const float* in, float* out, int width, int height) {
  extern __shared__ float row[];
  const int x = index_x(), y = static_cast<int>(blockIdx.y), begin = static_cast<int>(blockIdx.x * blockDim.x) - 4;
  for (int k = static_cast<int>(threadIdx.x); k < static_cast<int>(blockDim.x) + 8; k += static_cast<int>(blockDim.x))
    row[k] = begin + k >= 0 && begin + k < width ? in[y * width + begin + k] : 0.0f;
  __syncthreads();
  if (x >= width) return;
  float sum = 0;
  for (int k = 0; k < 9; ++k) sum += filter[k] * row[threadIdx.x + k];
  out[y * width + x] = sum;
}
__global__ void life(const u8* in, u8* out, int width, int height) {
  const int x = index_x(), y = index_y();
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  int alive = -in[y * width + x];
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) alive += in[(y + dy) * width + x + dx];
  out[y * width + x] = alive == 3 || (alive == 2 && in[y * width + x]);
}

// Tiles of shared memory.
template <typename T, int kPad, int kRows>
__global__ void transpose(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][32 + kPad];
  int x = static_cast<int>(blockIdx.x * 32 + threadIdx.x), y = static_cast<int>(blockIdx.y * 32 + threadIdx.y);
  for (int j = 0; j < 32; j += kRows)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = static_cast<int>(blockIdx.y * 32 + threadIdx.x);
  y = static_cast<int>(blockIdx.x * 32 + threadIdx.y);
  for (int j = 0; j < 32; j += kRows)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template <typename T, int kTile>
__global__ void multiply_tiled(const T* a, const T* b, T* c, int n) {
  __shared__ T left[kTile][kTile], right[kTile][kTile];
  const int row = static_cast<int>(blockIdx.y * kTile + threadIdx.y), column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  T sum = 0;
  for (int k = 0; k < n; k += kTile) {
    left[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : T(0);
    right[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : T(0);
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
template <typename T>
__global__ void multiply_naive(const T* a, const T* b, T* c, int n) {
  const int row = index_y(), column = index_x();
  if (row >= n || column >= n) return;
  T sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void multiply_blocked(const float4* a, const float4* b, float4* c, int n) {  // 4 by 4 of each thread
  __shared__ float4 left[16][17], right[16][16];
  float sum[4][4] = {};
  const int quads = n / 4;
  for (int k = 0; k < n; k += 16) {
    const int row = static_cast<int>(blockIdx.y * 16 + threadIdx.y);
    if (threadIdx.x < 4) left[threadIdx.y][threadIdx.x] = a[row * quads + k / 4 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * quads + (blockIdx.x * 16 + threadIdx.x) % quads];
    __syncthreads();
    for (int i = 0; i < 16; ++i) {
      const float4 r = right[i][threadIdx.x];
      for (int j = 0; j < 4; ++j) {
        const float l = reinterpret_cast<const float*>(&left[(threadIdx.y * 4 + j) % 16][i / 4])[i % 4];
        sum[j][0] += l * r.x;
        sum[j][1] += l * r.y;
        sum[j][2] += l * r.z;
        sum[j][3] += l * r.w;
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j)
    c[((blockIdx.y * 16 + threadIdx.y) * 4 + j) % n * quads + (blockIdx.x * 16 + threadIdx.x) % quads] = make_float4(sum[j][0], sum[j][1], sum[j][2], sum[j][3]);
}
template <typename T>
__global__ void shared_records(const T* in, T* out, int n, int step) {  // structures in shared memory
  extern __shared__ __align__(16) u8 bytes[];
  T* records = reinterpret_cast<T*>(bytes);
  const int i = index_x();
  if (i < n) records[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n && (threadIdx.x & 5) != 1) out[i] = records[threadIdx.x * step % blockDim.x];
}
template <typename T>
__global__ void shared_columns(T* out, int width) {  // a thread sums a row, so a warp walks columns
  extern __shared__ __align__(16) u8 bytes[];
  T* cells = reinterpret_cast<T*>(bytes);
  for (unsigned k = threadIdx.x; k < blockDim.x * width; k += blockDim.x) cells[k] = static_cast<T>(k % 7);
  __syncthreads();
  T sum = 0;
  for (int k = 0; k < width; ++k) sum += cells[threadIdx.x * width + k];
  out[index_x()] = sum;
}
