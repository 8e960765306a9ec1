// What a program has named by NVTX: ranges of time, and moments.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope::record {

/// A range that the program has named (NVTX), with when the device did what was asked for in it:
/// from the begin of the first launch or copy to the end of the last.
struct Range {
  std::string name;
  std::string domain;  ///< empty: the default one
  /// Pushed and popped: of one thread, one inside another. False: started and ended, of the
  /// process.
  bool is_pushed = true;
  std::uint32_t thread = 0;             ///< numbers those that used NVTX, from 1, in each process
  std::optional<std::uint32_t> parent;  ///< position in RunRecord::ranges, before this one
  double start_s = 0, end_s = 0;        ///< on the device's clock
  std::uint64_t launches = 0, transfers = 0;  ///< that were asked for in it, also in inner ones
};
/// A moment that the program has named.
struct Mark {
  std::string name, domain;
  std::uint32_t thread = 0;  ///< as in Range
  double time_s = 0;         ///< the host's on the device's clock, before what was asked for next
};

}  // namespace warpscope::record
