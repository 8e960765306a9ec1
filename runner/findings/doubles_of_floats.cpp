#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "record/metrics.h"
#include "runner/findings/index_text.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Of the launch's instructions. An H200 executes half as many on doubles as on floats in the same
/// time, most other GPUs a thirty-second or a sixty-fourth: then a twentieth of a kernel takes more
/// than all the rest of it.
constexpr double kCostlyDoubles = 0.05;

/// The student says that there is a double, or that the result becomes a float: no accident.
bool is_said(const std::string& line) {
  constexpr std::array<std::string_view, 4> kWords{"double", "(float)", "float(", "<float>"};
  return line.empty() || std::ranges::any_of(kWords, [&](std::string_view word) {
           return line.find(word) != std::string::npos;
         });
}

/// Whether line `number` has a name that its function declares as a double before it. Of several
/// names in one declaration only the first counts.
bool has_declared_double(std::string_view text, std::uint32_t number) {
  constexpr std::string_view kDouble = "double ";
  const auto lines = lines_of(text);
  if (number == 0 || number > lines.size()) return false;
  const std::size_t last = number - 1;
  for (std::size_t i = function_of(lines, last).first; i < last; ++i) {
    const std::string_view line = lines[i];
    for (auto at = line.find(kDouble); at != std::string_view::npos;
         at = line.find(kDouble, at + 1)) {
      if (at > 0 && is_identifier(line[at - 1])) continue;
      const auto rest = line.substr(at + kDouble.size());
      const auto end = std::ranges::find_if_not(rest, is_identifier) - rest.begin();
      const auto name = rest.substr(0, static_cast<std::size_t>(end));
      if (!name.empty() && has_word(lines[last], name)) return true;
    }
  }
  return false;
}

bool declares_double(const record::RunRecord& record, const record::SourceLine& where) {
  const auto* source = source_of(record, where);
  return source != nullptr && has_declared_double(source->text, where.line);
}

}  // namespace

void find_doubles_of_floats(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto& launch, const auto& line) {
    const double doubles = line_counter(line, kDoublesOfFloats);
    const double all = launch_counter(launch, kInstructions);
    return doubles >= kFewestRequests && doubles >= kCostlyDoubles * all ? doubles : 0.0;
  });
  for (const auto& [where, entry] : worst) {
    auto finding = finding_at(
        entry, "accidental-double",
        fmt::format(
            "All that this line computes with are floats, and its result is one, but {:.0f} "
            "of the {:.0f} instructions of launch {} are its arithmetic in double "
            "precision and its conversions.",
            entry.badness, launch_counter(*entry.launch, kInstructions), entry.launch->id));
    if (is_said(line_text(record, where)) || declares_double(record, where))
      finding.severity = record::Finding::Severity::information;
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
