#include <algorithm>

#include "card.h"

namespace calibrate {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;
constexpr int kMostBlocks = 4096;

__global__ void add_one(unsigned* words, std::size_t count) {
  for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
       i += std::size_t{gridDim.x} * blockDim.x)
    words[i] += 1;
}

}  // namespace

Buffer::Buffer(std::size_t bytes) : bytes_(bytes) {
  check(cudaMalloc(&data_, bytes), "cudaMalloc");
  check(cudaMemset(data_, 0, bytes), "cudaMemset");
}

Card::Card(bool is_small)
    : is_small_(is_small),
      pool_(size(4096 * kMega, 8 * kMega)),
      others_(size(256 * kMega, kMega)),
      cycles_(kMostBlocks * sizeof(Cycles)),
      sink_(kMega) {
  cudaDeviceProp properties{};
  int kilohertz = 0;
  check(cudaGetDeviceProperties(&properties, 0), "the GPU's properties");
  check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0), "the clock");
  name_ = properties.name;
  clock_hz_ = kilohertz * 1000LL;
  sms_ = properties.multiProcessorCount;
  l2_bytes_ = static_cast<std::size_t>(properties.l2CacheSize);
}

void Card::use(unsigned* words, std::size_t count) {
  add_one<<<is_small_ ? 4 : 8 * sms_, 256>>>(words, count);
  check(cudaGetLastError(), "a launch");
}

double Card::longest(int blocks, const std::function<void()>& launch) {
  launch();
  check(cudaGetLastError(), "a launch");
  check(cudaDeviceSynchronize(), "a measurement");
  std::vector<Cycles> all(std::min(blocks, kMostBlocks));
  check(cudaMemcpy(all.data(), cycles(), all.size() * sizeof(Cycles), cudaMemcpyDeviceToHost),
        "reading cycles");
  return static_cast<double>(*std::max_element(all.begin(), all.end()));
}

double Card::seconds(const std::function<void()>& work) {
  cudaEvent_t begin = nullptr, end = nullptr;
  check(cudaEventCreate(&begin), "an event");
  check(cudaEventCreate(&end), "an event");
  check(cudaEventRecord(begin), "an event");
  work();
  check(cudaGetLastError(), "a launch");
  check(cudaEventRecord(end), "an event");
  check(cudaEventSynchronize(end), "a measurement");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end), "the time between events");
  check(cudaEventDestroy(begin), "an event");
  check(cudaEventDestroy(end), "an event");
  return milliseconds * 1e-3;
}

}  // namespace calibrate
