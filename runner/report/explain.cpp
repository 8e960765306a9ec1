#include "runner/report/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/alone.h"
#include "record/cut_off.h"
#include "record/derived.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/occupancy.h"
#include "record/sample.h"
#include "record/warp_states.h"
#include "record/what_if.h"
#include "runner/report/size_text.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

using record::Launch;

/// Below it Nsight Compute's "GPU Speed Of Light" rule takes a kernel for one that waits.
constexpr double kBusyShare = 0.6;
/// So much of a duration is worth a word.
constexpr double kMuch = 0.05, kLittle = 0.01;
constexpr double kHalf = 0.5, kQuarter = 0.25;
/// What the author of a kernel can do nothing about but to give it more work.
constexpr std::string_view kLaunchCost = "no_launch_cost";

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kParts = {
    {{"dram", "the memory behind L2 (DRAM)"},
     {"l2", "L2"},
     {"l1", "the SMs' address units, the way to L1 and shared memory"},
     {"issue", "the schedulers' issue slots"},
     {"fma", "the FMA units"},
     {"alu", "the ALUs"},
     {"fp64", "the FP64 units"},
     {"xu", "the units for special functions"},
     {"reduction", "the units for reductions within a warp"},
     {"uniform", "the uniform datapath"},
     {"tensor", "the tensor cores"}}};

std::string part_text(std::string_view part) {
  const auto* found = std::ranges::find(kParts, part, [](const auto& each) { return each.first; });
  return found == kParts.end() ? one_line_of_others(part) : std::string(found->second);
}

double ratio(double part, double all) { return all > 0 ? part / all : 0; }

std::uint64_t count_of(const Launch& launch, std::string_view metric) {
  const auto found = launch.counters.find(metric);
  return found == launch.counters.end() ? 0 : found->second;
}

using Part = std::pair<std::string, double>;

/// The parts, the busiest first.
std::vector<Part> busiest(const std::map<std::string, double>& use) {
  std::vector<Part> parts(use.begin(), use.end());
  std::ranges::stable_sort(parts, std::greater{}, &Part::second);
  return parts;
}

/// The state in which warps lose most, of those in which they do not issue.
std::pair<std::string, double> worst_state(const record::Counters& warp_cycles) {
  const auto name = record::largest_stall(warp_cycles);
  const auto found = warp_cycles.find(name);
  const auto cycles = found == warp_cycles.end() ? 0 : found->second;
  return {name, ratio(static_cast<double>(cycles),
                      static_cast<double>(record::sum_of_states(warp_cycles)))};
}

std::string state_text(const std::pair<std::string, double>& state) {
  return fmt::format("{:.0f} % of their cycles are {} ({})", state.second * 100,
                     one_line_of_others(state.first), record::meaning_of_state(state.first));
}

/// What an SM does in the launch's duration, on average: from 0 to 1.
struct SharesOfTime {
  double active = 0;  ///< it has blocks
  double tail = 0;    ///< its blocks have ended, and other SMs' have not
  double rest() const { return std::max(0.0, 1 - active - tail); }
  std::string text() const {
    return fmt::format(
        "an SM has blocks in {:.0f} % of the time, only other SMs have some in {:.0f} %, and "
        "{:.0f} "
        "% is the launch's begin, and its end until all is written",
        active * 100, tail * 100, rest() * 100);
  }
};

/// Nothing where the record does not tell.
std::optional<SharesOfTime> shares_of_time(const record::RunRecord& record, const Launch& launch) {
  const double cycles = record::alone_s(launch) * record.device.clock_hz * launch.clock->sms;
  if (!(cycles > 0)) return std::nullopt;
  SharesOfTime shares;
  shares.active = std::min(1.0, static_cast<double>(launch.clock->sm_cycles) / cycles);
  shares.tail =
      std::min(1 - shares.active, static_cast<double>(launch.clock->tail_cycles) / cycles);
  return shares;
}

