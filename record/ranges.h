// Ranges that a program named by NVTX around what it asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// "epoch 1/forward": a range with those around it, outermost first; a domain that is not the
/// default one comes before them with a colon. A range without a name is "(no name)". Where the
/// text is longer than `most_characters`, its beginning is cut off.
std::string range_path(const RunRecord& record, std::uint32_t range,
                       std::size_t most_characters = ~std::size_t{0});
/// The paths of several, with commas; of a launch or a transfer: `of.ranges`.
std::string ranges_text(const RunRecord& record, const std::vector<std::uint32_t>& ranges,
                        std::size_t most_characters = ~std::size_t{0});
/// "12 ranges and 3 marks (NVTX)", with what found no place; empty for a record without.
std::string ranges_in_words(const RunRecord& record);

/// Where a range is drawn: ranges of one row do not overlap, and one that lies in another has a
/// later row of its group.
struct RangeRow {
  std::uint32_t group = 0;  ///< of domain, kind and thread, by their first range
  std::uint32_t row = 0;    ///< in the group
};
/// By position in RunRecord::ranges. Times that are not finite count as 0.
std::vector<RangeRow> range_rows(const RunRecord& record);
/// "thread 1", "io thread 2", "started" of such a group, by one of its ranges.
std::string range_group_title(const Range& range);

}  // namespace warpscope::record
