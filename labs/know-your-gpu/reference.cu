// Know your GPU, solved: round up, guard, check, wait, free, and a guard for each dimension.
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
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  block[i] = blockIdx.x;
  warp[i] = threadIdx.x / warpSize;
  lane[i] = threadIdx.x % warpSize;
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

__global__ void mirror_kernel(const int* in, int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + (width - 1 - x)];
}

void mirror(const int* in, int* out, int width, int height) {
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y));
  mirror_kernel<<<grid, block>>>(in, out, width, height);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void shell_kernel(const int* in, int* out, int width, int height, int depth) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  const int i = (z * height + y) * width + x;
  const bool is_outside =
      x == 0 || x == width - 1 || y == 0 || y == height - 1 || z == 0 || z == depth - 1;
  out[i] = is_outside ? in[i] : 0;
}

void shell(const int* in, int* out, int width, int height, int depth) {
  const dim3 block(32, 4, 2);
  const dim3 grid(blocks_for(width, block.x), blocks_for(height, block.y),
                  blocks_for(depth, block.z));
  shell_kernel<<<grid, block>>>(in, out, width, height, depth);
  CUDA_CHECK(cudaGetLastError());
}
