// A cooperative grid: every block adds what all blocks wrote before the grid's barrier.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void rounds(int* values, int* sums, int count) {
  const cg::grid_group grid = cg::this_grid();
  const int index = static_cast<int>(grid.thread_rank());
  for (int round = 0; round < count; ++round) {
    values[index] = index + round;
    grid.sync();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (unsigned i = 0; i < grid.size(); ++i) sum += values[i];
      sums[round * gridDim.x + blockIdx.x] = sum;
    }
    grid.sync();
  }
}

int main() {
  constexpr int kBlocks = 6, kThreads = 64, kRounds = 3;
  int *values = nullptr, *sums = nullptr;
  cudaMallocManaged(&values, kBlocks * kThreads * sizeof(int));
  cudaMallocManaged(&sums, kBlocks * kRounds * sizeof(int));
  int count = kRounds;
  void* arguments[] = {&values, &sums, &count};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rounds), dim3(kBlocks), dim3(kThreads),
                              arguments, 0, nullptr);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int wrong = 0;
  constexpr int kAll = kBlocks * kThreads;
  for (int i = 0; i < kBlocks * kRounds; ++i) {
    if (sums[i] != kAll * (kAll - 1) / 2 + i / kBlocks * kAll) ++wrong;
  }
  std::printf("%d wrong\n", wrong);
  // The same in a graph, whose node keeps the attribute.
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rounds), dim3(kBlocks), dim3(kThreads),
                              arguments, 0, stream);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < kBlocks * kRounds; ++i) sums[i] = 0;
  cudaGraphLaunch(exec, stream);
  std::printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  std::printf("%d\n", sums[0] == kAll * (kAll - 1) / 2);
  return 0;
}
