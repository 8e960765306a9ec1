// Reads a warp's part of a trace.
#pragma once

#include <cstddef>
#include <cstdint>
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
  /// The access as it was the last time that it stood in full, and is to be repeated.
  struct Shape {
    std::uint32_t lanes = 0;
    AccessCounters counts;
    std::uint32_t bank_words = 0;
    std::uint64_t first = 0;      ///< sector where the first run begins
    std::vector<SectorRun> runs;  ///< begins relative to `first`
  };
  TracedAccess repeated(std::uint32_t site);
  TracedAccess in_full(std::uint32_t site);
  TracedAccess scattered(std::uint32_t site);
  TraceRecord rare(RareKind kind, std::uint32_t value);
  void read_head(std::uint32_t& lanes, AccessCounters& counts, std::uint32_t& bank_words);
  TracedAccess access_of(std::uint32_t site, const Shape& shape);

  std::span<const std::byte> bytes_;
  std::uint32_t lanes_ = 0;
  Shape& last(std::uint32_t site) {
    if (site >= last_.size()) last_.resize(site + 1);
    return last_[site];
  }
  std::vector<Shape> last_;  ///< by site
  std::vector<SectorRun> runs_;
};

}  // namespace warpscope::exec
