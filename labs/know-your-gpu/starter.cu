// Know your GPU: from a loop on the CPU to kernels of your own.
//
// Everything compiles and runs, and most of it is wrong. The tasks are in the
// handout; what each function promises is in exercise.h, and what it computes
// in cpu.h.
#include "exercise.h"

// Task 2. Every call of the runtime returns an error code. This lets them all
// pass; stop(file, line, call, error) in exercise.h is what it should call.
#define CUDA_CHECK(call) (call)

// Task 1.
int blocks_for(int count, int threads) { return count / threads; }

// Task 1. The loop of a CPU. The answer is right, and the GPU has done nothing.
void add(const float* a, const float* b, float* sum, int count, int threads) {
  add_on_cpu(a, b, sum, count);
}

// Task 2. These two are complete: they fail, and CUDA_CHECK should notice.
void fail_in_set_device() { CUDA_CHECK(cudaSetDevice(-1)); }
void fail_in_copy() { CUDA_CHECK(cudaMemcpy(no_memory(), nullptr, 4, cudaMemcpyHostToDevice)); }

// Task 2. Nothing is launched yet. A launch returns nothing: where is its error?
__global__ void number_kernel(int* data) { data[threadIdx.x] = threadIdx.x; }

cudaError_t try_launch(int* data, int threads) {
  return threads == 256 ? cudaSuccess : cudaErrorUnknown;
}

// Task 2. Host and device see the same memory, so the loop of the CPU works
// here, too. Launch your kernel instead.
void add_managed(const float* a, const float* b, float* sum, int count) {
  add_on_cpu(a, b, sum, count);
}

// Task 3. Who am I? Right for the first warp of the first block.
__global__ void places_kernel(int* block, int* warp, int* lane, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  block[i] = 0;
  warp[i] = 0;
  lane[i] = threadIdx.x;
}

void places(int* block, int* warp, int* lane, int count, int threads) {
  if (count == 0) return;
  places_kernel<<<1, threads>>>(block, warp, lane, count);
  CUDA_CHECK(cudaGetLastError());
}

// Task 3. All threads, in groups of 32. What if a block has 33?
long long warps_of(dim3 grid, dim3 block) {
  const long long blocks = 1ll * grid.x * grid.y * grid.z;
  return blocks * block.x * block.y * block.z / 32;
}

// Task 4. One block of 16 x 16 threads. Larger pictures need more blocks.
__global__ void mirror_kernel(const int* in, int* out, int width, int height) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + (width - 1 - x)];
}

void mirror(const int* in, int* out, int width, int height) {
  const dim3 block(16, 16);
  mirror_kernel<<<1, block>>>(in, out, width, height);
  CUDA_CHECK(cudaGetLastError());
}

// Task 4. The same with a third dimension, from the loops in cpu.h.
__global__ void shell_kernel(const int* in, int* out, int width, int height, int depth) {}

void shell(const int* in, int* out, int width, int height, int depth) {
  shell_kernel<<<1, 1>>>(in, out, width, height, depth);
  CUDA_CHECK(cudaGetLastError());
}
