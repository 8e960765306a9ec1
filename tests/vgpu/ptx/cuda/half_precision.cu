#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void half_arithmetic(__half2* a, __nv_bfloat162* b, __nv_fp8_e4m3* c) {
  const int i = threadIdx.x;
  a[i] = __hfma2(a[i], a[i + 1], h2exp(a[i + 2]));
  b[i] = __hmul2(b[i], __float2bfloat162_rn(1.5f));
  c[i] = __nv_fp8_e4m3(__half2float(__low2half(a[i])));
  atomicAdd(&a[0], a[i]);
  a[i + 3] = __hmax2(a[i], __floats2half2_rn(0.5f, -0.25f));
}
