// Four kernels in one stream, and in four: what is won by running them at the same time?
//
// Each kernel has a share of the blocks that the device holds at a time, and each block works for
// the same time, so a kernel takes as long whatever its share. CSV: share of the device, blocks of
// a kernel, milliseconds of four in one stream and in four (medians of kRounds).
//
// nvcc -std=c++20 -O3 -arch=sm_90 -I. bench/h200/kernels_side_by_side.cu
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kBlock = 256;
constexpr int kKernels = 4;
constexpr int kRounds = 21;
constexpr int kSteps = 20000;
constexpr std::array kParts{1, 2, 4, 8, 16};

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(error));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

__global__ void stir(unsigned* numbers, int steps) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = numbers[i] + i + 1;
  for (int step = 0; step < steps; ++step) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  numbers[i] = x;
}

float milliseconds(const std::vector<cudaStream_t>& streams, unsigned* numbers, int blocks) {
  cudaEvent_t begin = nullptr, end = nullptr;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int round = 0; round < kRounds; ++round) {
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(begin, streams[0]));
    for (std::size_t s = 1; s < streams.size(); ++s) CHECK(cudaStreamWaitEvent(streams[s], begin));
    for (std::size_t k = 0; k < kKernels; ++k) {
      unsigned* const own = numbers + k * blocks * kBlock;
      stir<<<blocks, kBlock, 0, streams[k % streams.size()]>>>(own, kSteps);
      CHECK(cudaGetLastError());
    }
    for (std::size_t s = 1; s < streams.size(); ++s) {
      cudaEvent_t done = nullptr;
      CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
      CHECK(cudaEventRecord(done, streams[s]));
      CHECK(cudaStreamWaitEvent(streams[0], done));
      CHECK(cudaEventDestroy(done));
    }
    CHECK(cudaEventRecord(end, streams[0]));
    CHECK(cudaEventSynchronize(end));
    float taken = 0;
    CHECK(cudaEventElapsedTime(&taken, begin, end));
    times.push_back(taken);
  }
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main() {
  int multiprocessors = 0, blocks_of_each = 0;
  CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_each, stir, kBlock, 0));
  const int full = multiprocessors * blocks_of_each;
  unsigned* numbers = nullptr;
  CHECK(cudaMalloc(&numbers, sizeof(unsigned) * kKernels * full * kBlock));
  CHECK(cudaMemset(numbers, 0, sizeof(unsigned) * kKernels * full * kBlock));
  std::vector<cudaStream_t> streams(kKernels);
  for (auto& stream : streams) CHECK(cudaStreamCreate(&stream));
  const std::vector<cudaStream_t> one{streams[0]};
  std::printf("part,blocks,one_stream_ms,four_streams_ms\n");
  milliseconds(streams, numbers, full);  // the clocks rise
  for (const int part : kParts) {
    const int blocks = full / part;
    std::printf("1/%d,%d,%.4f,%.4f\n", part, blocks, milliseconds(one, numbers, blocks),
                milliseconds(streams, numbers, blocks));
  }
  for (auto& stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(numbers));
}
