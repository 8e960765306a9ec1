// What the gutter beside a source file shows: ratios per line, out of a run record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

/// A number in the gutter and how far it is from the best.
struct HeatCell {
  double value = 0;
  double excess = 1;  ///< work done over work needed, 1 is the best
};

struct HeatLine {
  record::Counters counters;      ///< all of the line; empty when it executed nothing
  std::optional<HeatCell> load;   ///< sectors per request of global loads
  std::optional<HeatCell> store;  ///< sectors per request of global stores
  std::optional<HeatCell> lanes;  ///< active lanes per instruction, of 32
};

/// One entry per line of the file from line 1 on, up to the last line with counters. Sums over the
/// launches that `is_wanted` accepts, all when it is empty.
std::vector<HeatLine> source_heat(const record::RunRecord& record, std::string_view file,
                                  const std::function<bool(const record::Launch&)>& is_wanted = {});

/// Position in record.sources of the exercise file: the one at Program::path, else the first;
/// nothing without sources.
std::optional<std::size_t> main_source(const record::RunRecord& record);

/// File names for people: the last part of each path, longer where two would be the same.
std::vector<std::string> source_titles(const record::RunRecord& record);

}  // namespace warpscope::viewer
