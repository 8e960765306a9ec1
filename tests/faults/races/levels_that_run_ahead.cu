// Fault: C16 race-between-blocks
// Finding: race-between-blocks or missing-trailing-barrier or missing-syncwarp or non-atomic-update
// Every vertex that has a level goes on, also one that has got it in this launch: how far the
// search comes in one launch depends on who is first.
#include <cstdio>

constexpr int kVertices = 512, kNone = -1;

__global__ void go_on(int* levels, int* has_changed, int level) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (levels[vertex] == kNone) return;  // FAULT
  for (int step = 1; step < 512; step *= 8) {
    const int neighbour = (vertex + step) % kVertices;
    if (levels[neighbour] == kNone) {  // FAULT
      levels[neighbour] = level;       // FAULT
      *has_changed = 1;
    }
  }
}

int main() {
  int *levels, *has_changed;
  cudaMalloc(&levels, kVertices * sizeof(int));
  cudaMalloc(&has_changed, sizeof(int));
  cudaMemset(levels, 0xff, kVertices * sizeof(int));
  cudaMemset(levels + kVertices - 1, 0, sizeof(int));
  int changed = 1;
  for (int level = 1; changed != 0; ++level) {
    cudaMemset(has_changed, 0, sizeof(int));
    go_on<<<kVertices / 128, 128>>>(levels, has_changed, level);
    cudaMemcpy(&changed, has_changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  int last = 0;
  cudaMemcpy(&last, levels + kVertices / 2, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", last);
  cudaFree(levels);
  cudaFree(has_changed);
  return 0;
}
