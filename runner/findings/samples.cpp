// What is not judged, and what is said besides, where launches ran a sample of their blocks.
#include <algorithm>
#include <array>
#include <string_view>

#include "findings/catalogue.h"
#include "record/record.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

/// Of these a grid of which blocks are missing says nothing: record::samples_text names them.
constexpr std::array<std::string_view, 14> kNeedWholeGrids{"uninitialised-global",
                                                           "uninitialised-copy",
                                                           "transfer-every-iteration",
                                                           "redundant-barrier",
                                                           "idle-threads",
                                                           "many-tiny-kernels",
                                                           "issue-order-serialises",
                                                           "waiting-copies-serialise",
                                                           "host-waits-serialise",
                                                           "pageable-copies-serialise",
                                                           "default-stream-serialises",
                                                           "no-overlap-of-copies",
                                                           "single-buffered-transfers",
                                                           "input-not-copied"};

constexpr std::string_view kMayComeFromASample =
    " A launch before it ran only a sample of its blocks: this may come from what the others would "
    "have written.";

}  // namespace

void judge_samples(record::RunRecord& record) {
  const auto first = std::ranges::find_if(
      record.launches, [](const auto& launch) { return launch.sampled_blocks.has_value(); });
  if (first == record.launches.end()) return;
  std::erase_if(record.findings, [](const record::Finding& finding) {
    return std::ranges::find(kNeedWholeGrids, finding.id) != kNeedWholeGrids.end();
  });
  for (auto& finding : record.findings) {
    const bool is_error = finding.severity == record::Finding::Severity::error;
    if (!is_error || !finding.launch || *finding.launch <= first->id ||
        is_of_memory_checks(finding.id))
      continue;
    finding.cause += kMayComeFromASample;
  }
}

}  // namespace warpscope::runner
