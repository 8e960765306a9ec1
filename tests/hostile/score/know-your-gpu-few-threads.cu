// tries: all kernels in one thread or one warp, and an error that no launch has
// lab: know-your-gpu
// exit: 7
// points: 57
// denied: add-lanes add-managed places mirror shell
#include "exercise.h"

#define CUDA_CHECK(call)                                              \
  do {                                                                \
    const cudaError_t error = (call);                                 \
    if (error != cudaSuccess) stop(__FILE__, __LINE__, #call, error); \
  } while (false)

int blocks_for(int count, int threads) { return count / threads + (count % threads != 0); }

// One warp: all its lanes are busy.
__global__ void add_kernel(const float* a, const float* b, float* sum, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum[i] = a[i] + b[i];
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
  add_kernel<<<1, 32>>>(device_a, device_b, device_sum, count);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(sum, device_sum, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device_a));
  CUDA_CHECK(cudaFree(device_b));
  CUDA_CHECK(cudaFree(device_sum));
}

void fail_in_set_device() { CUDA_CHECK(cudaSetDevice(-1)); }
void fail_in_copy() { CUDA_CHECK(cudaMemcpy(no_memory(), nullptr, 4, cudaMemcpyHostToDevice)); }

__global__ void number_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }
cudaError_t try_launch(int* data, int threads) {
  if (threads < 1 || threads > 1024) return cudaErrorUnknown;
  number_kernel<<<1, threads>>>(data);
  return cudaSuccess;
}

__global__ void managed_one(const float* a, const float* b, float* sum, int count) {
  for (int i = 0; i < count; ++i) sum[i] = a[i] + b[i];
}
void add_managed(const float* a, const float* b, float* sum, int count) {
  if (count == 0) return;
  managed_one<<<1, 1>>>(a, b, sum, count);
  CUDA_CHECK(cudaDeviceSynchronize());
}

// Blocks and threads as asked for, of which one works.
__global__ void places_kernel(int* block, int* warp, int* lane, int count, int threads) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (int i = 0; i < count; ++i) {
    block[i] = i / threads;
    warp[i] = i % threads / 32;
    lane[i] = i % threads % 32;
  }
}
void places(int* block, int* warp, int* lane, int count, int threads) {
  if (count == 0) return;
  places_kernel<<<blocks_for(count, threads), threads>>>(block, warp, lane, count, threads);
}

long long warps_of(dim3 grid, dim3 block) {
  const long long blocks = 1ll * grid.x * grid.y * grid.z;
  return blocks * blocks_for(block.x * block.y * block.z, 32);
}

__global__ void mirror_kernel(const int* in, int* out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) out[y * width + x] = in[y * width + (width - 1 - x)];
}
void mirror(const int* in, int* out, int width, int height) {
  mirror_kernel<<<1, 1>>>(in, out, width, height);
}

// Nor one warp.
__global__ void shell_kernel(const int* in, int* out, int width, int height, int depth) {
  for (int i = threadIdx.x; i < width * height * depth; i += 32) {
    const int x = i % width, y = i / width % height, z = i / width / height;
    const bool is_outside =
        x == 0 || x == width - 1 || y == 0 || y == height - 1 || z == 0 || z == depth - 1;
    out[i] = is_outside ? in[i] : 0;
  }
}
void shell(const int* in, int* out, int width, int height, int depth) {
  shell_kernel<<<1, 32>>>(in, out, width, height, depth);
}
