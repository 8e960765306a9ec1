// Whether answers depend on what checks count.
//
// A counter says that something was done, not that the answer has it to thank for: atomics that add
// 0, or a ring whose data nobody uses, count like others. So where a check says what its answers
// have to depend on (CheckDescription::depends_on), its cases run once more on a device that leaves
// that out (record/mechanism.h): the answers must be wrong there.
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/lab/lab_description.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// Cases by what they are to run without, as bits: of the checks that have points for a counter and
/// want their answers to depend on something. Of many cases of a check the largest, and one that
/// `seed` chooses of those that are not much smaller.
using CasesWithout = std::map<std::uint32_t, std::vector<std::uint32_t>>;
CasesWithout cases_without(const std::vector<CheckDescription>& checks,
                           const record::RunRecord& record, const MemoryChecks& memory_checks,
                           std::uint64_t seed);

/// Runs them in an order that `seed` chooses, and notes in `record` which answers were right all
/// the same. Gives what failed of the tool itself; empty: nothing.
std::string run_without(const ProgramSession::Setup& usual, const judge::Judge& judge,
                        const std::vector<judge::Case>& cases, const CasesWithout& chosen,
                        record::RunRecord& record, std::uint64_t seed,
                        const std::stop_token& cancel);

}  // namespace warpscope::runner
