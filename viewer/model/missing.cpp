#include "viewer/model/missing.h"

#include <algorithm>

#include "record/names.h"

namespace warpscope::viewer {
namespace {

/// A run that ended before it could make what a pane shows; empty when it did not.
std::string ended_early(const record::RunRecord& record, const std::string& what) {
  if (record.outcome.kind == record::Outcome::Kind::completed) return {};
  return "The run ended with " + std::string(record::in_words(record.outcome.kind)) +
         " before there were " + what + ". The pane Output says more.";
}

std::string reason(const record::RunRecord& record, const std::string& what,
                   const std::string& of_a_program, const std::string& of_a_lab) {
  if (auto early = ended_early(record, what); !early.empty()) return early;
  return record.lab.empty() ? of_a_program : of_a_lab;
}

}  // namespace

std::string why_no_sweeps(const record::RunRecord& record) {
  return reason(record, "curves",
                "Curves need the judge of a lab, which calls a function with growing sizes. This "
                "record is of a program that ran by itself: the pane Launches has its numbers.",
                "This lab has no sweep, so there are no curves. The pane Cases has its numbers.");
}

std::string why_no_points(const record::RunRecord& record, const record::Sweep& sweep,
                          const std::string& quantity) {
  const auto is_of_sweep = [&](const record::Case& each) { return each.sweep == sweep.id; };
  if (std::ranges::none_of(record.cases, is_of_sweep)) {
    const std::string early = ended_early(record, "curves");
    return early.empty() ? "No case of this sweep has run." : early;
  }
  return "No case of this sweep has a value of " + quantity +
         ": what it counts did not happen in their launches.";
}

std::string why_no_cases(const record::RunRecord& record) {
  return reason(record, "cases",
                "Cases are the calls that the judge of a lab makes. This record is of a program "
                "that ran by itself: the pane Launches has its numbers.",
                "The judge of this lab set no cases.");
}

std::string why_no_launches(const record::RunRecord& record) {
  return reason(record, "launches", "This program launched no kernel.",
                "This run launched no kernel.");
}

std::string why_no_score(const record::RunRecord& record) {
  return reason(record, "points",
                "Points are for labs. This record is of a program that ran by itself, without a "
                "judge.",
                "This run was not judged, so there are no points.");
}

std::string why_no_source(const record::RunRecord& record) {
  return reason(record, "lines to show",
                "This record holds no source text. Lines need a program that was compiled with "
                "nvcc -lineinfo, and its source where it was at that time.",
                "This record holds no source text.");
}

}  // namespace warpscope::viewer
