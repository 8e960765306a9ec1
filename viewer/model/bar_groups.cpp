#include "viewer/model/bar_groups.h"

#include <algorithm>
#include <map>

#include "base/quantity.h"

namespace warpscope::viewer {
namespace {

constexpr std::size_t kMostKinds = 4;

/// "400 copies to the device"
std::string counted(std::size_t count, TimelineBar::Kind kind) {
  const char* what = "launches";
  switch (kind) {
    case TimelineBar::Kind::launch:
      break;
    case TimelineBar::Kind::copy_in:
      what = "copies to the device";
      break;
    case TimelineBar::Kind::copy_out:
      what = "copies to the host";
      break;
    case TimelineBar::Kind::copy_inside:
      what = "copies on the device";
      break;
    case TimelineBar::Kind::fill:
      what = "fills";
      break;
    case TimelineBar::Kind::phase:
      what = "phases";
      break;
    case TimelineBar::Kind::range:
      what = "ranges";
      break;
    case TimelineBar::Kind::part:
      what = "parts";
      break;
  }
  return count_text(count) + " " + what;
}

bool is_copy(TimelineBar::Kind kind) {
  return kind != TimelineBar::Kind::launch && kind != TimelineBar::Kind::phase &&
         kind != TimelineBar::Kind::range && kind != TimelineBar::Kind::part;
}

/// "4 B each", or "4 B to 1 KiB, 20 KiB together".
std::string sizes_of(const record::RunRecord& record, const TimelineLane& lane,
                     const BarGroup& group) {
  std::uint64_t least = ~0ULL, most = 0, sum = 0;
  for (const auto position : group.bars) {
    const auto size_bytes = record.transfers[lane.bars[position].index].size_bytes;
    least = std::min(least, size_bytes);
    most = std::max(most, size_bytes);
    sum += size_bytes;
  }
  const std::string range =
      least == most ? bytes_text(least) + " each" : bytes_text(least) + " to " + bytes_text(most);
  return range + ", " + bytes_text(sum) + " together";
}

}  // namespace

std::vector<BarGroup> group_bars(const TimelineLane& lane, const TimeWindow& window,
                                 double narrow_s, double gap_s) {
  std::vector<BarGroup> groups;
  std::map<std::uint32_t, std::size_t> last_of_row;
  for (std::uint32_t i = 0; i < lane.bars.size(); ++i) {
    const TimelineBar& bar = lane.bars[i];
    if (bar.end_s < window.start_s || bar.start_s > window.end_s) continue;
    const bool is_narrow = bar.end_s - bar.start_s < narrow_s;
    if (const auto last = last_of_row.find(bar.row); last != last_of_row.end()) {
      BarGroup& group = groups[last->second];
      const TimelineBar& before = lane.bars[group.bars.back()];
      const bool are_narrow = is_narrow && before.end_s - before.start_s < narrow_s;
      // Bars that touch do not overlap; their times are sums with rounding.
      const double overlap_s = std::min(group.end_s, bar.end_s) - bar.start_s;
      if (overlap_s > gap_s || (are_narrow && bar.start_s - group.end_s < gap_s)) {
        group.bars.push_back(i);
        group.end_s = std::max(group.end_s, bar.end_s);
        continue;
      }
    }
    last_of_row[bar.row] = groups.size();
    groups.push_back({{i}, bar.row, bar.start_s, bar.end_s});
  }
  return groups;
}

std::vector<std::string> describe(const record::RunRecord& record, const TimelineLane& lane,
                                  const BarGroup& group) {
  std::vector<std::string> lines;
  const auto kind = lane.bars[group.bars.front()].kind;
  double busy_s = 0;
  std::map<std::string, std::size_t> kinds;
  for (const auto position : group.bars) {
    const auto& bar = lane.bars[position];
    busy_s += bar.end_s - bar.start_s;
    ++kinds[bar.label];
  }
  lines.push_back(counted(group.bars.size(), kind) + ", too close to draw apart");
  if (is_copy(kind)) {
    lines.push_back(sizes_of(record, lane, group));
  } else {
    std::vector<std::pair<std::string, std::size_t>> ordered(kinds.begin(), kinds.end());
    std::ranges::stable_sort(ordered, std::ranges::greater{},
                             &std::pair<std::string, std::size_t>::second);
    for (std::size_t i = 0; i < ordered.size() && i < kMostKinds; ++i) {
      lines.push_back(count_text(ordered[i].second) + " \u00d7 " + ordered[i].first);
    }
    if (ordered.size() > kMostKinds) {
      lines.push_back("and " + std::to_string(ordered.size() - kMostKinds) + " other names");
    }
  }
  lines.push_back(time_text(busy_s) + " together, in a span of " +
                  time_text(group.end_s - group.start_s));
  return lines;
}

}  // namespace warpscope::viewer
