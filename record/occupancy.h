// How many warps of a launch its multiprocessors hold at a time, of a record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arch/occupancy.h"
#include "record/record.h"

namespace warpscope::record {

/// What one block of a launch needs; registers are 0 where the program has no machine code.
arch::BlockNeeds needs_of_block(const Launch& launch);

struct LaunchOccupancy {
  std::uint32_t blocks = 0;  ///< resident on a multiprocessor at a time
  double share = 0;          ///< of the warps that it can hold
  std::string_view limiter;  ///< "registers": what keeps the next block out
  bool is_bound = false;     ///< registers are not known: it is at most that
};
/// Nothing where the record does not say what a multiprocessor has.
std::optional<LaunchOccupancy> occupancy_of(const RunRecord& record, const Launch& launch);
/// "50 % registers", "≤ 100 % threads"; empty where it is not known.
std::string occupancy_text(const RunRecord& record, const Launch& launch);

}  // namespace warpscope::record
