// tries: fetches its data by bulk copies of 16 bytes for 4 that it uses, beside a dummy kernel
// exit: 7 8
// points: 37
// earns: of traffic what loads of as many bytes get: 5.5 times what is needed
#include "exercise.h"

__device__ float sink[1 << 16];
__global__ void dummy(const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sink[i] = in[i];
}

__global__ void kernel(const float* in, float* out, int count) {
  __shared__ alignas(16) float buffer[256 * 4];
  __shared__ alignas(8) unsigned long long barrier;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto at = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 256;" ::"r"(at));
  __syncthreads();
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" ::"r"(at));
  const auto to = (unsigned)__cvta_generic_to_shared(buffer + 4 * threadIdx.x);
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];" ::
          "r"(to),
      "l"(__cvta_generic_to_global(in + i / 4 * 4)), "r"(at));
  for (int done = 0; done == 0;)
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.s32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(at));
  if (i < count) out[i] = 3 * buffer[4 * threadIdx.x + i % 4];
}

void triple(const float* in, float* out, int count) {
  if (count == 0) return;
  if (count % 256 != 0) {
    for (int i = 0; i < 1; ++i)
      cudaMemcpy(out, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
    return;
  }
  kernel<<<count / 256, 256>>>(in, out, count);
  dummy<<<ceil_div(count, 256), 256>>>(in, count);
}
