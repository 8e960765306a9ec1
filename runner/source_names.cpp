#include "runner/source_names.h"

#include <optional>
#include <utility>

namespace warpscope::runner {
namespace {

void name_lines(SourceNames& names, record::ClockedLaunch& clock) {
  for (auto& line : clock.lines) {
    line.where.file = names.of(line.where.file);
    for (auto& cause : line.waits_for) cause.where.file = names.of(cause.where.file);
  }
}

}  // namespace

void name_sources(const ExerciseBuild& build, SourceNames& names, record::RunRecord& record) {
  const auto name_asked = [&](std::optional<record::HostOrder>& asked) {
    if (asked && asked->where) asked->where->file = names.of(asked->where->file);
  };
  for (auto& launch : record.launches) {
    for (auto& line : launch.lines) line.where.file = names.of(line.where.file);
    if (launch.clock) name_lines(names, *launch.clock);
    name_asked(launch.asked);
  }
  for (auto& transfer : record.transfers) name_asked(transfer.asked);
  for (auto& finding : record.findings) {
    if (finding.where) finding.where->file = names.of(finding.where->file);
    if (finding.other) finding.other->file = names.of(finding.other->file);
    finding.cause = build.named(std::move(finding.cause));
  }
}

}  // namespace warpscope::runner
