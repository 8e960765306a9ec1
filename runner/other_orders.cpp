#include "runner/other_orders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "findings/catalogue.h"
#include "record/derived.h"
#include "record/fingerprint.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kFinding = "right-in-one-order";

/// Where the checks have named a race, an order that shows it is looked for in so many more; and in
/// as many again for the other cases of a task of which one case was wrong.
constexpr std::uint32_t kMoreOrdersOfRaces = 3;
// Turns are short there, and who waits for others spins through more of them.
constexpr double kMoreTime = 4;
constexpr std::uint64_t kMoreInstructions = 8;

/// Findings that may say more about the virtual GPU than about the program.
constexpr std::array<std::string_view, 4> kGapsOfOrders{"device-error", "unsupported-instruction",
                                                        "unsupported-runtime-call", "bad-ptx"};

constexpr std::string_view kNoMemoryLeft = "memory-exhausted";

std::uint64_t count_of(const record::Dim3& of) { return std::uint64_t{of.x} * of.y * of.z; }

std::uint64_t threads_of(const record::Launch& launch) {
  return count_of(launch.grid) * count_of(launch.block);
}

bool has_several_warps(const record::Launch& launch) {
  constexpr std::uint64_t kLanes = 32;
  return count_of(launch.grid) > 1 || count_of(launch.block) > kLanes;
}

/// A case, and which of its other orders.
struct CaseInOrder {
  std::uint32_t index = 0, number = 0;
};

/// Tasks in whose launches the checks have named a race, or a read of what nothing had written.
std::set<std::string> racing_tasks(const record::RunRecord& record) {
  std::set<std::string> tasks;
  for (const auto& finding : record.findings) {
    if (is_of_memory_checks(finding.id) && finding.case_index &&
        *finding.case_index < record.cases.size())
      tasks.insert(record.cases[*finding.case_index].task);
  }
  return tasks;
}

/// The device's error in the case of this number; nullptr: none, or one that may be its own fault.
const record::Finding* error_of(const std::vector<record::Finding>& findings,
                                std::uint32_t number) {
  for (const auto& finding : findings) {
    if (finding.case_index == number && finding.severity == record::Finding::Severity::error)
      return std::ranges::find(kGapsOfOrders, finding.id) == kGapsOfOrders.end() ? &finding
                                                                                 : nullptr;
  }
  return nullptr;
}

/// The simulation had no more memory in the case of this number: more cases run in one process here
/// than in the usual order, and what they leave adds up.
bool lacks_memory(const std::vector<record::Finding>& findings, std::uint32_t number) {
  return std::ranges::any_of(findings, [&](const record::Finding& finding) {
    return finding.case_index == number && finding.id == kNoMemoryLeft;
  });
}

/// What the launches of a case were.
struct Launches {
  std::set<std::string> kernels;
  std::set<std::string> shapes;  ///< kernels, each with a grid and a block
  bool is_large = false;         ///< one of them has too many threads to be watched whole
  double instructions = 0;       ///< of warps, in all of them
};

std::string shape_of(const record::Launch& launch) {
  const auto& [grid, block] = std::tie(launch.grid, launch.block);
  return fmt::format("{} {} {} {} {} {} {}", launch.kernel, grid.x, grid.y, grid.z, block.x,
                     block.y, block.z);
}

/// Those that the seed puts behind the first `kept` of them.
void leave_all_but(std::size_t kept, std::vector<std::uint32_t> indices,
                   const std::vector<judge::Case>& cases, std::uint64_t seed,
                   std::set<std::uint32_t>& later) {
  constexpr std::uint32_t kDraw = 1000;  // no number of an order
  if (indices.size() <= kept) return;
  std::ranges::sort(indices, {}, [&](auto i) { return order_of(seed, cases[i].name, kDraw); });
  later.insert(indices.begin() + static_cast<std::ptrdiff_t>(kept), indices.end());
}

/// Cases of each task whose launches had the same shapes.
using CasesAlike =
    std::map<std::pair<std::string, std::set<std::string>>, std::vector<std::uint32_t>>;

}  // namespace

