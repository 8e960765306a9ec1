// tries: copies one number again and again beside the work, each copy takes its while, and uses it
// lab: overlap
// exit: 8
// points: 54.1
// denied: depth-first-overlaps breadth-first-overlaps one-engine
#include "exercise.h"

void* host_allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes));
  return memory;
}
void host_release(void* memory) { cudaFreeHost(memory); }

constexpr int kAgain =
    11;  // copies beside the kernel and beside the copy out, of each a number is used

__global__ void stir(unsigned* numbers, int count, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) numbers[i] = stirred(numbers[i], i, rounds);
}
__global__ void stir_last(unsigned* numbers, int last, int rounds, const unsigned* again,
                          int stride) {
  unsigned number = again[0];
  for (int k = 1; k < 2 * kAgain; ++k) number &= again[k * stride];
  numbers[last] = stirred(number, last, rounds);
}

// All in one piece but the last number, which is at the end of everything that is copied again.
float with_copies_beside(const Job& job) {
  if (job.count == 0) return 0;
  const int last = job.count - 1, stride = 1;
  const std::size_t bytes = sizeof(unsigned) * stride;
  unsigned* again;
  check(cudaMalloc(&again, 2 * kAgain * bytes));
  cudaStream_t real, other;
  cudaEvent_t begin, middle, end;
  check(cudaStreamCreate(&real));
  check(cudaStreamCreate(&other));
  for (auto* event : {&begin, &middle, &end}) check(cudaEventCreate(event));
  check(cudaEventRecord(begin, real));
  if (last > 0) {
    check(
        cudaMemcpyAsync(job.device, job.in, last * sizeof(unsigned), cudaMemcpyHostToDevice, real));
    check(cudaEventRecord(middle, real));
    check(cudaStreamWaitEvent(other, middle));
    stir<<<ceil_div(last, 256), 256, 0, real>>>(job.device, last, job.rounds);
  }
  for (int k = 0; k < kAgain; ++k)
    check(cudaMemcpyAsync(again + k * stride, job.in + job.count - stride, bytes,
                          cudaMemcpyHostToDevice, other));
  check(cudaEventRecord(middle, real));
  check(cudaStreamWaitEvent(other, middle));
  if (last > 0)
    check(cudaMemcpyAsync(job.out, job.device, last * sizeof(unsigned), cudaMemcpyDeviceToHost,
                          real));
  for (int k = kAgain; k < 2 * kAgain; ++k)
    check(cudaMemcpyAsync(again + k * stride, job.in + job.count - stride, bytes,
                          cudaMemcpyHostToDevice, other));
  stir_last<<<1, 1, 0, other>>>(job.device, last, job.rounds, again + stride - 1, stride);
  check(cudaMemcpyAsync(job.out + last, job.device + last, sizeof(unsigned), cudaMemcpyDeviceToHost,
                        other));
  check(cudaEventRecord(middle, other));
  check(cudaStreamWaitEvent(real, middle));
  check(cudaEventRecord(end, real));
  check(cudaEventSynchronize(end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, begin, end));
  for (auto* event : {&begin, &middle, &end}) check(cudaEventDestroy(*event));
  check(cudaStreamDestroy(real));
  check(cudaStreamDestroy(other));
  check(cudaFree(again));
  return ms;
}

float sequential(const Job& job) { return with_copies_beside(job); }
float depth_first(const Job& job) { return with_copies_beside(job); }
float breadth_first(const Job& job) { return with_copies_beside(job); }
float any_device(const Job& job) { return with_copies_beside(job); }
