// What the gutter beside a source file shows: numbers per line, out of a run record.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "viewer/model/heat_kind.h"

namespace warpscope::viewer {

struct HeatLine {
  LineCounts counts;                           ///< all of the line; empty when it executed nothing
  std::vector<std::optional<HeatCell>> cells;  ///< by column of the kind
};

/// One entry per line of the file from line 1 on, up to the last line with counters. Sums over the
/// launches that `is_wanted` accepts, all when it is empty.
std::vector<HeatLine> source_heat(const record::RunRecord& record, std::string_view file,
                                  const HeatKind& kind,
                                  const std::function<bool(const record::Launch&)>& is_wanted = {});

/// Position in record.sources of the exercise file: the one at Program::path, else the first;
/// nothing without sources.
std::optional<std::size_t> main_source(const record::RunRecord& record);

/// File names for people: the last part of each path, longer where two would be the same.
std::vector<std::string> source_titles(const record::RunRecord& record);

}  // namespace warpscope::viewer