std::set<std::uint32_t> left_for_later(const std::vector<judge::Case>& cases,
                                       const std::vector<std::uint32_t>& chosen,
                                       const record::RunRecord& record, std::uint64_t most_threads,
                                       std::uint64_t seed) {
  constexpr std::size_t kMostAlike = 8;
  constexpr double kFewInstructions = 1e6;
  std::map<std::uint32_t, Launches> of_case;
  for (const auto& launch : record.launches) {
    if (!launch.case_index) continue;
    auto& launches = of_case[*launch.case_index];
    launches.kernels.insert(launch.kernel);
    launches.shapes.insert(shape_of(launch));
    if (most_threads != 0 && threads_of(launch) > most_threads) launches.is_large = true;
    launches.instructions +=
        record::metric_value(record::metric::kInstructions, launch.counters).value_or(0);
    if (launches.instructions > kFewInstructions) launches.is_large = true;
  }
  std::map<std::string, std::set<std::string>> small_kernels;
  for (const auto index : chosen) {
    if (!of_case[index].is_large)
      small_kernels[cases[index].task].merge(std::set(of_case[index].kernels));
  }
  std::map<std::string, std::vector<std::uint32_t>> large;
  for (const auto index : chosen) {
    const auto& launches = of_case[index];
    if (launches.is_large &&
        std::ranges::includes(small_kernels[cases[index].task], launches.kernels))
      large[cases[index].task].push_back(index);
  }
  CasesAlike alike;
  for (const auto index : chosen)
    alike[{cases[index].task, of_case[index].shapes}].push_back(index);
  std::set<std::uint32_t> later;
  for (const auto& [task, of_task] : large)
    leave_all_but((of_task.size() + 2) / 3, of_task, cases, seed, later);
  for (const auto& [shapes, of_shapes] : alike)
    leave_all_but(kMostAlike, of_shapes, cases, seed, later);
  return later;
}

namespace {

std::set<std::string> kernels_of(const record::RunRecord& record, const std::string& task) {
  std::set<std::string> kernels;
  for (const auto& launch : record.launches) {
    if (launch.case_index && *launch.case_index < record.cases.size() &&
        record.cases[*launch.case_index].task == task)
      kernels.insert(launch.kernel);
  }
  return kernels;
}

/// What the checks have said of the task's cases, or of a kernel that they launched.
const record::Finding* race_of(const record::RunRecord& record, const std::string& task) {
  const auto is_race = [](const record::Finding& finding) {
    return is_of_memory_checks(finding.id) && finding.where &&
           finding.severity == record::Finding::Severity::error;
  };
  for (const auto& finding : record.findings) {
    if (is_race(finding) && finding.case_index && *finding.case_index < record.cases.size() &&
        record.cases[*finding.case_index].task == task)
      return &finding;
  }
  const auto kernels = kernels_of(record, task);
  for (const auto& finding : record.findings) {
    if (!is_race(finding) || !finding.launch) continue;
    const auto launch = std::ranges::find(record.launches, *finding.launch, &record::Launch::id);
    if (launch != record.launches.end() && kernels.contains(launch->kernel)) return &finding;
  }
  return nullptr;
}

}  // namespace

std::uint32_t order_of(std::uint64_t seed, const std::string& name, std::uint32_t number) {
  std::mt19937_64 random(seed ^ record::fingerprint(std::as_bytes(std::span(name))));
  random.discard(number);
  return static_cast<std::uint32_t>(random()) | 1U;
}

std::vector<std::uint32_t> cases_for_other_orders(const std::vector<judge::Case>& cases,
                                                  const CasesRun& usual,
                                                  const std::vector<CheckDescription>& checks,
                                                  const record::RunRecord& record) {
  std::set<std::uint32_t> asked;
  for (const auto& check : checks) {
    if (check.kind != CheckDescription::Kind::correct) continue;
    for (const auto index : matching_cases(record, check.task, check.cases)) asked.insert(index);
  }
  std::set<std::uint32_t> with_warps;
  for (const auto& launch : record.launches) {
    if (launch.case_index && has_several_warps(launch)) with_warps.insert(*launch.case_index);
  }
  std::vector<std::uint32_t> chosen;
  for (const auto index : asked) {
    if (index >= cases.size() || index >= usual.cases.size()) continue;
    const bool is_right = record.cases[index].verdict == record::Case::Verdict::correct &&
                          usual.cases[index].end == CaseEnd::Kind::answered;
    if (is_right && cases[index].schedule == 0 && with_warps.contains(index))
      chosen.push_back(index);
  }
  return chosen;
}

std::string fault_in_other_order(const RanCase& ran, std::uint32_t number,
                                 const std::vector<record::Finding>& findings) {
  if (!ran.is_run || ran.is_right_before_end || lacks_memory(findings, number)) return {};
  if (ran.end == CaseEnd::Kind::answered) {
    if (ran.opinion.is_correct) return {};
    return ran.opinion.message.ends_with('.') ? ran.opinion.message : ran.opinion.message + ".";
  }
  if (ran.end == CaseEnd::Kind::failed) {
    const auto* finding = error_of(findings, number);
    if (finding == nullptr) return {};
    const auto place = finding->where
                           ? fmt::format(" at {}:{}", finding->where->file, finding->where->line)
                           : std::string();
    return finding->title + place + ".";
  }
  return ran.end == CaseEnd::Kind::ended_early ? ran.message : std::string();
}

