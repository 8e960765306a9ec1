// More kernels for everyday_probes.cu: reductions, sorts, histograms, irregular work, copies.
#pragma once

#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "everyday_arrays.h"

namespace cg = cooperative_groups;

// Reductions, scans, sorts.
template <typename T, int kKind>
__global__ void reduce(const T* in, T* out, int n) {
  extern __shared__ __align__(16) u8 bytes[];
  T* part = reinterpret_cast<T*>(bytes);
  const unsigned t = threadIdx.x;
  part[t] = index_x() < n ? in[index_x()] : T(0);
  __syncthreads();
  if (kKind == 0)
    for (unsigned s = 1; s < blockDim.x; s *= 2, __syncthreads())
      if (t % (2 * s) == 0) part[t] += part[t + s];
  if (kKind == 1)
    for (unsigned s = 1; s < blockDim.x; s *= 2, __syncthreads())
      if (2 * s * t < blockDim.x) part[2 * s * t] += part[2 * s * t + s];
  if (kKind == 2)
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2, __syncthreads())
      if (t < s) part[t] += part[t + s];
  if (kKind == 3) {  // the last warp alone, volatile
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2, __syncthreads())
      if (t < s) part[t] += part[t + s];
    if (t < 32) {
      volatile T* last = part;
      for (unsigned s = 32; s > 0; s /= 2) {
        const T sum = last[t] + last[t + s];
        __syncwarp();
        last[t] = sum;
        __syncwarp();
      }
    }
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
template <typename T>
__global__ void reduce_atomic(const T* in, T* out, int n) {
  T sum = 0;
  for (int i = index_x(); i < n; i += static_cast<int>(gridDim.x * blockDim.x)) sum += in[i];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_down_sync(0xffffffffu, sum, o);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}
template <bool kPad>
__global__ void scan_blelloch(const int* in, int* out) {
  extern __shared__ int cells[];
  const int n = static_cast<int>(2 * blockDim.x), t = static_cast<int>(threadIdx.x);
  const auto at = [](int i) { return kPad ? i + i / 32 : i; };
  cells[at(2 * t)] = in[blockIdx.x * n + 2 * t];
  cells[at(2 * t + 1)] = in[blockIdx.x * n + 2 * t + 1];
  int offset = 1;
  for (int d = n / 2; d > 0; d /= 2, offset *= 2) {
    __syncthreads();
    if (t < d) cells[at(offset * (2 * t + 2) - 1)] += cells[at(offset * (2 * t + 1) - 1)];
  }
  if (t == 0) cells[at(n - 1)] = 0;
  for (int d = 1; d < n; d *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < d) {
      const int left = at(offset * (2 * t + 1) - 1), right = at(offset * (2 * t + 2) - 1), old = cells[left];
      cells[left] = cells[right];
      cells[right] += old;
    }
  }
  __syncthreads();
  out[blockIdx.x * n + 2 * t] = cells[at(2 * t)];
  out[blockIdx.x * n + 2 * t + 1] = cells[at(2 * t + 1)];
}
__global__ void scan_steps(const float* in, float* out, int n) {
  extern __shared__ float two[];
  int to = 0, from = 1;
  const int t = static_cast<int>(threadIdx.x), size = static_cast<int>(blockDim.x);
  two[t] = index_x() < n ? in[index_x()] : 0.0f;
  __syncthreads();
  for (int step = 1; step < size; step *= 2) {
    to = 1 - to;
    from = 1 - to;
    two[to * size + t] = t >= step ? two[from * size + t] + two[from * size + t - step] : two[from * size + t];
    __syncthreads();
  }
  if (index_x() < n) out[index_x()] = two[to * size + t];
}
template <typename T>
__global__ void sort_bitonic(const T* in, T* out) {
  extern __shared__ __align__(16) u8 bytes[];
  T* cells = reinterpret_cast<T*>(bytes);
  const unsigned t = threadIdx.x;
  cells[t] = in[index_x()];
  for (unsigned size = 2; size <= blockDim.x; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      __syncthreads();
      const unsigned other = t ^ step;
      if (other > t && (cells[t] > cells[other]) == ((t & size) == 0)) {
        const T old = cells[t];
        cells[t] = cells[other];
        cells[other] = old;
      }
    }
  __syncthreads();
  out[index_x()] = cells[t];
}

