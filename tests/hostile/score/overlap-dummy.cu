// tries: does one thing after the other, beside copies and kernels of which nobody needs anything
// lab: overlap
// exit: 8
// points: 50
// denied: depth-first-overlaps depth-first-both-ways breadth-first-overlaps
#include "exercise.h"

__global__ void stir(unsigned* numbers, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) numbers[i] = stirred(numbers[i], i, rounds);
}

void* host_allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes));
  return memory;
}
void host_release(void* memory) { cudaFreeHost(memory); }

// Measured from the begin of the first to the end of the last, dummies included.
float in_one_piece(const Job& job) {
  if (job.count == 0) return 0;
  const std::size_t bytes = job.count * sizeof(unsigned);
  cudaEvent_t begin, end, done;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaEventCreate(&done));
  cudaStream_t real, other;
  check(cudaStreamCreate(&real));
  check(cudaStreamCreate(&other));
  unsigned *sink, *to_host;
  check(cudaMalloc(&sink, bytes));
  check(cudaMallocHost(&to_host, bytes));
  check(cudaEventRecord(begin, real));
  check(cudaStreamWaitEvent(other, begin));
  check(cudaMemcpyAsync(to_host, sink, bytes, cudaMemcpyDeviceToHost, other));
  check(cudaMemcpyAsync(job.device, job.in, bytes, cudaMemcpyHostToDevice, real));
  check(cudaMemcpyAsync(to_host, sink, bytes, cudaMemcpyDeviceToHost, other));
  stir<<<ceil_div(job.count, 256), 256, 0, other>>>(sink, job.count, job.rounds);
  stir<<<ceil_div(job.count, 256), 256, 0, real>>>(job.device, job.count, job.rounds);
  stir<<<ceil_div(job.count, 256), 256, 0, other>>>(sink, job.count, job.rounds);
  check(cudaMemcpyAsync(job.out, job.device, bytes, cudaMemcpyDeviceToHost, real));
  check(cudaEventRecord(done, other));
  check(cudaStreamWaitEvent(real, done));
  check(cudaEventRecord(end, real));
  check(cudaEventSynchronize(end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, begin, end));
  cudaFreeHost(to_host);
  cudaFree(sink);
  cudaStreamDestroy(real);
  cudaStreamDestroy(other);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaEventDestroy(done);
  return ms;
}

float sequential(const Job& job) { return in_one_piece(job); }
float depth_first(const Job& job) { return in_one_piece(job); }
float breadth_first(const Job& job) { return in_one_piece(job); }
