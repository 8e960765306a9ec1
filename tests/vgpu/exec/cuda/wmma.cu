// Products of matrices with nvcuda::wmma, for tests/vgpu/exec/instructions/wmma_test.cpp.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

// One warp: d = a * b + c of one shape with a depth of `depth`, a and b through shared memory if
// `staged`.
template <int kRows, int kColumns, typename T, typename Sum, typename LayoutA, typename LayoutB>
__device__ void multiply(const T* a, const T* b, const Sum* c, Sum* d, int depth, bool staged,
                         wmma::layout_t layout) {
  constexpr int kDepth = 16;
  constexpr bool kRowsOfA = std::is_same_v<LayoutA, wmma::row_major>;
  constexpr bool kRowsOfB = std::is_same_v<LayoutB, wmma::row_major>;
  __shared__ __align__(32) T tile_a[kRows * kDepth];
  __shared__ __align__(32) T tile_b[kColumns * kDepth];
  const int line_a = kRowsOfA ? depth : kRows, line_b = kRowsOfB ? kColumns : depth;
  const int line_c = layout == wmma::mem_row_major ? kColumns : kRows;
  wmma::fragment<wmma::accumulator, kRows, kColumns, kDepth, Sum> sum;
  wmma::load_matrix_sync(sum, c, line_c, layout);
  for (int k = 0; k < depth; k += kDepth) {
    const T* from_a = a + (kRowsOfA ? k : k * kRows);
    const T* from_b = b + (kRowsOfB ? k * kColumns : k);
    wmma::fragment<wmma::matrix_a, kRows, kColumns, kDepth, T, LayoutA> left;
    wmma::fragment<wmma::matrix_b, kRows, kColumns, kDepth, T, LayoutB> right;
    if (staged) {
      const int in_a = kRowsOfA ? kDepth : kRows, in_b = kRowsOfB ? kColumns : kDepth;
      for (int i = threadIdx.x; i < kRows * kDepth; i += 32)
        tile_a[i] = from_a[i / in_a * line_a + i % in_a];
      for (int i = threadIdx.x; i < kColumns * kDepth; i += 32)
        tile_b[i] = from_b[i / in_b * line_b + i % in_b];
      __syncwarp();
      wmma::load_matrix_sync(left, tile_a, in_a);
      wmma::load_matrix_sync(right, tile_b, in_b);
      __syncwarp();
    } else {
      wmma::load_matrix_sync(left, from_a, line_a);
      wmma::load_matrix_sync(right, from_b, line_b);
    }
    wmma::mma_sync(sum, left, right, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + sum.x[i];
  wmma::store_matrix_sync(d, sum, line_c, layout);
}

using Rows = wmma::row_major;
using Columns = wmma::col_major;

extern "C" __global__ void half_16x16(const __half* a, const __half* b, const float* c, float* d,
                                      int depth, bool staged) {
  multiply<16, 16, __half, float, Rows, Columns>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
extern "C" __global__ void half_16x16_turned(const __half* a, const __half* b, const float* c,
                                             float* d, int depth, bool staged) {
  multiply<16, 16, __half, float, Columns, Rows>(a, b, c, d, depth, staged, wmma::mem_col_major);
}
extern "C" __global__ void half_32x8(const __half* a, const __half* b, const float* c, float* d,
                                     int depth, bool staged) {
  multiply<32, 8, __half, float, Rows, Rows>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
extern "C" __global__ void half_8x32(const __half* a, const __half* b, const float* c, float* d,
                                     int depth, bool staged) {
  multiply<8, 32, __half, float, Columns, Columns>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
extern "C" __global__ void half_16x16_narrow(const __half* a, const __half* b, const __half* c,
                                             __half* d, int depth, bool staged) {
  multiply<16, 16, __half, __half, Rows, Rows>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
extern "C" __global__ void half_8x32_narrow(const __half* a, const __half* b, const __half* c,
                                            __half* d, int depth, bool staged) {
  multiply<8, 32, __half, __half, Rows, Columns>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
extern "C" __global__ void bfloat_16x16(const __nv_bfloat16* a, const __nv_bfloat16* b,
                                        const float* c, float* d, int depth, bool staged) {
  multiply<16, 16, __nv_bfloat16, float, Rows, Columns>(a, b, c, d, depth, staged,
                                                        wmma::mem_col_major);
}
extern "C" __global__ void bfloat_32x8(const __nv_bfloat16* a, const __nv_bfloat16* b,
                                       const float* c, float* d, int depth, bool staged) {
  multiply<32, 8, __nv_bfloat16, float, Columns, Columns>(a, b, c, d, depth, staged,
                                                          wmma::mem_row_major);
}
extern "C" __global__ void bfloat_8x32(const __nv_bfloat16* a, const __nv_bfloat16* b,
                                       const float* c, float* d, int depth, bool staged) {
  multiply<8, 32, __nv_bfloat16, float, Rows, Rows>(a, b, c, d, depth, staged, wmma::mem_row_major);
}
