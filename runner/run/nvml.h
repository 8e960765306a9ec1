// The real GPUs of this machine and what they are at, by NVIDIA's management library, which comes
// with the driver and is loaded when asked for. Nothing of a GPU's settings is changed.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "arch/compute_capability.h"

namespace warpscope::runner {

/// There is no GPU to be had; what() is a sentence with the remedy.
class NoGpu : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A GPU at one moment.
struct GpuReading {
  double sm_clock_hz = 0, memory_clock_hz = 0;
  double temperature_c = 0, power_w = 0;
  std::vector<std::string> held_down_by;  ///< see record::GpuState
};

struct GpuDescription {
  std::string name;  ///< "NVIDIA H200"
  std::string uuid;
  arch::ComputeCapability capability;
  std::uint64_t memory_bytes = 0;
  std::uint32_t cores = 0;  ///< of all SMs; 0: not told
  double most_sm_clock_hz = 0;
  double dram_bytes_per_s = 0;            ///< by clock and width of its memory; 0: not told
  std::vector<std::string> device_files;  ///< below /dev
  std::string sharing;                    ///< see record::GpuState
};

class Nvml {
 public:
  /// `library`: the driver's. Throws NoGpu: no driver, or one without a GPU.
  explicit Nvml(const char* library = "libnvidia-ml.so.1");
  ~Nvml();
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  std::uint32_t count() const { return count_; }
  std::string driver_version() const;
  /// In the order of their places on the bus. Throws NoGpu where there are fewer.
  GpuDescription describe(std::uint32_t index) const;
  GpuReading read(std::uint32_t index) const;

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::uint32_t count_ = 0;
};

/// Whether there is a real GPU with a driver.
bool has_gpu();

}  // namespace warpscope::runner
