#include "runner/run/own_end.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warpscope::runner {
namespace {

bool answers_without_stand_ins(const std::vector<judge::Case>& set,
                               const std::vector<RanCase>& cases, const std::string& task) {
  bool has_one = false;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (set[i].task != task || !set[i].stand_ins.empty()) continue;
    if (!cases[i].is_run || cases[i].end != CaseEnd::Kind::answered) return false;
    const auto is_some = [](const auto& output) { return output.second.count > 0; };
    has_one = has_one || std::ranges::any_of(set[i].outputs, is_some);
  }
  return has_one;
}

bool has_error(const record::RunRecord& record, std::size_t index) {
  return std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
    return finding.case_index == index && finding.severity == record::Finding::Severity::error;
  });
}

bool is_left(const record::Finding& finding) {
  constexpr std::array<std::string_view, 3> kLeft{"memory-not-freed", "stream-not-destroyed",
                                                  "event-not-destroyed"};
  return std::ranges::find(kLeft, finding.id) != kLeft.end();
}

}  // namespace

std::vector<RanCase> with_own_ends(const std::vector<judge::Case>& set,
                                   const std::vector<RanCase>& cases, record::RunRecord& record) {
  auto result = cases;
  for (std::size_t i = 0; i < result.size(); ++i) {
    auto& ran = result[i];
    if (!ran.is_right_before_end || has_error(record, i) ||
        !answers_without_stand_ins(set, cases, set[i].task))
      continue;
    ran.end = CaseEnd::Kind::answered;
    ran.message.clear();
    std::erase_if(record.findings, [&](const record::Finding& finding) {
      return finding.case_index == i && is_left(finding);
    });
  }
  return result;
}

}  // namespace warpscope::runner
