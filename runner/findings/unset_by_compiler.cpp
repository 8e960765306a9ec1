// Variables of kernels of which nvcc has seen that nothing gives them a value. It leaves out what
// only comes of them, an index or a sum, so that a run need not show it.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/compile_errors.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kWarning = ": warning #549-D: variable \"";

/// The line as the record calls its file.
std::optional<record::SourceLine> in_record(const record::RunRecord& record,
                                            const record::SourceLine& where) {
  const auto name = std::filesystem::path(where.file).filename();
  for (const auto& source : record.sources) {
    if (std::filesystem::path(source.path).filename() == name)
      return record::SourceLine{source.path, where.line};
  }
  return std::nullopt;
}

/// Of a function of the device: its first line and the one behind its last, from 0.
std::optional<std::pair<std::size_t, std::size_t>> device_function_around(
    const record::RunRecord& record, const record::SourceLine& where) {
  const auto found = line_in_source(record, where);
  if (!found) return std::nullopt;
  const auto [first, end] = function_of(found->lines, found->at);
  for (std::size_t at = first; at <= found->at; ++at) {
    if (has_word(found->lines[at], "__global__") || has_word(found->lines[at], "__device__"))
      return std::pair{first, end};
  }
  return std::nullopt;
}

/// The run has shown one of this function.
bool is_said(const record::RunRecord& record, const std::string& file, std::size_t first,
             std::size_t end) {
  return std::ranges::any_of(record.findings, [&](const record::Finding& finding) {
    return (finding.id == "uninitialised-local" || finding.id == "missing-shared-qualifier") &&
           finding.where && finding.where->file == file && finding.where->line > first &&
           finding.where->line <= end;
  });
}

}  // namespace

void find_unset_by_compiler(record::RunRecord& record) {
  std::set<std::pair<std::string, std::uint32_t>> said;
  std::vector<record::Finding> found;
  for (const auto line : lines_of(record.outcome.compiler_output)) {
    const auto at = line.find(kWarning);
    if (at == line.npos) continue;
    const auto quoted = line.substr(at + kWarning.size());
    const auto name = quoted.substr(0, quoted.find('"'));
    const auto place = place_of_message(line.substr(0, at));
    const auto where = place && is_name(name) ? in_record(record, *place) : std::nullopt;
    const auto function = where ? device_function_around(record, *where) : std::nullopt;
    if (!function || is_said(record, where->file, function->first, function->second) ||
        !said.emplace(where->file, where->line).second)
      continue;
    auto finding = make_finding("uninitialised-local", "of a variable");
    finding.severity = record::Finding::Severity::warning;
    finding.where = where;
    finding.cause = fmt::format(
        "The compiler has seen that nothing gives {} a value before this line uses it. What "
        "depends on it can be anything, and code that only computes it may be left out.",
        name);
    found.push_back(std::move(finding));
  }
  for (auto& finding : found) record.findings.push_back(std::move(finding));
}

}  // namespace warpscope::runner
