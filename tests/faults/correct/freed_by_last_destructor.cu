// Correct: arrays are freed by the destructor of a global object, when main() has ended
#include <cuda_runtime.h>

struct Array {
  int* data = nullptr;
  void make(int n) { cudaMalloc(&data, n * sizeof(int)); }
  ~Array() { cudaFree(data); }
};
static Array whole, never_made;

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int last = 0;
  whole.make(32);
  fill<<<1, 32>>>(whole.data);
  cudaMemcpy(&last, whole.data + 31, sizeof(int), cudaMemcpyDeviceToHost);
  fill<<<1, 32>>>(whole.data);
  cudaStreamSynchronize(nullptr);
  return last == 31 ? 0 : 1;
}
