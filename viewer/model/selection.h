// What the user points at. It outlives a new run, so that the view stays where it was.
#pragma once

#include <cstdint>
#include <optional>

#include "record/record.h"
#include "viewer/model/side.h"

namespace warpscope::viewer {

struct Selection {
  Side side = Side::student;
  std::optional<record::SourceLine> line;
  std::optional<std::uint32_t>
      launch;  ///< id in the side's record; the heat gutter then shows it alone
  std::optional<std::uint32_t> case_index;  ///< in the side's record
  /// Counts up with each request to bring `line` into view.
  unsigned jumps = 0;

  void jump_to(Side to_side, record::SourceLine to_line) {
    side = to_side;
    line = std::move(to_line);
    ++jumps;
  }
  /// Drops what a new record of `of` no longer has.
  void adapt(Side of, const record::RunRecord& record) {
    if (of != side) return;
    if (launch && *launch >= record.launches.size()) launch.reset();
    if (case_index && *case_index >= record.cases.size()) case_index.reset();
  }
};

}  // namespace warpscope::viewer
