// Fault: A20 cross-stream-dependency-missing
// Finding: stream-race
// Two kernels of a graph use the same array, and no edge orders them.
#include <cuda_runtime.h>

__global__ void produce(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void consume(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMemset(data, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  cudaGraphNode_t first, second;
  void* arguments[] = {&data};
  cudaKernelNodeParams node = {};
  node.gridDim = dim3(1);
  node.blockDim = dim3(64);
  node.kernelParams = arguments;
  cudaGraphCreate(&graph, 0);
  node.func = (void*)produce;
  cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node);
  node.func = (void*)consume;
  cudaGraphAddKernelNode(&second, graph, nullptr, 0, &node);  // FAULT
  cudaGraphInstantiate(&runnable, graph, 0);
  cudaGraphLaunch(runnable, 0);  // FAULT
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaFree(data);
  return 0;
}