// Histograms and atomics.
template <typename T>
__global__ void histogram_global(const u8* in, T* bins, int n, int count) {
  for (int i = index_x(); i < n; i += static_cast<int>(gridDim.x * blockDim.x)) atomicAdd(&bins[in[i] % count], T(1));
}
template <typename T>
__global__ void histogram_shared(const u8* in, T* bins, int n, int count) {
  extern __shared__ __align__(16) u8 bytes[];
  T* own = reinterpret_cast<T*>(bytes);
  for (int k = static_cast<int>(threadIdx.x); k < count; k += static_cast<int>(blockDim.x)) own[k] = 0;
  __syncthreads();
  const int i = index_x();
  if (i < n) atomicAdd(&own[in[i] % count], static_cast<T>(in[i] / 32 + 1));
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k < count; k += static_cast<int>(blockDim.x))
    if (own[k] != T(0)) atomicAdd(&bins[k], own[k]);
}
__global__ void histogram_bytes(const u8* in, unsigned* bins, int n) {  // a column of bytes for each thread
  __shared__ u8 own[64][64];
  for (int k = 0; k < 64; ++k) own[k][threadIdx.x] = 0;
  for (int i = index_x(); i < n; i += static_cast<int>(gridDim.x * blockDim.x)) ++own[in[i] % 64][threadIdx.x];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 64; ++k) sum += own[threadIdx.x][(k + threadIdx.x) % 64];
  atomicAdd(&bins[threadIdx.x], sum);
}
__global__ void histogram_matched(const u8* in, unsigned* bins, int n) {
  const int i = index_x();
  if (i >= n) return;
  const unsigned key = in[i] % 16, peers = __match_any_sync(__activemask(), key);
  if (threadIdx.x % 32 == static_cast<unsigned>(__ffs(static_cast<int>(peers)) - 1)) atomicAdd(&bins[key], static_cast<unsigned>(__popc(peers)));
}
__global__ void keep_positive(const int* in, int* out, int* count, int n) {
  const int i = index_x();
  if (i < n && in[i] % 4 > 0) out[atomicAdd(count, 1)] = in[i];
}
__global__ void keep_aggregated(const int* in, int* out, int* count, int n) {
  const int i = index_x();
  if (i >= n || in[i] % 4 == 0) return;
  const auto group = cg::coalesced_threads();
  int first = 0;
  if (group.thread_rank() == 0) first = atomicAdd(count, static_cast<int>(group.size()));
  out[group.shfl(first, 0) + group.thread_rank()] = in[i];
}
__global__ void keep_in_shared(const int* in, int* out, int* count, int n) {
  __shared__ int found, base;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  const int i = index_x();
  int place = -1;
  if (i < n && in[i] % 4 > 1) place = atomicAdd(&found, 1);
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(count, found);
  __syncthreads();
  if (place >= 0) out[base + place] = in[i];
}
template <typename T>
__global__ void add_at(T* to, const int* places, T value, int n) {
  const int i = index_x();
  if (i < n) atomicAdd(&to[places[i]], value);
}
__global__ void extremes(const int* in, int* lowest, unsigned long long* highest, int n, int groups) {
  const int i = index_x();
  if (i >= n) return;
  atomicMin(&lowest[i % groups], in[i]);
  atomicMax(&highest[i / 8 % groups], static_cast<unsigned long long>(in[i]));
}
__global__ void shared_extremes(const int* in, unsigned long long* out, int n) {
  __shared__ unsigned long long most[8];
  if (threadIdx.x < 8) most[threadIdx.x] = 0;
  __syncthreads();
  const int i = index_x();
  if (i < n) atomicMax(&most[i % 8], static_cast<unsigned long long>(in[i]) << 32 | threadIdx.x);
  __syncthreads();
  if (threadIdx.x < 8) out[blockIdx.x * 8 + threadIdx.x] = most[threadIdx.x];
}

