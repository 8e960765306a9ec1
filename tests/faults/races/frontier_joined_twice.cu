// Fault: C7 non-atomic-accumulate
// Finding: non-atomic-update or race-between-blocks or missing-syncwarp or missing-trailing-barrier
// Threads look whether a vertex has a level and then give it one. All give it the same; but each
// that came to it in time also puts it into the next frontier.
#include <cstdio>

constexpr int kVertices = 4096, kNone = -1;

__global__ void go_on(const int* frontier, int* next, int* next_size, int* levels, int level) {
  const int vertex = frontier[blockIdx.x * blockDim.x + threadIdx.x];
  const int neighbour = vertex / 4;
  if (levels[neighbour] == kNone) {  // FAULT
    levels[neighbour] = level;       // FAULT
    next[atomicAdd(next_size, 1)] = neighbour;
  }
}

__global__ void begin(int* frontier) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  frontier[i] = (i * 37) % kVertices;
}

int main() {
  int *frontier, *next, *next_size, *levels;
  cudaMalloc(&frontier, kVertices * sizeof(int));
  cudaMalloc(&next, kVertices * sizeof(int));
  cudaMalloc(&next_size, sizeof(int));
  cudaMalloc(&levels, kVertices * sizeof(int));
  cudaMemset(levels, 0xff, kVertices * sizeof(int));
  cudaMemset(next_size, 0, sizeof(int));
  begin<<<kVertices / 128, 128>>>(frontier);
  go_on<<<kVertices / 128, 128>>>(frontier, next, next_size, levels, 1);
  int size = 0;
  cudaMemcpy(&size, next_size, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d of %d\n", size, kVertices / 4);
  cudaFree(frontier);
  cudaFree(next);
  cudaFree(next_size);
  cudaFree(levels);
  return 0;
}
