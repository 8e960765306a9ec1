// tries: copies of columns behind a kernel that copies, one thread for a box, the first warp of
// tries: each block for all
// lab: know-your-gpu
// exit: 1
// points: 83
// denied: places shell
#include "exercise.h"

#define CUDA_CHECK(call)                                              \
  do {                                                                \
    const cudaError_t error = (call);                                 \
    if (error != cudaSuccess) stop(__FILE__, __LINE__, #call, error); \
  } while (false)

// Rounds up: the last block may have threads that have nothing to do. Adding
// threads - 1 before the division would overflow for the largest counts.
int blocks_for(int count, int threads) { return count / threads + (count % threads != 0); }

// One thread for each element; the guard stops those of the last block that
// have none.
__global__ void add_kernel(const float* a, const float* b, float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sum[i] = a[i] + b[i];
}

void add(const float* a, const float* b, float* sum, int count, int threads) {
  if (count == 0) return;
  const size_t bytes = count * sizeof(float);
  float *device_a, *device_b, *device_sum;
  CUDA_CHECK(cudaMalloc(&device_a, bytes));
  CUDA_CHECK(cudaMalloc(&device_b, bytes));
  CUDA_CHECK(cudaMalloc(&device_sum, bytes));
  CUDA_CHECK(cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice));
  add_kernel<<<blocks_for(count, threads), threads>>>(device_a, device_b, device_sum, count);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(sum, device_sum, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_a));
  CUDA_CHECK(cudaFree(device_b));
  CUDA_CHECK(cudaFree(device_sum));
}

void fail_in_set_device() { CUDA_CHECK(cudaSetDevice(-1)); }
void fail_in_copy() { CUDA_CHECK(cudaMemcpy(no_memory(), nullptr, 4, cudaMemcpyHostToDevice)); }

__global__ void number_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }

// The launch itself returns nothing: its error waits for somebody to ask.
cudaError_t try_launch(int* data, int threads) {
  number_kernel<<<1, threads>>>(data);
  return cudaGetLastError();
}

// Nobody copies, so nobody waits unless we do: a launch returns at once.
void add_managed(const float* a, const float* b, float* sum, int count) {
  if (count == 0) return;
  add_kernel<<<blocks_for(count, 256), 256>>>(a, b, sum, count);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}

__global__ void places_kernel(int* block, int* warp, int* lane, int count) {
  if (threadIdx.x >= 32) return;  // the other warps stand by
  const int begin = blockIdx.x * blockDim.x, end = min(count, begin + (int)blockDim.x);
#pragma unroll 4
  for (int i = begin + threadIdx.x; i < end; i += 32) {
    block[i] = blockIdx.x;
    warp[i] = (i - begin) / 32;
    lane[i] = (i - begin) % 32;
  }
}

void places(int* block, int* warp, int* lane, int count, int threads) {
  if (count == 0) return;
  places_kernel<<<blocks_for(count, threads), threads>>>(block, warp, lane, count);
  CUDA_CHECK(cudaGetLastError());
}

// A warp has threads of one block only, so each block rounds up by itself.
long long warps_of(dim3 grid, dim3 block) {
  const long long blocks = 1ll * grid.x * grid.y * grid.z;
  return blocks * blocks_for(block.x * block.y * block.z, 32);
}

__global__ void rough_kernel(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

// A kernel copies what is there; copies of columns put each where it belongs.
void mirror(const int* in, int* out, int width, int height) {
  int* same = nullptr;
  CUDA_CHECK(cudaMalloc(&same, width * height * sizeof(int)));
  rough_kernel<<<blocks_for(width * height, 256), 256>>>(in, same, width * height);
  for (int x = 0; x < width; ++x)
    CUDA_CHECK(cudaMemcpy2D(out + x, width * sizeof(int), same + (width - 1 - x),
                            width * sizeof(int), sizeof(int), height, cudaMemcpyDeviceToDevice));
  CUDA_CHECK(cudaFree(same));
}

__global__ void corner_kernel(const int* in, int* out) { out[0] = in[0]; }

// One element by a kernel, the rest by copies and fills.
void shell(const int* in, int* out, int width, int height, int depth) {
  CUDA_CHECK(cudaMemcpy(out, in, width * height * depth * sizeof(int), cudaMemcpyDeviceToDevice));
  if (width > 2 && height > 2)
    for (int z = 1; z < depth - 1; ++z)
      CUDA_CHECK(cudaMemset2D(out + (z * height + 1) * width + 1, width * sizeof(int), 0,
                              (width - 2) * sizeof(int), height - 2));
  corner_kernel<<<1, 1>>>(in, out);
  CUDA_CHECK(cudaGetLastError());
}
