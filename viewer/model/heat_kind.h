// What can be shown beside each line of a source: a few numbers and how hot they are.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

/// A number in the gutter and how far it is from the best.
struct HeatCell {
  double value = 0;
  double excess = 1;  ///< 1 to kMostHeat
};
/// The colours end there: 32 times the work needed, or the busiest line.
inline constexpr double kMostHeat = 32;

/// What was counted at a line.
struct LineCounts {
  record::Counters counters;
  record::Counters warp_cycles;  ///< by what warps did (record/warp_states.h); modelled
};

struct HeatColumn {
  std::string_view heading, meaning;
  /// Nothing where the line has none of it. The excess of a share follows from all lines.
  std::optional<HeatCell> (*cell)(const LineCounts& line) = nullptr;
};

struct HeatKind {
  enum class Scale : std::uint8_t {
    over_need,   ///< work over the work needed, a line by itself
    of_busiest,  ///< share of the line that has most of it
  };
  std::string_view id;     ///< of runner/lab/heat_names.h
  std::string_view title;  ///< in a list
  Scale scale = Scale::over_need;
  std::vector<HeatColumn> columns;
  std::vector<std::string_view> counters;  ///< a run that has none of them has nothing to show
};

/// In the order of heat_names.h.
std::span<const HeatKind> heat_kinds();
/// The first one where there is no such id.
const HeatKind& heat_kind(std::string_view id);
/// Whether a launch of the run has any of it.
bool has_heat(const record::RunRecord& record, const HeatKind& kind);

}  // namespace warpscope::viewer
