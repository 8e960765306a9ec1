// What the user points at. It outlives a new run, so that the view stays where it was.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "record/record.h"
#include "viewer/model/side.h"

namespace warpscope::viewer {

/// A case and a launch are chosen on both sides at once: what is compared belongs together.
struct Selection {
  Side side = Side::student;  ///< whose source and details are in front
  std::optional<record::SourceLine> line;
  std::optional<std::string> case_name;  ///< the case that is looked at alone
  /// By Side: the launch that is looked at alone, its id in that side's record.
  std::array<std::optional<std::uint32_t>, 2> launches;
  /// Counts up with each request to bring `line` into view.
  unsigned jumps = 0;
  /// Counts up with each request to bring the chosen case or launch, or everything, into view.
  unsigned focuses = 0;

  std::optional<std::uint32_t> launch(Side of) const { return launches[index(of)]; }
  /// The chosen launch of the record, or null.
  const record::Launch* launch_in(Side of, const record::RunRecord* record) const;
  /// Whether only a part of the record's launches is looked at.
  bool is_partial(Side of) const { return case_name || launch(of); }
  /// Whether the launch is looked at; all are when nothing is chosen.
  bool covers(Side of, const record::RunRecord& record, const record::Launch& launch) const;
  /// Whether the finding is about a launch or a case that is chosen.
  bool marks(Side of, const record::RunRecord& record, const record::Finding& finding) const;

  void jump_to(Side to_side, record::SourceLine to_line) {
    side = to_side;
    line = std::move(to_line);
    ++jumps;
  }
  /// Drops what a new record of `of` no longer has, and finds its launch of the chosen case.
  void adapt(Side of, const record::RunRecord& record);
};

/// By Side; null where there is no record.
using Records = std::array<const record::RunRecord*, 2>;

/// Chooses a case on both sides, with its launch where it has just one.
void choose_case(Selection& selection, const Records& records, const std::string& name);
/// Chooses a launch of one side, its case, and the launch of the other side that does the same: at
/// the same place in the same case, or without cases among the launches of the same kernel.
void choose_launch(Selection& selection, const Records& records, Side side, std::uint32_t id);
/// Looks at everything again.
void choose_everything(Selection& selection);

/// Name of the case that a launch, a copy or a finding belongs to; null without one.
const std::string* case_name_of(const record::RunRecord& record,
                                std::optional<std::uint32_t> case_index);

}  // namespace warpscope::viewer
