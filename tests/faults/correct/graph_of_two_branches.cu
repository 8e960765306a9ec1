// Correct: two branches of a captured graph use their own arrays, and join before the sum
#include <cuda_runtime.h>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }
__global__ void add(const int* a, const int* b, int* sum) {
  sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

int main() {
  int *a, *b, *sum, last = 0;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMalloc(&sum, 64 * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t begun, filled;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreate(&begun);
  cudaEventCreate(&filled);
  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  cudaEventRecord(begun, first);
  cudaStreamWaitEvent(second, begun, 0);
  fill<<<1, 64, 0, first>>>(a, 1);
  fill<<<1, 64, 0, second>>>(b, 2);
  cudaEventRecord(filled, second);
  cudaStreamWaitEvent(first, filled, 0);
  add<<<1, 64, 0, first>>>(a, b, sum);
  cudaStreamEndCapture(first, &graph);
  cudaGraphInstantiate(&runnable, graph, 0);
  for (int round = 0; round < 3; ++round) cudaGraphLaunch(runnable, first);
  cudaMemcpyAsync(&last, sum + 63, sizeof(int), cudaMemcpyDeviceToHost, first);
  cudaStreamSynchronize(first);
  cudaGraphExecDestroy(runnable);
  cudaGraphDestroy(graph);
  cudaEventDestroy(begun);
  cudaEventDestroy(filled);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
  return last == 3 ? 0 : 1;
}
