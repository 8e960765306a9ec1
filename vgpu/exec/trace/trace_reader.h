// Reads a warp's part of a trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/exec/trace/warp_trace.h"

namespace warpscope::exec {

/// Records one after the other: `for (auto record = reader.next(); record; record =
/// reader.next())`.
class TraceReader {
 public:
  /// The bytes of one warp (BlockTrace::warp()), which outlive the reader.
  explicit TraceReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  /// Nothing behind the last one. Throws std::runtime_error with a sentence when bytes are missing.
  std::optional<TraceRecord> next();

 private:
  std::uint64_t number();
  std::uint64_t distance();
  TracedAccess access(std::uint32_t site, bool is_as_before);

  std::span<const std::byte> bytes_;
  std::uint32_t lanes_ = 0;
  std::map<std::uint32_t, TracedShape> last_;  ///< by site
  std::vector<SectorRun> runs_;
};

}  // namespace warpscope::exec
