// Fault: B10 index-overflow-int32
// Finding: sum-overflow
// A block folds the bytes of 256 files, all positive, in shared memory: the last rounds of the tree
// are too much for an int.
#include <cuda_runtime.h>

#include <vector>

__global__ void bytes_of_folders(const int* bytes, int* folders) {
  __shared__ int part[256];
  const int thread = threadIdx.x;
  part[thread] = bytes[blockIdx.x * 256 + thread];
  __syncthreads();
  for (int distance = 128; distance > 0; distance /= 2) {
    if (thread < distance) part[thread] += part[thread + distance];  // FAULT
    __syncthreads();
  }
  if (thread == 0) folders[blockIdx.x] = part[0];
}

int main() {
  const int folders = 4;
  std::vector<int> bytes(folders * 256), sums(folders);
  for (int i = 0; i < folders * 256; ++i) bytes[i] = 16000000 + 4096 * (i % 100);
  int *d_bytes, *d_folders;
  cudaMalloc(&d_bytes, bytes.size() * sizeof(int));
  cudaMalloc(&d_folders, folders * sizeof(int));
  cudaMemcpy(d_bytes, bytes.data(), bytes.size() * sizeof(int), cudaMemcpyHostToDevice);
  bytes_of_folders<<<folders, 256>>>(d_bytes, d_folders);
  cudaMemcpy(sums.data(), d_folders, folders * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_bytes);
  cudaFree(d_folders);
  return 0;
}
