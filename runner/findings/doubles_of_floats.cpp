#include <fmt/format.h>

#include <array>

#include "record/metrics.h"
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
    if (is_said(line_text(record, where)))
      finding.severity = record::Finding::Severity::information;
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
