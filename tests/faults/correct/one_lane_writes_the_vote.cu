// Correct: one lane of each warp stores what all of it have voted, and how many did
#include <cuda_runtime.h>

#include <vector>

__global__ void mark_odd(const int* in, unsigned* marks, int* many, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned odd = __ballot_sync(0xFFFFFFFF, i < n && (in[i] & 1) != 0);
  if (i % 32 != 0 || i >= n) return;
  marks[i / 32] = odd;
  many[i / 32] = __popc(odd) > 16;
}

int main() {
  const int n = 600 * 256, words = n / 32;
  std::vector<int> in(n);
  std::vector<unsigned> marks(words);
  for (int i = 0; i < n; ++i) in[i] = i * 7919 >> 4;
  int *d_in, *d_many;
  unsigned* d_marks;
  cudaMalloc(&d_in, n * sizeof(int));
  cudaMalloc(&d_marks, words * sizeof(unsigned));
  cudaMalloc(&d_many, words * sizeof(int));
  cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  mark_odd<<<600, 256>>>(d_in, d_marks, d_many, n);
  cudaMemcpy(marks.data(), d_marks, words * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_many);
  cudaFree(d_marks);
  return 0;
}
