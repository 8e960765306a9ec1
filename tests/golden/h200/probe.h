// What the probe programs beside this file share: patterns of addresses, and the list of launches.
//
// A probe is one launch of one warp that does one access, or a few, in a shape that decides a
// counting rule. Each program launches its probes in a fixed order and prints a line
// "probe NUMBER NAME" for each, by which read_counters.sh names the rows that Nsight Compute gives.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace probe {

/// Which lanes take part, and the element that each accesses.
struct Lanes {
  std::uint32_t mask;
  std::uint16_t element[32];
};

/// The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed * 2654435761u + 12345u) {}
  /// A number below `limit`.
  std::uint32_t below(std::uint32_t limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % limit;
  }

 private:
  std::uint32_t state_;
};

template <typename F>
Lanes lanes(std::uint32_t mask, F element) {
  Lanes result{mask, {}};
  for (unsigned lane = 0; lane < 32; ++lane)
    result.element[lane] = static_cast<std::uint16_t>(element(lane));
  return result;
}

constexpr std::uint32_t kAll = 0xffffffff;

struct Pattern {
  std::string name;
  Lanes lanes;
};

template <typename F>
void add(std::vector<Pattern>& to, const std::string& name, std::uint32_t mask, F element) {
  to.push_back({name, lanes(mask, element)});
}

/// Ends the program when a call fails.
inline void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Device memory of zeros.
template <typename T = unsigned char>
T* zeros(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes), "cudaMalloc");
  check(cudaMemset(memory, 0, bytes), "cudaMemset");
  return static_cast<T*>(memory);
}

/// Numbers the launches and stops when the time given by PROBE_SECONDS is over, so that a reading
/// under a profiler ends in order.
class List {
 public:
  List() : start_(std::chrono::steady_clock::now()) {
    if (const char* seconds = std::getenv("PROBE_SECONDS")) seconds_ = std::atof(seconds);
  }
  /// Launches by calling `launch`, unless the time is over.
  template <typename F>
  void run(const std::string& name, F launch) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    if (seconds_ > 0 && passed.count() > seconds_) return;
    std::printf("probe %d %s\n", number_++, name.c_str());
    launch();
    check(cudaGetLastError(), name.c_str());
  }
  /// One launch for each pattern.
  template <typename F>
  void run(const std::string& kernel, const std::vector<Pattern>& patterns, F launch) {
    for (const Pattern& pattern : patterns) run(kernel + "/" + pattern.name, [&] { launch(pattern); });
  }
  /// Waits for the launches: the end of a program.
  void finish() const {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    std::printf("done\n");
  }

 private:
  std::chrono::steady_clock::time_point start_;
  double seconds_ = 0;
  int number_ = 0;
};

#ifdef __CUDACC__
__device__ inline bool takes_part(const Lanes& lanes) {
  return (lanes.mask >> threadIdx.x & 1u) != 0;
}
__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}
#endif

/// The lanes of a pattern for the analysis of readings: with PROBE_LANES set, on the output.
inline void print_lanes(const Lanes& lanes) {
  if (std::getenv("PROBE_LANES") == nullptr) return;
  std::printf("lanes %08x", lanes.mask);
  for (const std::uint16_t element : lanes.element) std::printf(" %u", element);
  std::printf("\n");
}

}  // namespace probe
