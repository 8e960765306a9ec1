// Objects whose template arguments are refused by the compiler. Not built: the test reads what nvcc
// says.
#include "cudaDMA.h"
#include "cudaDMAv2.h"

__global__ void kernel() {
  cudaDMASequential<true, 4, 1022, 32> odd(1, 64, 64);
  CudaDMAStrided<true, 16, 64, -64, 32, 4> negative(1, 64, 64, 64);
  cudaDMAIndirect<true, true, 16, 20, 32, 8> indexed(1, 64, 64);
  CudaDMASequential<true, 16, 64, 1024, 48> half_a_warp(1, 64, 64);
  cudaDMAStrided<false, 16, 64, 2048, 8> too_many(64);
}
