#include "runner/report/transfer_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/quantity.h"
#include "base/text_of_others.h"
#include "record/kernel_name.h"
#include "record/names.h"
#include "record/transfers.h"
#include "runner/report/table.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kWidestName = 28;
/// Of a ring in letters.
constexpr std::size_t kColumns = 96, kMostRows = 12, kMostShown = 24;

/// Where the block's first transfers begin and end, in cycles.
struct Window {
  std::uint64_t begin = 0, end = 0;
};

Window window_of(const record::ClockTimeline& timeline, std::uint64_t block) {
  Window window;
  std::size_t shown = 0;
  for (const auto& transfer : timeline.transfers) {
    if (transfer.block != block || shown == kMostShown) continue;
    if (shown++ == 0) window.begin = transfer.asked_cycle;
    window.begin = std::min(window.begin, transfer.asked_cycle);
    window.end = std::max(window.end, record::last_cycle(transfer));
  }
  return window;
}

/// Rows of the first block: what is asked for, there, in use.
std::string ring(const record::RunRecord& record, const record::Launch& launch,
                 const record::ClockTimeline& timeline) {
  const std::uint64_t block = timeline.transfers.front().block;
  const Window window = window_of(timeline, block);
  const std::uint64_t each = (window.end - window.begin) / kColumns + 1;
  std::string text = fmt::format(
      "Transfers to shared memory of block {} of launch {} from {} on, each letter {} cycles\n"
      "(. asked for and on the way, : there and not used yet, # in use):\n",
      block, launch.id, time_text(record::time_of_cycle(record, launch, window.begin)),
      count_text(each));
  std::size_t rows = 0;
  for (const auto& row : record::transfer_rows(timeline)) {
    if (row.block != block || rows++ == kMostRows) continue;
    std::string letters(kColumns, ' ');
    const auto fill = [&](std::uint64_t from, std::uint64_t to, char letter) {
      if (from < window.begin || to < from) return;
      for (std::uint64_t at = (from - window.begin) / each;
           at <= (to - window.begin) / each && at < kColumns; ++at)
        letters[at] = letter;
    };
    for (const std::size_t i : row.transfers) {
      const auto& transfer = timeline.transfers[i];
      fill(transfer.asked_cycle, transfer.arrived_cycle, '.');
      if (transfer.used_cycle == 0) continue;
      fill(transfer.arrived_cycle, transfer.used_cycle, ':');
      if (transfer.given_back_cycle != 0) fill(transfer.used_cycle, transfer.given_back_cycle, '#');
    }
    letters.erase(letters.find_last_not_of(' ') + 1);
    text += fmt::format("  stage {:>2} {}\n", row.stage, letters);
  }
  return text;
}

}  // namespace

std::string transfer_table(const record::RunRecord& record, std::size_t most_launches) {
  if (!record.timelines) return {};
  using enum TextTable::Align;
  TextTable table({{"launch", right},
                   {"kernel"},
                   {"transfers", right},
                   {"bytes of one", right},
                   {"on the way", right},
                   {"a byte", right},
                   {"waits", right},
                   {"in use", right},
                   {"open", right, "at most"},
                   {"in flight", right, "on an SM"},
                   {"at most", right, "on an SM"},
                   {"for the peak", right, "on an SM"}});
  try {
    auto rings = record::longest_rings(record, most_launches);
    std::ranges::sort(rings, {}, [](const auto& each) { return each.launch->id; });
    const record::Launch* longest = nullptr;
    for (const auto& [launch, timeline, summary] : rings) {
      if (longest == nullptr || launch->duration_s > longest->duration_s) longest = launch;
      const auto in_flight = record::bytes_in_flight(*launch, timeline);
      const auto needed = record::bytes_for_peak(record, summary.latency_s);
      table.add_row({std::to_string(launch->id),
                     one_line_of_others(record::short_kernel_name(launch->kernel, kWidestName)),
                     count_text(summary.transfers), bytes_text_of(summary.bytes),
                     time_text(summary.on_the_way_s), time_text(summary.latency_s),
                     time_text(summary.waits_s), time_text(summary.in_use_s),
                     count_text(summary.most_open),
                     bytes_text_of(in_flight ? std::optional(in_flight->mean) : std::nullopt),
                     bytes_text_of(in_flight ? std::optional(in_flight->most) : std::nullopt),
                     bytes_text_of(needed)});
    }
    if (longest == nullptr) return {};
    return fmt::format(
        "Transfers to shared memory by the clock ({}), of one or two blocks; times are means, and "
        "\"for "
        "the peak\" is\na byte's time on the way times the bandwidth of memory (Little's "
        "law):\n{}{}",
        record::in_words(record.device.times), table.text(),
        ring(record, *longest, *record::timeline_of(record, *longest)));
  } catch (const record::RecordError& reason) {
    return std::string(reason.what()) + "\n";
  }
}

}  // namespace warpscope::runner
