// What the benchmarks of primitives share: device memory, random data, measuring, and one line of
// CSV per variant.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device/access.cuh"

namespace warpscope::bench {

/// The data sheet's figure for an H200, in bytes per second, of which fractions are given.
inline constexpr double peak_bytes_per_s = 4.8e12;

struct Options {
  bool quick = false;  ///< small sizes, once: to see that every variant is right
  std::string only;    ///< run just the benchmark of this name
};

inline void check(cudaError_t error, const std::string& what) {
  if (error == cudaSuccess) return;
  throw std::runtime_error(what + ": " + cudaGetErrorString(error));
}

/// `count` values in device memory.
template <typename T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    check(cudaMalloc(&data_, std::max<std::size_t>(count, 1) * sizeof(T)), "cudaMalloc");
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }
  void fill(int byte) { check(cudaMemset(data_, byte, bytes()), "cudaMemset"); }
  std::vector<T> to_host() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, bytes(), cudaMemcpyDeviceToHost), "to the host");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// A hash of the index: the same numbers everywhere, and none of them a pattern.
__host__ __device__ inline std::uint32_t random_bits(std::uint64_t index, std::uint32_t seed) {
  std::uint64_t x = (index + 1) * 0x9e3779b97f4a7c15ULL + seed;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return static_cast<std::uint32_t>(x >> 32);
}

/// data[i] = value(i) for all i.
template <typename T, typename Value>
__global__ void fill_kernel(T* data, std::size_t count, Value value) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    data[i] = value(i);
  }
}

/// Counts the i for which is_right(i) is false.
template <typename IsRight>
__global__ void count_wrong_kernel(std::size_t count, unsigned long long* wrong, IsRight is_right) {
  unsigned mine = 0;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    mine += is_right(i) ? 0U : 1U;
  }
  if (mine != 0) atomicAdd(wrong, mine);
}

inline unsigned plain_blocks(std::size_t count) {
  return static_cast<unsigned>(std::clamp<std::size_t>((count + 255) / 256, 1, 132 * 64));
}

template <typename T, typename Value>
void fill(const DeviceArray<T>& array, Value value) {
  fill_kernel<<<plain_blocks(array.size()), 256>>>(array.get(), array.size(), value);
  check(cudaGetLastError(), "fill");
}

/// True when is_right(i) holds for all i in [0, count), asked on the device.
template <typename IsRight>
bool all_right(std::size_t count, IsRight is_right) {
  DeviceArray<unsigned long long> wrong(1);
  wrong.fill(0);
  count_wrong_kernel<<<plain_blocks(count), 256>>>(count, wrong.get(), is_right);
  check(cudaGetLastError(), "check");
  return wrong.to_host()[0] == 0;
}

/// True when both arrays in device memory agree bit for bit.
template <typename T>
struct SameAt {
  const T* a;
  const T* b;
  __device__ bool operator()(std::size_t i) const { return a[i] == b[i]; }
};

/// The number of blocks of a kernel that are resident at once on the device; asks for its dynamic
/// shared memory too.
template <typename Kernel>
unsigned resident_blocks(Kernel kernel, int threads, std::size_t shared_bytes) {
  const auto* function = reinterpret_cast<const void*>(kernel);
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             static_cast<int>(shared_bytes)),
        "dynamic shared memory");
  int per_sm = 0;
  int sms = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, kernel, threads, shared_bytes),
        "occupancy");
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
  if (per_sm == 0) throw std::runtime_error("no block fits on a multiprocessor");
  return static_cast<unsigned>(per_sm * sms);
}

/// The least dynamic shared memory with which no more than `blocks` blocks of a kernel are resident
/// on a multiprocessor (0: as many as fit with the `needed` bytes): fewer bytes are under way then,
/// and reading and writing take turns less often. Least, as L1 is what is left of shared memory.
/// The kernel has no static shared memory.
template <typename Kernel>
std::size_t shared_bytes_for(Kernel kernel, int threads, std::size_t needed, int blocks) {
  if (blocks == 0) return needed;
  int on_sm = 0;
  int reserved = 0;
  int sms = 0;
  check(cudaDeviceGetAttribute(&on_sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0), "shared");
  check(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0), "shared");
  check(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
  const auto too_many = static_cast<std::size_t>(on_sm / (blocks + 1) - reserved);
  const std::size_t bytes = std::max(needed, too_many / 128 * 128 + 128);
  if (resident_blocks(kernel, threads, bytes) > static_cast<unsigned>(blocks * sms)) {
    throw std::runtime_error("more than " + std::to_string(blocks) + " blocks on a multiprocessor");
  }
  return bytes;
}