// Irregular work: loops of different lengths, local arrays, lanes on different ways.
__global__ void rows_scalar(const int* begin, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = index_x();
  if (row >= rows) return;
  float sum = 0;
  for (int k = begin[row]; k < begin[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}
__global__ void rows_vector(const int* begin, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = index_x() / 32, lane = static_cast<int>(threadIdx.x % 32);
  if (row >= rows) return;
  float sum = 0;
  for (int k = begin[row] + lane; k < begin[row + 1]; k += 32) sum += values[k] * x[columns[k]];
  for (int o = 16; o > 0; o /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, o);
  if (lane == 0) y[row] = sum;
}
__global__ void chase(const int* next, int* out, int steps, int n) {
  int at = index_x();
  if (at >= n) return;
  for (int k = 0; k < steps; ++k) at = next[at];
  out[index_x()] = at;
}
__global__ void search(const int* sorted, const int* keys, int* found, int n, int count) {
  const int i = index_x();
  if (i >= count) return;
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < keys[i]) low = middle + 1; else high = middle;
  }
  found[i] = low;
}
__global__ void own_counts(const u8* in, int* out, int n) {  // a local array at an index that varies
  int counts[8] = {};
  const int i = index_x();
  for (int k = 0; k < n; ++k) ++counts[in[i * n + k] & 7];
  for (int k = 0; k < 8; ++k) out[i * 8 + k] = counts[k];
}
__global__ void own_stack(const int* in, int* out, int n) {
  int stack[24], top = 0;
  const int i = index_x();
  if (i >= n) return;
  for (int v = in[i] & 0xffff; v > 0; v /= 3) stack[top++] = v % 3;
  int sum = 0;
  while (top > 0) sum = sum * 5 + stack[--top];
  out[i] = sum;
}
__global__ void parted(const int* in, int* even, int* odd, int n) {
  const int i = index_x();
  if (i >= n) return;
  const int v = in[i];
  if (v % 2 == 0) {
    even[i] = v * 3;
  } else if (v % 3 == 0) {
    odd[i / 2] = v;
  } else {
    odd[n - i] = even[n + i] + v;
  }
}
__global__ void switched(const int* in, int* out, int n) {
  const int i = index_x();
  if (i >= n) return;
  switch (in[i] % 5) {
    case 0: out[i] = in[i + 1]; break;
    case 1: out[2 * i] = in[i / 2]; break;
    case 2: out[3 * i] = in[0]; break;
    case 3: out[i ^ 7] = in[i ^ 7]; break;
    default: break;
  }
}
__global__ void stencil_volume(const float* in, float* out, int nx, int ny, int nz) {
  const int x = index_x(), y = index_y();
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  for (int z = 1; z < nz - 1; ++z) {
    const int i = (z * ny + y) * nx + x;
    out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny] - 6 * in[i];
  }
}
__global__ void bodies(const float4* position, float4* force, int n) {
  extern __shared__ float4 tile4[];
  const int i = index_x();
  const float4 own = i < n ? position[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int begin = 0; begin < n; begin += static_cast<int>(blockDim.x)) {
    tile4[threadIdx.x] = begin + static_cast<int>(threadIdx.x) < n ? position[begin + threadIdx.x] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (unsigned k = 0; k < blockDim.x; ++k) {
      const float4 p = tile4[k];
      const float dx = p.x - own.x, dy = p.y - own.y, dz = p.z - own.z, d = dx * dx + dy * dy + dz * dz + 1.0f;
      sum.x += p.w * dx / d;
      sum.y += p.w * dy / d;
      sum.z += p.w * dz / d;
    }
    __syncthreads();
  }
  if (i < n) force[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

// Asynchronous copies, matrices.
template <typename T>
__global__ void staged(const T* in, T* out, int n, int stride) {
  __shared__ T stage[2][128];
  const int turns = static_cast<int>(n / blockDim.x);
  const auto fetch = [&](int turn) {
    const int i = static_cast<int>(turn * blockDim.x + threadIdx.x);
    if (turn < turns) __pipeline_memcpy_async(&stage[turn % 2][threadIdx.x], &in[i * stride], sizeof(T), i % 5 == 0 ? sizeof(T) : 0);
    __pipeline_commit();
  };
  fetch(0);
  for (int turn = 0; turn < turns; ++turn) {
    fetch(turn + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    out[turn * blockDim.x + threadIdx.x] = stage[turn % 2][blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}
template <typename T>
__global__ void staged_guarded(const T* in, T* out, int n) {
  __shared__ T stage[160];
  const int i = index_x();
  if (i < n && threadIdx.x % 4 != 2) __pipeline_memcpy_async(&stage[threadIdx.x * 5 / 4], &in[i], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  if (i < n && threadIdx.x % 4 != 2) out[i] = stage[threadIdx.x * 5 / 4];
}
template <int kPitch>
__global__ void multiply_wmma(const __half* a, const __half* b, float* c, int n) {
  namespace wm = nvcuda::wmma;
  __shared__ __align__(32) __half left[16 * kPitch], right[16 * kPitch];
  wm::fragment<wm::matrix_a, 16, 16, 16, __half, wm::row_major> fa;
  wm::fragment<wm::matrix_b, 16, 16, 16, __half, wm::row_major> fb;
  wm::fragment<wm::accumulator, 16, 16, 16, float> sum;
  wm::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (unsigned i = threadIdx.x; i < 128; i += 32) {
      reinterpret_cast<__half2*>(left)[i / 8 * kPitch / 2 + i % 8] = reinterpret_cast<const __half2*>(a)[((blockIdx.y * 16 + i / 8) * n + k) / 2 + i % 8];
      reinterpret_cast<__half2*>(right)[i / 8 * kPitch / 2 + i % 8] = reinterpret_cast<const __half2*>(b)[((k + i / 8) * n + blockIdx.x * 16) / 2 + i % 8];
    }
    __syncwarp();
    wm::load_matrix_sync(fa, left, kPitch);
    wm::load_matrix_sync(fb, right, kPitch);
    wm::mma_sync(sum, fa, fb, sum);
    __syncwarp();
  }
  wm::store_matrix_sync(c + blockIdx.y * 16 * n + blockIdx.x * 16, sum, n, wm::mem_row_major);
}
__global__ void bulk_rows(const float* in, float* out, unsigned bytes) {
  extern __shared__ __align__(128) u8 bytes_of_row[];
  __shared__ __align__(8) unsigned long long barrier;
  const unsigned to = probe::shared_address(bytes_of_row), at = probe::shared_address(&barrier);
  const float* from = in + blockIdx.x * bytes / 4;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(at) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(at) : "memory");
  }
  __syncthreads();
  asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared.b64 p, [%0], 0; @!p bra again; }" ::"r"(at) : "memory");
  const float* row = reinterpret_cast<const float*>(bytes_of_row);
  for (unsigned k = threadIdx.x; k < bytes / 4; k += blockDim.x) out[blockIdx.x * bytes / 4 + k] = row[bytes / 4 - 1 - k];
}
