// A captured stream that allocates, computes and frees, launched three times.
#include <cstdio>
__global__ void square(const float* a, float* b) { *b = *a * *a; }
void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
}
int main() {
  cudaStream_t s, other;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  float given = 3, result = 0, *a, *b;
  cudaEvent_t squared, freed;
  cudaEventCreate(&squared);
  cudaEventCreate(&freed);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  cudaMallocAsync(&a, 4, s);
  cudaMallocAsync(&b, 4, s);
  cudaMemcpyAsync(a, &given, 4, cudaMemcpyHostToDevice, s);
  square<<<1, 1, 0, s>>>(a, b);
  cudaEventRecord(squared, s);
  cudaStreamWaitEvent(other, squared, 0);
  cudaMemcpyAsync(&result, b, 4, cudaMemcpyDeviceToHost, other);
  cudaFreeAsync(a, s);
  cudaFreeAsync(b, other);
  cudaEventRecord(freed, other);
  cudaStreamWaitEvent(s, freed, 0);
  tell("destroy a joined stream", cudaStreamDestroy(other));
  tell("end", cudaStreamEndCapture(s, &graph));
  tell("instantiate", cudaGraphInstantiate(&exec, graph, 0));
  for (int i = 1; i <= 3; ++i) {
    given = static_cast<float>(i);
    cudaGraphLaunch(exec, s);
    tell("launch", cudaStreamSynchronize(s));
    std::printf("%g\n", result);
  }
  unsigned long long used = 1;
  cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used);
  std::printf("used %llu\n", used);
}
