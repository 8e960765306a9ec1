// Which architecture a GPU has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::arch {

struct ComputeCapability {
  std::uint32_t major = 0, minor = 0;

  /// "9.0"
  std::string text() const;
  /// 90, as in sm_90
  std::uint32_t number() const { return major * 10 + minor; }

  friend bool operator==(const ComputeCapability&, const ComputeCapability&) = default;
};

/// Reads "9.0"; nothing when it is no compute capability from 5.0 on.
std::optional<ComputeCapability> compute_capability_of(std::string_view text);

/// Names of nvcc for what it makes: PTX ("compute_90") and machine code ("sm_90").
std::string ptx_architecture(const ComputeCapability& capability);
std::string machine_architecture(const ComputeCapability& capability);

/// The architecture whose rules vgpu/exec counts by (docs/reference/counters.md).
inline constexpr ComputeCapability kCountedArchitecture{9, 0};

/// Whether programs can run on a GPU of this architecture.
inline bool has_counting_rules(const ComputeCapability& capability) {
  return capability == kCountedArchitecture;
}

}  // namespace warpscope::arch
