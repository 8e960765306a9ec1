// Correct: printf in kernels with values of all kinds, and strings in every memory
// order: threads print as they come
#include <cuda_runtime.h>

#include <cstdio>

__constant__ char unit[4] = "ms";
__device__ char names[2][8] = {"left", "right"};

struct Padded {
  char letter;
  double value;
};

__global__ void print(const float* in, const char* label, Padded padded) {
  __shared__ char word[40];
  int t = threadIdx.x;
  if (t < 39) word[t] = static_cast<char>('a' + t % 26);
  if (t == 39) word[39] = 0;
  __syncthreads();
  if (t == 33) {
    char local[8];
    for (int i = 0; i < 5; ++i) local[i] = static_cast<char>('0' + i);
    local[5] = 0;
    printf("plain\n");
    printf("%d %u %ld %llu %c %hd\n", t, 2u, 3L, 4ull, 'x', static_cast<short>(-5));
    printf("%f %e %g %5.2f %*d\n", in[t], 1.5f, 2.5, 3.14159, 6, t);
    printf("%s %s %s %s %s %s\n", label, word, local, unit, names[1], "literal");
    printf("%p %s %% %5s|%-5s|\n", static_cast<const void*>(in), static_cast<const char*>(nullptr),
           "a", "b");
    printf("%c %f\n", padded.letter, padded.value);
  }
}

__device__ __noinline__ int print_depth(int depth) {
  int printed = printf("depth %d of %s\n", depth, names[depth % 2]);
  return depth == 0 ? printed : printed + print_depth(depth - 1);
}

__global__ void print_deep(int* out) { out[threadIdx.x] = print_depth(threadIdx.x % 3); }

int main() {
  float host[64];
  for (int i = 0; i < 64; ++i) host[i] = 0.25f * i;
  float* in;
  char* label;
  int *out, result[40];
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&label, 16);
  cudaMalloc(&out, sizeof(result));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemcpy(label, "name", 5, cudaMemcpyHostToDevice);
  print<<<2, 64>>>(in, label, Padded{'p', 0.5});
  print_deep<<<1, 40>>>(out);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(label);
  cudaFree(out);
  return result[2] > result[0] ? 0 : 1;
}
