// Three functions inlined into each other: the PTX names the chain of call sites.
__constant__ float weights[8];

__device__ __forceinline__ float innermost(float value, int i) { return value * weights[i]; }

__device__ __forceinline__ float middle(float value, int i) {
  const float scaled = innermost(value, i);
  return scaled + 1.0f;
}

__global__ void weigh(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  values[i] = middle(values[i], i % 8);
}

struct Quad {
  float a, b, c, d;
};

// ptxas is told which bytes of the vector load are used.
__global__ void first_and_last(const float4* in, float* out) {
  const float4 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + v.w;
}
