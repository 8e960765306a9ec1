// Kernels of which one knows what their warps wait for. stalls_test.cpp finds the lines by their
// marks, "// [mark]".
#include <cuda_runtime.h>

#include <cstdio>

namespace {

__global__ void chase(const int* next, int* to, int steps) {
  int at = threadIdx.x;
  for (int i = 0; i < steps; ++i) at = next[at];  // [chase]
  to[threadIdx.x] = at;
}

__global__ void load_and_use(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float value = from[i];  // [load]
  float more = static_cast<float>(i);
  more = more * 3.f + 1.f;
  to[i] = value * more;  // [use]
}

/// All lanes of a warp in one bank.
__global__ void conflicts(int* to, int turns) {
  __shared__ int words[1024];
  for (int i = static_cast<int>(threadIdx.x); i < 1024; i += static_cast<int>(blockDim.x))
    words[i] = i / 32;
  __syncthreads();
  int at = static_cast<int>(threadIdx.x) * 32 % 1024;
  for (int i = 0; i < turns; ++i) at = words[at] * 32 % 1024;  // [bank]
  to[threadIdx.x] = at;
}

/// One warp of a block works, the others wait for it.
__global__ void uneven_barrier(float* to, float factor, int turns) {
  float value = threadIdx.x;
  if (threadIdx.x < 32) {
    for (int i = 0; i < turns; ++i) value = value * factor + 1.f;
  }
  __syncthreads();  // [barrier]
  to[threadIdx.x] = value;
}

__global__ void dependent(float* to, float factor, int turns) {
  float value = threadIdx.x;
  for (int i = 0; i < turns; ++i) {
#pragma unroll
    for (int k = 0; k < 32; ++k) value = value * factor + 1.f;  // [dependent]
  }
  to[threadIdx.x] = value;
}

/// Four rows that do not wait for each other, in many warps.
__global__ void many_warps(float* to, float factor, int turns) {
  float a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
  for (int i = 0; i < turns; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k) {
      a = a * factor + 1.f, b = b * factor + 1.f, c = c * factor + 1.f,
      d = d * factor + 1.f;  // [many]
    }
  }
  to[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

__global__ void doubles(double* to, double factor, int turns) {
  double a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
  for (int i = 0; i < turns; ++i) {
    a = a * factor + 1., b = b * factor + 1., c = c * factor + 1., d = d * factor + 1.;  // [double]
  }
  to[threadIdx.x] = a + b + c + d;
}

/// Goes once through code that the SM has not had yet.
__global__ void much_code(float* to, float x) {
  float a = threadIdx.x, b = a + x, c = a - x, d = a * x;
#pragma unroll
  for (int k = 0; k < 512; ++k) a = a * x + 1.f, b = b * x + 2.f, c = c * x + 3.f, d = d * x + 4.f;
  to[threadIdx.x] = a + b + c + d;
}

__global__ void fence(int* to) {
  to[threadIdx.x] = 1;
  __threadfence();  // [fence]
  to[threadIdx.x + 1024] = 2;
}

/// Each store is of 32 lines; nothing waits for them.
__global__ void stores_apart(float* to) {
#pragma unroll
  for (int i = 0; i < 4; ++i) to[(threadIdx.x + i * 1024) * 32] = 1;
}

/// The same in many warps, so that queues are full.
__global__ void many_stores_apart(float* to) {
#pragma unroll
  for (int i = 0; i < 4; ++i) to[(threadIdx.x + i * 512) * 32] = 1;
}

__global__ void nothing() {}

__global__ void loop(float* to, float factor, int turns) {
  float x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < turns; ++i) x = x * factor + 1.f;
  to[threadIdx.x] = x;
}

/// Half of the lanes go each way, and meet again.
__global__ void two_ways(float* to, float factor, int turns) {
  float x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < turns; ++i) {
    if ((threadIdx.x + i) % 2 == 0) {
      asm volatile("sin.approx.f32 %0, %0;" : "+f"(x));
      x = x * factor + 1.f;
    } else {
      asm volatile("ex2.approx.f32 %0, %0;" : "+f"(x));
      x = x * factor + 2.f;
    }
  }
  to[threadIdx.x] = x;
}

__device__ __noinline__ float called(float x, float factor) { return x * factor + 1.f; }

__global__ void calls(float* to, float factor, int turns) {
  float x = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < turns; ++i) x = called(x, factor);
  to[threadIdx.x] = x;
}

}  // namespace

int main() {
  constexpr int kInts = 1 << 20;
  int* ints = nullptr;
  cudaMalloc(&ints, kInts * sizeof(int));
  int* chain = nullptr;
  cudaMalloc(&chain, kInts * sizeof(int));
  cudaMemset(chain, 0, kInts * sizeof(int));
  auto* floats = reinterpret_cast<float*>(ints);
  chase<<<1, 32>>>(chain, ints, 1000);
  load_and_use<<<1, 64>>>(reinterpret_cast<float*>(chain), floats, 64);
  conflicts<<<1, 256>>>(ints, 200);
  uneven_barrier<<<1, 256>>>(floats, 0.5f, 2000);
  dependent<<<1, 32>>>(floats, 0.5f, 100);
  many_warps<<<132, 1024>>>(floats, 0.5f, 50);
  doubles<<<1, 1024>>>(reinterpret_cast<double*>(ints), 0.5, 200);
  much_code<<<1, 32>>>(floats, 0.5f);
  fence<<<1, 32>>>(ints);
  stores_apart<<<1, 32>>>(floats);
  calls<<<1, 32>>>(floats, 0.5f, 200);
  many_stores_apart<<<1, 512>>>(floats);
  nothing<<<1, 32>>>();
  loop<<<1, 32>>>(floats, 0.5f, 256);
  two_ways<<<1, 32>>>(floats, 0.5f, 256);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
