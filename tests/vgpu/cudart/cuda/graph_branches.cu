// A graph with a kernel and a copy that need not wait for each other, launched twice, and work
// behind it.
#include <cstdio>

__global__ void work(float* data, int rounds) {
  float value = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) value = value * 1.5f + 1.0f;
  data[threadIdx.x] = value;
}

int main() {
  constexpr int kCount = 1 << 18;
  float *data = nullptr, *copied = nullptr, *host = nullptr;
  cudaMalloc(&data, 1024 * sizeof(float));
  cudaMemset(data, 0, 1024 * sizeof(float));
  cudaMalloc(&copied, kCount * sizeof(float));
  cudaMallocHost(&host, kCount * sizeof(float));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t fork, join;
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  work<<<1, 32, 0, first>>>(data, 100);  // before both branches
  cudaEventRecord(fork, first);
  cudaStreamWaitEvent(second, fork);
  work<<<1, 32, 0, first>>>(data, 2000);
  cudaMemcpyAsync(copied, host, kCount * sizeof(float), cudaMemcpyHostToDevice, second);
  cudaEventRecord(join, second);
  cudaStreamWaitEvent(first, join);
  work<<<1, 32, 0, first>>>(data, 100);  // behind both
  cudaGraph_t graph;
  cudaStreamEndCapture(first, &graph);
  cudaGraphExec_t exec;
  std::printf("instantiate %s\n", cudaGetErrorName(cudaGraphInstantiate(&exec, graph, 0)));
  std::printf("launch %s\n", cudaGetErrorName(cudaGraphLaunch(exec, first)));
  std::printf("again %s\n", cudaGetErrorName(cudaGraphLaunch(exec, first)));
  work<<<1, 32, 0, first>>>(data, 100);  // behind all
  cudaEvent_t end;
  cudaEventCreate(&end);
  cudaEventRecord(end, first);
  std::printf("end %s\n", cudaGetErrorName(cudaEventSynchronize(end)));
  std::printf("destroy %s\n", cudaGetErrorName(cudaGraphExecDestroy(exec)));
  cudaGraphDestroy(graph);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaEventDestroy(end);
  cudaFree(data);
  cudaFree(copied);
  cudaFreeHost(host);
  return 0;
}