/// " resident=4", or nothing for 0, which stands for as many as fit.
inline std::string resident_name(int blocks) {
  return blocks == 0 ? "" : " resident=" + std::to_string(blocks);
}

inline std::string name_of(device::Load load) {
  switch (load) {
    case device::Load::plain:
      return " plain";
    case device::Load::streaming:
      return " streaming";
    case device::Load::passing:
      return " passing";
    case device::Load::once:
      return " once";
  }
  return "";
}

inline std::string name_of(device::Store store) {
  switch (store) {
    case device::Store::plain:
      return "plain";
    case device::Store::streaming:
      return "streaming";
    case device::Store::bulk:
      return "bulk";
  }
  return "";
}

struct Work {
  std::string benchmark;
  std::size_t elements = 0;
  std::size_t bytes = 0;  ///< read and written, each once
};

/// Runs `launch` once and asks `is_right`; then warms up, times repetitions with events, and prints
/// a line of CSV. `before_first` poisons the result, so that a variant that writes nothing is not
/// taken for right. `launch` gets the repetition's number.
inline void measure(const Options& options, const Work& work, const std::string& variant,
                    const std::function<void()>& before_first,
                    const std::function<void(int)>& launch, const std::function<bool()>& is_right) {
  constexpr int warm_ups = 3;
  const int repetitions = options.quick ? 1 : 20;
  std::string verdict = "no";
  std::vector<float> milliseconds;
  try {
    before_first();
    launch(0);
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "run");
    if (is_right()) verdict = "yes";
    std::vector<cudaEvent_t> events(2 * static_cast<std::size_t>(repetitions));
    for (cudaEvent_t& event : events) check(cudaEventCreate(&event), "cudaEventCreate");
    for (int i = 0; i < (options.quick ? 0 : warm_ups); ++i) launch(i);
    for (int i = 0; i < repetitions; ++i) {
      const auto at = 2 * static_cast<std::size_t>(i);
      check(cudaEventRecord(events[at]), "cudaEventRecord");
      launch(i);
      check(cudaEventRecord(events[at + 1]), "cudaEventRecord");
    }
    check(cudaDeviceSynchronize(), "repetitions");
    for (int i = 0; i < repetitions; ++i) {
      const auto at = 2 * static_cast<std::size_t>(i);
      milliseconds.push_back(0);
      check(cudaEventElapsedTime(&milliseconds.back(), events[at], events[at + 1]),
            "cudaEventElapsedTime");
    }
    for (cudaEvent_t event : events) cudaEventDestroy(event);
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "%s, %s: %s\n", work.benchmark.c_str(), variant.c_str(), problem.what());
    cudaGetLastError();
    std::printf("%s,%s,%zu,%zu,,,,no\n", work.benchmark.c_str(), variant.c_str(), work.elements,
                work.bytes);
    std::fflush(stdout);
    return;
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  const std::size_t middle = milliseconds.size() / 2;
  const double median = milliseconds.size() % 2 == 1
                            ? milliseconds[middle] * 1e-3
                            : (milliseconds[middle - 1] + milliseconds[middle]) * 0.5e-3;
  std::printf("%s,%s,%zu,%zu,%.4e,%.4e,%.4f,%s\n", work.benchmark.c_str(), variant.c_str(),
              work.elements, work.bytes, median, milliseconds.front() * 1e-3,
              static_cast<double>(work.bytes) / median / peak_bytes_per_s, verdict.c_str());
  std::fflush(stdout);
}

// One per file primitives_*.cu.
void bench_copy_and_triad(const Options& options);
void bench_reduce(const Options& options);
void bench_transpose(const Options& options);
void bench_scan(const Options& options);
void bench_histogram(const Options& options);
void bench_gather(const Options& options);

}  // namespace warpscope::bench
