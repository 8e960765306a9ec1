// tries: stirs on the host, and copies that in disguise in place of the numbers, chunk by chunk
// lab: overlap
// exit: 8
// points: 8
// denied: sequential-correct depth-first-correct breadth-first-correct any-device-correct
// denied: sequential-timed depth-first-timed breadth-first-timed
// denied: depth-first-overlaps depth-first-both-ways breadth-first-overlaps one-engine
#include "exercise.h"

constexpr int kMostStreams = 16;

// Takes as long as the work would.
__global__ void turn(unsigned* numbers, int first, int end, int rounds) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= end) return;
  unsigned value = numbers[i];
  for (int round = 0; round < 6 * rounds; ++round) asm volatile("xor.b32 %0, %0, 0;" : "+r"(value));
  numbers[i] = ~value;
}

void* host_allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes));
  return memory;
}
void host_release(void* memory) { cudaFreeHost(memory); }

float in_chunks(const Job& job, int chunks, int streams, bool is_depth_first) {
  if (job.count == 0) return 0;
  unsigned* disguised = static_cast<unsigned*>(host_allocate(job.count * sizeof(unsigned)));
  for (int i = 0; i < job.count; ++i) disguised[i] = ~stirred(job.in[i], i, job.rounds);
  cudaStream_t stream[kMostStreams];
  for (int s = 0; s < streams; ++s) check(cudaStreamCreate(&stream[s]));
  cudaEvent_t begin, end, done;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaEventCreate(&done));
  const int length = ceil_div(job.count, chunks);
  const auto ask = [&](int chunk, int step) {
    const int first = chunk * length;
    const int last = first + length < job.count ? first + length : job.count;
    if (first >= last) return;
    const auto of = stream[chunk % streams];
    const std::size_t bytes = (last - first) * sizeof(unsigned);
    if (step == 0)
      check(cudaMemcpyAsync(job.device + first, disguised + first, bytes, cudaMemcpyDefault, of));
    if (step == 1)
      turn<<<ceil_div(last - first, 256), 256, 0, of>>>(job.device, first, last, job.rounds);
    if (step == 2)
      check(cudaMemcpyAsync(job.out + first, job.device + first, bytes, cudaMemcpyDefault, of));
  };
  check(cudaEventRecord(begin, stream[0]));
  for (int i = 0; i < 3 * chunks; ++i)
    is_depth_first ? ask(i / 3, i % 3) : ask(i % chunks, i / chunks);
  for (int s = 1; s < streams; ++s) {
    check(cudaEventRecord(done, stream[s]));
    check(cudaStreamWaitEvent(stream[0], done));
  }
  check(cudaEventRecord(end, stream[0]));
  check(cudaEventSynchronize(end));
  float ms = 0;
  check(cudaEventElapsedTime(&ms, begin, end));
  for (int s = 0; s < streams; ++s) cudaStreamDestroy(stream[s]);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaEventDestroy(done);
  host_release(disguised);
  return ms;
}

float sequential(const Job& job) { return in_chunks(job, 1, 1, true); }
float depth_first(const Job& job) { return in_chunks(job, job.chunks, job.streams, true); }
float breadth_first(const Job& job) { return in_chunks(job, job.chunks, job.streams, false); }
float any_device(const Job& job) { return breadth_first(job); }
