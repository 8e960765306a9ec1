// Streams, events, and what the modelled clock says of them.
#include <cstdio>

__global__ void work(float* data, int rounds) {
  float value = data[threadIdx.x];
  for (int i = 0; i < rounds; ++i) value = value * 1.5f + 1.0f;
  data[threadIdx.x] = value;
}

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

int main() {
  float* data = nullptr;
  cudaMalloc(&data, 1024 * sizeof(float));
  cudaMemset(data, 0, 1024 * sizeof(float));
  cudaEvent_t begin, end, untimed, unrecorded;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventCreate(&unrecorded);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  float ms = -1;
  cudaEventRecord(begin);
  work<<<1, 256>>>(data, 1000);
  cudaEventRecord(end);
  std::printf("before waiting %s\n", name(cudaEventElapsedTime(&ms, begin, end)));
  cudaEventSynchronize(end);
  const cudaError_t measured = cudaEventElapsedTime(&ms, begin, end);
  std::printf("after waiting %s %d\n", name(measured), ms > 0);
  const float first = ms;
  cudaEventRecord(begin);
  work<<<1, 256>>>(data, 4000);
  cudaEventRecord(end);
  cudaDeviceSynchronize();
  cudaEventElapsedTime(&ms, begin, end);
  std::printf("four times the work takes longer %d\n", ms > 2 * first);
  cudaEventRecord(untimed);
  cudaEventSynchronize(untimed);
  std::printf("untimed %s\n", name(cudaEventElapsedTime(&ms, begin, untimed)));
  std::printf("unrecorded %s\n", name(cudaEventElapsedTime(&ms, begin, unrecorded)));
  std::printf("unrecorded is done %s\n", name(cudaEventQuery(unrecorded)));

  cudaStream_t producer, consumer;
  cudaStreamCreate(&producer);
  cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking);
  work<<<1, 256, 0, producer>>>(data, 10);
  cudaEventRecord(end, producer);
  std::printf("wait %s\n", name(cudaStreamWaitEvent(consumer, end)));
  work<<<1, 256, 0, consumer>>>(data, 10);
  std::printf("synchronize %s\n", name(cudaStreamSynchronize(consumer)));
  std::printf("query %s\n", name(cudaStreamQuery(producer)));
  work<<<1, 256, 0, producer>>>(data, 10);
  cudaEventRecord(end, producer);
  std::printf("look at the stream %s\n", name(cudaStreamQuery(producer)));
  std::printf("look again %s\n", name(cudaStreamQuery(producer)));
  work<<<1, 256, 0, producer>>>(data, 10);
  cudaEventRecord(end, producer);
  std::printf("look at the event %s\n", name(cudaEventQuery(end)));
  cudaStreamSynchronize(producer);
  std::printf("look when it is done %s\n", name(cudaEventQuery(end)));
  work<<<1, 256, 0, cudaStreamPerThread>>>(data, 10);
  std::printf("per thread %s\n", name(cudaStreamSynchronize(cudaStreamPerThread)));
  std::printf("destroy %s %s\n", name(cudaStreamDestroy(producer)),
              name(cudaStreamDestroy(consumer)));
  std::printf("destroyed %s\n", name(cudaStreamSynchronize(producer)));
  std::printf("destroy events %s %s\n", name(cudaEventDestroy(begin)), name(cudaEventDestroy(end)));
  cudaGetLastError();
  std::printf("end %s\n", name(cudaDeviceSynchronize()));
  return 0;
}
