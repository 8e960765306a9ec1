// Kernels that show how fast the machine executes each kind of instruction.
#include <cstdint>

// Straight arithmetic: 256 dependent rounds of two multiply-adds, a shift and an exclusive or.
extern "C" __global__ void arithmetic(float* out, float a, float b, int rounds) {
  float x = threadIdx.x, y = blockIdx.x;
  unsigned u = threadIdx.x, v = blockIdx.x;
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      x = fmaf(x, a, b);
      y = fmaf(y, b, a);
      u = (u << 3) ^ v;
      v = v + u;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x + y + static_cast<float>(u + v);
}

// Coalesced: y = a * x + y with a grid-stride loop.
extern "C" __global__ void coalesced(float* y, const float* x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    y[i] = a * x[i] + y[i];
}

// Conflict-free shared memory: neighbours exchange values 64 times.
extern "C" __global__ void conflict_free(float* out, int rounds) {
  __shared__ float tile[256];
  float x = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    tile[threadIdx.x] = x;
    __syncwarp();
    x += tile[threadIdx.x ^ 1];
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

// Fully irregular: each lane follows its own pseudo-random addresses.
extern "C" __global__ void irregular(float* out, const float* x, unsigned mask, int rounds) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  float sum = 0;
  for (int i = 0; i < rounds; ++i) {
    at = at * 1664525u + 1013904223u;
    sum += x[at >> 8 & mask];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Divergent: lanes take different ways through the loop.
extern "C" __global__ void divergent(unsigned* out, int rounds) {
  unsigned u = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
  for (int i = 0; i < rounds; ++i) {
    if (u & 1)
      u = u * 3 + 1;
    else
      u = (u >> 1) ^ 0x55555555u;
    if (u & 64) u += __popc(u);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = u;
}
