#include <fmt/format.h>

#include <algorithm>

#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// A quarter of a warp at one bank. 32 lanes on 32 banks at random, as in a histogram, make three
/// or four: no layout helps against that.
constexpr double kAtomicWays = 8;
/// The same for atomics that are loops (rule R3): their turns count as instructions. A line's other
/// PTX instructions count as well, mostly two to ten for each atomic, so this is a turn or more for
/// every single one.
constexpr double kTurnsPerInstruction = 2;

struct Turns {
  double extra = 0;  ///< that others had to wait for
  double ways = 0;   ///< for each that is needed, at least; 0: not enough to remark on
};

Turns native_turns(const record::LineCounters& line) {
  const double conflicts = line_counter(line, kSharedAtomicConflicts);
  const double needed = line_counter(line, kSharedAtomicWavefronts) - conflicts;
  if (conflicts < kFewestRequests || needed <= 0) return {};
  const double ways = (needed + conflicts) / needed;
  return ways >= kAtomicWays ? Turns{conflicts, ways} : Turns{};
}

Turns loop_turns(const record::LineCounters& line) {
  const double turns = line_counter(line, kSharedAtomicInstructions);
  const double instructions = line_counter(line, kInstructions);
  if (instructions <= 0 || turns - instructions < kFewestRequests) return {};
  const double ways = turns / instructions;
  return ways >= kTurnsPerInstruction ? Turns{turns - instructions, ways} : Turns{};
}

}  // namespace

void find_shared_atomics(record::RunRecord& record) {
  const auto worst = worst_lines(record, [](const auto&, const auto& line) {
    return std::max(native_turns(line).ways, loop_turns(line).ways);
  });
  for (const auto& [where, entry] : worst) {
    const auto native = native_turns(*entry.line);
    const auto cause =
        native.ways > 0
            ? fmt::format(
                  "{:.0f} extra passes through shared memory, {:.1f} passes for each one "
                  "that is needed (launch {}).",
                  native.extra, native.ways, entry.launch->id)
            : fmt::format(
                  "These atomics are loops, and lanes that want the same word take turns: "
                  "{:.0f} turns, at least {:.0f} more than without (launch {}).",
                  line_counter(*entry.line, kSharedAtomicInstructions),
                  loop_turns(*entry.line).extra, entry.launch->id);
    record.findings.push_back(finding_at(entry, "shared-atomic-conflict", cause));
  }
}

}  // namespace warpscope::runner