/// " (`sum += from[i];`)": what stands there, where the record has the source.
std::string source_text(const record::RunRecord& record, const record::SourceLine& where) {
  constexpr std::size_t kLongest = 60;
  const auto source = std::ranges::find(record.sources, where.file, &record::SourceFile::path);
  if (source == record.sources.end()) return {};
  std::string_view text = source->text;
  for (std::uint32_t line = 1; line < where.line && !text.empty(); ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  text = text.substr(0, text.find('\n'));
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  text.remove_prefix(first);
  const bool is_long = text.size() > kLongest;
  return " (`" + one_line_of_others(text.substr(0, kLongest)) + (is_long ? " \u2026" : "") + "`)";
}

std::string worst_line(const record::RunRecord& record, const Launch& launch) {
  const auto lines = record::slowest_lines(*launch.clock, 1);
  if (lines.empty()) return {};
  const auto all = static_cast<double>(record::sum_of_states(launch.clock->warp_cycles));
  const auto& line = *lines.front();
  const auto share = ratio(static_cast<double>(record::sum_of_states(line.warp_cycles)), all);
  const auto wait = record::wait_text(line);
  return fmt::format(" {:.0f} % of all cycles are at line {}{}{}.", share * 100, line.where.line,
                     source_text(record, line.where),
                     wait.empty() ? "" : ", which " + wait + " each time");
}

std::string bound(const record::RunRecord& record, const Launch& launch) {
  const auto parts = busiest(launch.clock->use);
  if (!parts.empty() && parts.front().second >= kBusyShare)
    return fmt::format("It is bound by {}, at {:.0f} % of peak.", part_text(parts.front().first),
                       parts.front().second * 100);
  std::string text;
  if (!parts.empty())
    text = fmt::format(
        "No part of which the clock tells the use is busy: the busiest is {}, at {:.0f} % of "
        "peak. ",
        part_text(parts.front().first), parts.front().second * 100);
  const auto shares = shares_of_time(record, launch);
  if (shares && shares->active < kHalf)
    return text + fmt::format("In most of its time SMs have no blocks: {}.", shares->text());
  const auto worst = worst_state(launch.clock->warp_cycles);
  return text + fmt::format("It is bound by waits: of its warps, {}.{}", state_text(worst),
                            worst_line(record, launch));
}

std::string saved_text(double share) {
  if (std::abs(share) < 0.005) return "the same";
  return fmt::format("{:.0f} % {}", std::abs(share) * 100, share > 0 ? "less" : "more");
}

std::string next_bound(const Launch& launch) {
  auto sorted = record::by_savings(launch);
  std::erase_if(sorted, [](const auto* what_if) { return what_if->change == kLaunchCost; });
  if (sorted.empty()) {
    const auto parts = busiest(launch.clock->use);
    if (parts.size() < 2) return {};
    return fmt::format("The part that is busiest after that is {}, at {:.0f} % of peak.",
                       part_text(parts[1].first), parts[1].second * 100);
  }
  const auto& best = *sorted.front();
  const double saved = record::saved_share(launch, best);
  if (saved < kMuch)
    return fmt::format("No cost within the kernel, left out alone, saves as much as {:.0f} %.",
                       kMuch * 100);
  const auto text = fmt::format("Most is lost by one cost: {} it would take {}, {}. ",
                                record::meaning_of_change(best.change), time_text(best.duration_s),
                                saved_text(saved));
  const auto parts = busiest(best.use);
  if (!parts.empty() && parts.front().second >= kBusyShare)
    return text + fmt::format("Then it would be bound by {}, at {:.0f} % of peak.",
                              part_text(parts.front().first), parts.front().second * 100);
  return text + fmt::format("Then no part would be busier than {:.0f} %, and of its warps, {}.",
                            parts.empty() ? 0 : parts.front().second * 100,
                            state_text(worst_state(best.warp_cycles)));
}

const record::ClockedLaunch::WhatIf* find_change(const Launch& launch, std::string_view change) {
  const auto& all = launch.clock->what_if;
  const auto found = std::ranges::find(all, change, &record::ClockedLaunch::WhatIf::change);
  return found == all.end() ? nullptr : &*found;
}

std::string occupancy_sentence(const record::RunRecord& record, const Launch& launch) {
  const double warps = record::warps_on_sm(*launch.clock);
  const auto fits = record::occupancy_of(record, launch);
  const auto share = record::achieved_occupancy(record, *launch.clock);
  if (!fits || !share || *share <= 0)
    return fmt::format("An SM holds {:.1f} warps on average.", warps);
  const double most = warps / *share;
  auto text = fmt::format(
      "Occupancy: while it has blocks an SM holds {:.1f} of {:.0f} warps on average, {:.0f} %; "
      "{}{:.0f} % would fit ({} keep{} the next block out).",
      warps, most, 100 * *share, fits->is_bound ? "at most " : "", fits->share * 100, fits->limiter,
      fits->limiter.ends_with('s') ? "" : "s");
  const auto at_once = std::uint64_t{fits->blocks} * record.device.sm_count;
  const auto blocks = record::blocks_to_run(launch);
  if (at_once != 0 && blocks < at_once)
    text += fmt::format(" Its {} blocks are fewer than the {} that fit.", count_text(blocks),
                        count_text(at_once));
  if (const auto* full = find_change(launch, "full_occupancy"); full != nullptr) {
    const double saved = record::saved_share(launch, *full);
    text += fmt::format(
        " That {}: {} it would take {}, {}.", saved >= kMuch ? "matters" : "hardly matters",
        record::meaning_of_change(full->change), time_text(full->duration_s), saved_text(saved));
  }
  return text;
}

std::string access_text(const Launch& launch, std::string_view what, std::string_view bytes,
                        std::string_view requests, std::string_view sectors,
                        std::string_view ideal) {
  constexpr std::uint64_t kSectorBytes = 32;
  const auto count = count_of(launch, requests);
  if (count == 0) return {};
  const auto each = [&](std::string_view of) {
    return ratio_text(static_cast<double>(count_of(launch, of)) / static_cast<double>(count));
  };
  return fmt::format("{} ask for {} and move {} ({} sectors a request, {} would do). ", what,
                     bytes_text(count_of(launch, bytes)),
                     bytes_text(count_of(launch, sectors) * kSectorBytes), each(sectors),
                     each(ideal));
}

std::string efficiency(const Launch& launch) {
  using namespace record::metric;
  auto text =
      access_text(launch, "Loads", kLoadBytes, kLoadRequests, kLoadSectors, kLoadSectorsIdeal) +
      access_text(launch, "Stores", kStoreBytes, kStoreRequests, kStoreSectors, kStoreSectorsIdeal);
  const auto wavefronts = count_of(launch, kSharedLoadWavefronts) +
                          count_of(launch, kSharedStoreWavefronts) +
                          count_of(launch, kSharedAtomicWavefronts);
  const auto conflicts = count_of(launch, kSharedLoadConflicts) +
                         count_of(launch, kSharedStoreConflicts) +
                         count_of(launch, kSharedAtomicConflicts);
  if (wavefronts != 0)
    text += fmt::format("Of {} wavefronts in shared memory {} are bank conflicts. ",
                        count_text(wavefronts), count_text(conflicts));
  const auto lanes = record::metric_value(record::derived::kLanesPerInstruction, launch.counters);
  if (lanes && (*lanes < 31 || text.empty()))
    text += fmt::format("Of a warp's 32 lanes {:.1f} are active on average. ", *lanes);
  if (!text.empty()) text.pop_back();
  return text;
}

std::string waves(const record::RunRecord& record, const Launch& launch) {
  const auto fits = record::occupancy_of(record, launch);
  const auto blocks = record::blocks_to_run(launch);
  std::string text;
  if (fits && fits->blocks != 0 && record.device.sm_count != 0) {
    const auto at_once = std::uint64_t{fits->blocks} * record.device.sm_count;
    text = fmt::format("{} blocks, {} at a time: {:.2f} waves. ", count_text(blocks),
                       count_text(at_once),
                       static_cast<double>(blocks) / static_cast<double>(at_once));
  }
  const auto shares = shares_of_time(record, launch);
  if (!shares) return text;
  text += "On average " + shares->text();
  if (launch.clock->sms < record.device.sm_count && launch.clock->sms < blocks)
    text += fmt::format(" (by the {} SMs that were timed)", launch.clock->sms);
  text += ".";
  if (shares->tail >= kMuch)
    text += fmt::format(" If all SMs ended at the same time, it would take {} at least.",
                        time_text(record::alone_s(launch) * (1 - shares->tail)));
  if (const auto* cost = find_change(launch, kLaunchCost);
      cost != nullptr && record::saved_share(launch, *cost) > kQuarter)
    text += " It is so short that launching it counts: more work in one launch would be cheaper.";
  return text;
}

std::string what_if_table(const record::RunRecord& record, const Launch& launch) {
  const auto sorted = record::by_savings(launch);
  if (sorted.empty()) {
    const bool was_asked = record.device.capabilities && record.device.capabilities->tries_changes;
    return was_asked ? ""
                     : "What mending would bring was not asked for: `warpscope exec --explain` and "
                       "`warpscope run LAB --explain` find it out.\n";
  }
  using enum TextTable::Align;
  TextTable table({{"takes", right}, {"", right}, {""}});
  std::vector<std::string> others;
  for (const auto* what_if : sorted) {
    const double saved = record::saved_share(launch, *what_if);
    const std::string meaning(record::meaning_of_change(what_if->change));
    if (std::abs(saved) < kLittle)
      others.push_back(meaning);
    else
      table.add_row({time_text(what_if->duration_s), saved_text(saved), meaning});
  }
  std::string text;
  if (!table.is_empty()) text = table.text(2);
  if (!others.empty()) text += fmt::format("  Less than 1 %: {}.\n", fmt::join(others, "; "));
  return "What it would take without one cost, by the model (savings do not add up):\n" + text;
}

/// The first error in a launch: it comes before questions of time. Empty where there is none.
std::string error_of(const record::RunRecord& record, const Launch& launch) {
  const auto error = std::ranges::find_if(record.findings, [&](const record::Finding& finding) {
    return finding.severity == record::Finding::Severity::error && finding.launch == launch.id;
  });
  if (error == record.findings.end()) return {};
  const auto where =
      error->where ? fmt::format("{}:{}: ", error->where->file, error->where->line) : std::string();
  return one_line_of_others(
             fmt::format("Mend this first: {}{} [{}]", where, error->title, error->id)) +
         "\n" + (error->cause.empty() ? "" : "  " + one_line_of_others(error->cause) + "\n");
}

}  // namespace

