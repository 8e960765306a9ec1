#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/findings/line_rule.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

/// Sixteen registers. Compilers keep a few values that are seldom needed in local memory, which
/// costs little; and what is passed by address has a place there for a moment.
constexpr std::uint32_t kFewestSpilledBytes = 64;
/// A launch that executes less is over soon.
constexpr double kFewestInstructions = 10'000;

}  // namespace

void find_spilled_registers(record::RunRecord& record) {
  std::set<std::string> told;
  for (const auto& launch : record.launches) {
    if (!launch.machine_code || launch.machine_code->spilled_bytes < kFewestSpilledBytes) continue;
    if (launch_counter(launch, kInstructions) < kFewestInstructions) continue;
    if (!told.insert(launch.kernel_mangled).second) continue;
    const auto& code = *launch.machine_code;
    auto finding = make_finding("register-spill");
    finding.where = kernel_site(record, launch);
    if (!finding.where) finding.where = launch_site(record, launch);
    finding.launch = launch.id;
    finding.case_index = launch.case_index;
    finding.cause = fmt::format(
        "A thread of {} has {} registers, and ptxas keeps {} more of what it needs in local "
        "memory: it is stored and loaded again, through L1.",
        record::short_kernel_name(launch.kernel), code.registers, bytes_text(code.spilled_bytes));
    record.findings.push_back(std::move(finding));
  }
}

}  // namespace warpscope::runner
