// Whether answers stay right when blocks and warps have their turns in another order.
//
// The virtual GPU runs them in one order, in which much that races comes out right. A GPU promises
// none. So the cases that decide correctness run once more, in a process of their own of the same
// program, in orders drawn from the seed: without checks, counters or a clock, and with turns that
// end in front of any access (exec::LaunchOptions::interleaves).
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "record/record.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// A case whose answer was right in the usual order, and what became of it in another one.
struct OrderFault {
  std::uint32_t case_index = 0;
  std::uint32_t schedule = 0;  ///< judge::Case::schedule
  std::string message;         ///< a sentence
};

struct OrdersRun {
  std::vector<OrderFault> faults;  ///< at most one of each case
  bool is_canceled = false;
  std::string tool_error;  ///< not empty: the tool itself failed
};

/// judge::Case::schedule of a case's order of this number; never 0.
std::uint32_t order_of(std::uint64_t seed, const std::string& name, std::uint32_t number);

/// The cases that `checks` ask for correctness of, whose answers were right, and in which several
/// warps ran: where only one did, there is no other order. Not those that have an order of their
/// own. `record` has cases, launches and findings of the usual run.
std::vector<std::uint32_t> cases_for_other_orders(const std::vector<judge::Case>& cases,
                                                  const CasesRun& usual,
                                                  const std::vector<CheckDescription>& checks,
                                                  const record::RunRecord& record);

/// Of `chosen` the cases that need not run unless a case of their task is suspicious, as the seed
/// chooses: of a task's cases with large launches of kernels that smaller cases launch as well, two
/// thirds, because they take longest and seldom show more; of those that launch the same kernels in
/// the same shapes, as the points of a sweep do, all but eight. A launch is large when it has more
/// than `most_threads` threads (0: none is so), and so are launches that execute more than a
/// million warp instructions together.
std::set<std::uint32_t> left_for_later(const std::vector<judge::Case>& cases,
                                       const std::vector<std::uint32_t>& chosen,
                                       const record::RunRecord& record, std::uint64_t most_threads,
                                       std::uint64_t seed);

/// Why the answer of a case that ran in another order does not count, in a sentence; empty where it
/// is right or nobody can tell. `findings`: the device's, of cases of such numbers.
std::string fault_in_other_order(const RanCase& ran, std::uint32_t number,
                                 const std::vector<record::Finding>& findings);

/// Runs these of the cases again: each in one other order, and in more where the checks of the
/// usual run have named a race in its task, or another case of it was wrong so. What is
/// left_for_later() runs for such a reason only. The orders depend on `seed` and the names of the
/// cases alone. Who runs out of time is not accused; who fails on the device in another order only
/// is. `on_case` is told what begins, by its index among all cases.
OrdersRun run_in_other_orders(const ProgramSession::Setup& usual, const judge::Judge& judge,
                              const std::vector<judge::Case>& cases,
                              const std::vector<std::uint32_t>& chosen,
                              const record::RunRecord& record, std::uint64_t seed,
                              const std::function<void(std::size_t)>& on_case,
                              const std::stop_token& cancel);

/// The cases are not correct, and a finding for each task says why. Before record_outcome().
void record_order_faults(const OrdersRun& run, record::RunRecord& record);

/// Where the checks have seen the race that may be the reason, the findings of
/// record_order_faults() say which. Behind apply_rules().
void name_races_of_orders(record::RunRecord& record);

}  // namespace warpscope::runner
