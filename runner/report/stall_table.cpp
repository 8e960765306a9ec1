#include "runner/report/stall_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text_of_others.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/warp_states.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kWidest = 32;
constexpr std::size_t kMostStates = 3, kMostParts = 2, kMostLinesOfALaunch = 5;
constexpr std::size_t kMostWithLines = 3;

std::string kernel_text(const record::Launch& launch) {
  return one_line_of_others(record::short_kernel_name(launch.kernel, kWidest));
}

std::string percent_text(std::optional<double> share) {
  return share ? fmt::format("{:.0f} %", *share * 100) : "\u2013";
}

using Launches = std::vector<const record::Launch*>;

std::string line_table(Launches launches) {
  std::ranges::stable_sort(launches, std::greater{}, &record::Launch::duration_s);
  launches.resize(std::min(launches.size(), kMostWithLines));
  using enum TextTable::Align;
  TextTable table({{"launch", right},
                   {"line", right},
                   {"of its warps' cycles", right},
                   {"waits for"},
                   {"longest"}});
  for (const auto* launch : launches) {
    const std::uint64_t all = record::sum_of_states(launch->clock->warp_cycles);
    for (const auto* line : record::slowest_lines(*launch->clock, kMostLinesOfALaunch)) {
      const double share =
          static_cast<double>(record::sum_of_states(line->warp_cycles)) / static_cast<double>(all);
      table.add_row({std::to_string(launch->id), std::to_string(line->where.line),
                     fmt::format("{:.0f} %", share * 100),
                     one_line_of_others(record::states_text(line->warp_cycles, all, kMostStates)),
                     record::wait_text(*line)});
    }
  }
  return table.is_empty() ? std::string() : table.text();
}

}  // namespace

std::string stall_table(const record::RunRecord& record, std::size_t most_launches) {
  Launches launches;
  for (const auto& launch : record.launches) {
    if (launch.clock && launches.size() < most_launches) launches.push_back(&launch);
  }
  if (launches.empty()) return {};
  using enum TextTable::Align;
  TextTable table({{"launch", right},
                   {"kernel"},
                   {"on an SM", right, "warps"},
                   {"of most", right, "warps"},
                   {"issue", right, "of peak"},
                   {"memory", right, "of peak"},
                   {"compute", right, "of peak"},
                   {"used most"},
                   {"warps wait for, of their cycles"}});
  for (const auto* launch : launches) {
    const auto& clock = *launch->clock;
    const auto throughput = record::throughput_of(clock);
    table.add_row({std::to_string(launch->id), kernel_text(*launch),
                   fmt::format("{:.1f}", record::warps_on_sm(clock)),
                   percent_text(record::achieved_occupancy(record, clock)),
                   percent_text(throughput.issue), percent_text(throughput.memory),
                   percent_text(throughput.compute),
                   one_line_of_others(record::use_text(clock, kMostParts)),
                   one_line_of_others(record::states_text(
                       clock.warp_cycles, record::sum_of_states(clock.warp_cycles), kMostStates))});
  }
  return fmt::format("Warps by the clock ({}):\n{}{}", record::in_words(record.device.times),
                     table.text(), line_table(launches));
}

}  // namespace warpscope::runner
