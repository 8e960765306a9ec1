// Correct: the second stream waits for the first one's event before it uses the data
#include <cuda_runtime.h>

#include <vector>

__global__ void produce(int* data) { data[threadIdx.x] = threadIdx.x; }

__global__ void consume(const int* data, int* out) { out[threadIdx.x] = 2 * data[threadIdx.x]; }

int main() {
  std::vector<int> host(64);
  int *data, *out;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaStream_t first, second;
  cudaEvent_t made;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
  produce<<<1, 64, 0, first>>>(data);
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(second, made, 0);
  consume<<<1, 64, 0, second>>>(data, out);
  cudaStreamSynchronize(second);
  cudaMemcpy(host.data(), out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaEventDestroy(made);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(data);
  cudaFree(out);
  for (int i = 0; i < 64; ++i) {
    if (host[i] != 2 * i) return 1;
  }
  return 0;
}