OrdersRun run_in_other_orders(const ProgramSession::Setup& usual, const judge::Judge& judge,
                              const std::vector<judge::Case>& cases,
                              const std::vector<std::uint32_t>& chosen,
                              const record::RunRecord& record, std::uint64_t seed,
                              const std::function<void(std::size_t)>& on_case,
                              const std::stop_token& cancel) {
  ProgramSession::Setup setup = usual;
  setup.memory_checks.is_on = false;
  setup.uses_clock = setup.tries_changes = setup.keeps_requests = false;
  setup.is_in_other_order = true;
  setup.on_progress = {};
  setup.limits.case_s *= kMoreTime;
  setup.limits.total_s *= kMoreTime;
  setup.limits.instruction_budget *= kMoreInstructions;
  OrdersRun result;
  std::set<std::string> wrong_tasks;
  std::set<std::uint32_t> wrong;
  const auto run_these = [&](const std::vector<CaseInOrder>& these) {
    if (these.empty() || result.is_canceled || !result.tool_error.empty()) return;
    std::vector<judge::Case> again;
    for (const auto& each : these) {
      again.push_back(cases[each.index]);
      again.back().schedule = order_of(seed, again.back().name, each.number);
    }
    EventCollector events;
    const auto run = run_cases(
        setup, judge, again, events, [&](std::size_t i) { on_case(these[i].index); }, cancel);
    result.is_canceled = run.is_canceled;
    result.tool_error = run.tool_error;
    record::RunRecord told;
    events.move_to(told);
    for (std::uint32_t i = 0; i < run.cases.size(); ++i) {
      auto message = fault_in_other_order(run.cases[i], i, told.findings);
      if (message.empty() || !wrong.insert(these[i].index).second) continue;
      wrong_tasks.insert(again[i].task);
      result.faults.push_back({these[i].index, again[i].schedule, std::move(message)});
    }
  };
  const auto in_more_orders = [&](const std::set<std::string>& tasks, std::uint32_t first) {
    std::vector<CaseInOrder> these;
    for (std::uint32_t number = first; number < first + kMoreOrdersOfRaces; ++number) {
      for (const auto index : chosen) {
        if (tasks.contains(cases[index].task) && !wrong.contains(index))
          these.push_back({index, number});
      }
    }
    return these;
  };
  std::vector<CaseInOrder> once;
  const auto later = left_for_later(cases, chosen, record, usual.memory_checks.most_threads, seed);
  for (const auto index : chosen) {
    if (!later.contains(index)) once.push_back({index, 0});
  }
  run_these(once);
  run_these(in_more_orders(racing_tasks(record), 1));
  run_these(in_more_orders(wrong_tasks, 1 + kMoreOrdersOfRaces));
  std::ranges::sort(result.faults, {}, &OrderFault::case_index);
  return result;
}

void record_order_faults(const OrdersRun& run, record::RunRecord& record) {
  std::map<std::string, std::vector<const OrderFault*>> by_task;
  for (const auto& fault : run.faults) {
    auto& item = record.cases.at(fault.case_index);
    item.verdict = record::Case::Verdict::wrong;
    item.message = "right in the usual order of blocks and warps; in another one: " + fault.message;
    by_task[item.task].push_back(&fault);
  }
  // Behind what the checks have named, which says what to mend.
  for (const auto& [task, faults] : by_task) {
    auto& finding = record.findings.emplace_back(make_finding(kFinding));
    const auto& first = *faults.front();
    finding.case_index = first.case_index;
    finding.cause = fmt::format(
        "The answer of {} is right as long as blocks and warps run in the virtual GPU's usual "
        "order. With their turns in another one ({}): {} A GPU promises no order.",
        record.cases.at(first.case_index).name, first.schedule, first.message);
    if (faults.size() > 1)
      finding.cause += fmt::format(" So it is in {} cases of {}.", faults.size(), task);
  }
}

void name_races_of_orders(record::RunRecord& record) {
  auto& findings = record.findings;
  const auto first = std::stable_partition(
      findings.begin(), findings.end(),
      [](const record::Finding& finding) { return finding.id != kFinding || !finding.case_index; });
  std::vector<record::Finding> of_orders(std::make_move_iterator(first),
                                         std::make_move_iterator(findings.end()));
  findings.erase(first, findings.end());
  for (auto& finding : of_orders) {
    const auto* race = race_of(record, record.cases.at(*finding.case_index).task);
    if (race == nullptr) {
      finding.cause +=
          " The checks have named no race in what they watched of it: look for memory that a "
          "thread writes and another one uses, with no atomic, barrier or fence between.";
      const auto last_error =
          std::ranges::find(findings.rbegin(), findings.rend(), record::Finding::Severity::error,
                            &record::Finding::severity);
      findings.insert(last_error.base(), std::move(finding));
      continue;
    }
    finding.where = race->where;
    finding.cause += fmt::format(" The finding {} says what races: {} at {}:{}.", race->id,
                                 race->title, race->where->file, race->where->line);
    findings.insert(findings.begin() + (race - findings.data()) + 1, std::move(finding));
  }
}

}  // namespace warpscope::runner
