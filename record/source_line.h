// A line of a source, and what was counted for it.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace warpscope::record {

struct SourceLine {
  std::string file;  ///< as compiled; equals a SourceFile::path when the text is kept
  std::uint32_t line = 0;
  auto operator<=>(const SourceLine&) const = default;
};

/// Counter values by Nsight Compute metric name (record/metrics.h has their descriptions).
using Counters = std::map<std::string, std::uint64_t, std::less<>>;

}  // namespace warpscope::record
