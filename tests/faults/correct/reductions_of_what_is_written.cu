// Correct: a tree of a warp that loads before it stores, a reduction to which lanes without a sum
// give zero, a wide total cleared in halves What lanes beyond the sums load is chosen away before
// the reduction.
#include <cuda_runtime.h>

#include <vector>

__global__ void sums(const unsigned* in, unsigned* out, unsigned long long* wide) {
  __shared__ unsigned s[128], of_warp[32];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  s[t] = in[blockIdx.x * 128 + t];
  __syncwarp();
  for (unsigned k = 1; k < 32; k *= 2) {
    const unsigned other = s[warp * 32 + (lane + k) % 32];
    __syncwarp();
    s[t] += other;
    __syncwarp();
  }
  if (lane == 0) of_warp[warp] = s[t];
  if (t == 0) {
    unsigned* halves = reinterpret_cast<unsigned*>(&wide[blockIdx.x]);
    halves[0] = 0;
    halves[1] = 0;
  }
  __syncthreads();
  if (t >= 32) return;
  const unsigned mine = of_warp[lane];
  const unsigned all = __reduce_add_sync(0xffffffff, lane < 4 ? mine : 0);
  if (t == 0) out[blockIdx.x] = all;
  if (t == 0) atomicAdd(&wide[blockIdx.x], all);
}

int main() {
  const int n = 256;
  std::vector<unsigned> in(n, 3), out(2);
  std::vector<unsigned long long> wide(2);
  unsigned *d_in, *d_out;
  unsigned long long* d_wide;
  cudaMalloc(&d_in, n * sizeof(unsigned));
  cudaMalloc(&d_out, 2 * sizeof(unsigned));
  cudaMalloc(&d_wide, 2 * sizeof(unsigned long long));
  cudaMemcpy(d_in, in.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
  sums<<<2, 128>>>(d_in, d_out, d_wide);
  cudaMemcpy(out.data(), d_out, 2 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaMemcpy(wide.data(), d_wide, 2 * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
  cudaFree(d_wide);
  return 0;
}