std::string explained(const record::RunRecord& record, const Launch& launch) {
  auto text = fmt::format("Launch {}: {}, grid {}, block {}, {}", launch.id,
                          one_line_of_others(record::short_kernel_name(launch.kernel)),
                          size_text(launch.grid), size_text(launch.block),
                          record::launch_time_text(launch));
  if (!launch.clock) {
    const auto error = error_of(record, launch);
    if (!error.empty()) return text + ".\nThe clock has not timed it. " + error;
    return text +
           ".\nThe clock has not timed it, so what bounds it is not known. `warpscope exec "
           "--explain PROGRAM` and `warpscope run LAB --explain` have launches timed by it, where "
           "it can time them.\n";
  }
  const auto timed = launch.timed_blocks.value_or(0);
  text += fmt::format(" (modelled; {} of {} blocks were timed).\n", count_text(timed),
                      count_text(record::blocks_to_run(launch)));
  std::size_t number = 0;
  for (const auto& sentence :
       {bound(record, launch), next_bound(launch), occupancy_sentence(record, launch),
        efficiency(launch), waves(record, launch)}) {
    if (!sentence.empty()) text += fmt::format("{}. {}\n", ++number, sentence);
  }
  return text + what_if_table(record, launch);
}

}  // namespace warpscope::runner
