// A race of blocks in a kernel that has a fence and an atomic: something is meant to order them.
#include <algorithm>
#include <string>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kRaceOfBlocks = "race-between-blocks";
constexpr const char* kHintOnOrder =
    "The kernel has a fence and an atomic, and still they do not order the two. Does the flag or "
    "the "
    "ticket begin with the value that is expected of it, also when the kernel is launched again? "
    "Do "
    "both sides change or look at it, each on its side of the fence? If nothing is meant to order "
    "them, use atomics, or end the kernel between them.";

bool has_fence_and_atomic(const record::RunRecord& record, const record::SourceLine& where) {
  const auto found = line_in_source(record, where);
  if (!found) return false;
  const auto& lines = found->lines;
  const auto [first, end] = function_of(lines, found->at);
  bool has_fence = false, has_atomic = false;
  for (std::size_t line = first; line < std::min(end, lines.size()); ++line) {
    has_fence |= lines[line].find("__threadfence()") != std::string_view::npos;
    has_atomic |= lines[line].find("atomic") != std::string_view::npos;
  }
  return has_fence && has_atomic;
}

}  // namespace

void explain_fenced_races(record::RunRecord& record) {
  const auto* description = find_finding(kRaceOfBlocks);
  if (description == nullptr) return;
  for (auto& finding : record.findings) {
    const bool is_plain = finding.id == kRaceOfBlocks && finding.hint == description->hint;
    if (is_plain && finding.where && has_fence_and_atomic(record, *finding.where))
      finding.hint = kHintOnOrder;
  }
}

}  // namespace warpscope::runner
