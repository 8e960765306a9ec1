// Ends without a word: by abort() with work queued, or normally without waiting for a launch.
#include <cstdlib>
#include <cstring>

__global__ void set(int* data) { data[threadIdx.x] = 1; }

int main(int, char** argv) {
  int* data = nullptr;
  cudaMalloc(&data, 128);
  set<<<1, 32>>>(data);
  if (std::strcmp(argv[1], "abort") == 0) std::abort();
  return 0;
}
