// Correct: a captured graph of copy, kernel and copy, launched several times
#include <cuda_runtime.h>

__global__ void increment(int* data) { data[threadIdx.x] += 1; }

int main() {
  int *host, *data;
  cudaMallocHost(&host, 32 * sizeof(int));
  cudaMalloc(&data, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(data, host, 32 * sizeof(int), cudaMemcpyHostToDevice, stream);
  increment<<<1, 32, 0, stream>>>(data);
  cudaMemcpyAsync(host, data, 32 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&runnable, graph, 0);
  for (int round = 0; round < 4; ++round) cudaGraphLaunch(runnable, stream);
  cudaStreamSynchronize(stream);
  bool is_right = true;
  for (int i = 0; i < 32; ++i) is_right = is_right && host[i] == i + 4;
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(data);
  cudaFreeHost(host);
  return is_right ? 0 : 1;
}
