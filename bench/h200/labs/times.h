// What a driver that is built to measure tells the measuring tool, besides its answers
// (lab_protocol/exchange.h). Frames of kind `machine` and `times`:
//
//   machine  {text name, u32 major, u32 minor, u32 SMs, f64 clock_hz, f64 dram_bytes_per_s,
//             i32 runtime version, f64 empty_kernel_s}              once, before the first answer
//   times    {u32 n, n × {f64 kernel_s, f64 call_s, u32 launches}}  before the answer to each case
#pragma once

#include <cstdint>

namespace warpscope::bench {

/// How often each case is run: set by the measuring tool.
inline constexpr const char* kRunsVariable = "WARPSCOPE_MEASURED_RUNS";
inline constexpr int kWarmUpRuns = 3;

inline constexpr std::uint32_t kMachineFrame = 100;
inline constexpr std::uint32_t kTimesFrame = 101;

/// One run of a case.
struct RunTimes {
  double kernel_s = 0;         ///< the GPU's time in the call's kernels, added
  double call_s = 0;           ///< from the call until the GPU has done its work
  std::uint32_t launches = 0;  ///< of kernels in the call
};

}  // namespace warpscope::bench
