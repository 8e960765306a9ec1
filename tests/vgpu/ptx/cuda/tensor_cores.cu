#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const __half* a, const __half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fragment_a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> fragment_b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(fragment_a, a, 16);
  wmma::load_matrix_sync(fragment_b, b, 16);
  wmma::mma_sync(sum, fragment_a, fragment_b, sum);
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}
