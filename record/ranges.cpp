#include "record/ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "base/quantity.h"

namespace warpscope::record {
namespace {

constexpr std::size_t kMostLevels = 64;
constexpr std::string_view kNoName = "(no name)";

/// The beginning goes, and no part of a character stays.
std::string end_of(const std::string& text, std::size_t most_characters) {
  constexpr std::string_view kCut = "\u2026";
  const auto is_inside = [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
  };
  const auto characters = static_cast<std::size_t>(
      std::ranges::count_if(text, [&](char byte) { return !is_inside(byte); }));
  if (characters <= most_characters || most_characters == 0) return text;
  std::size_t begin = text.size();
  for (std::size_t kept = 1; kept < most_characters && begin > 0;) {
    --begin;
    if (!is_inside(text[begin])) ++kept;
  }
  return std::string(kCut) + text.substr(begin);
}

double finite(double time_s) { return std::isfinite(time_s) ? time_s : 0; }

}  // namespace

std::string range_path(const RunRecord& record, std::uint32_t range, std::size_t most_characters) {
  std::string path;
  std::uint32_t at = range;
  std::string domain;
  // A parent lies before its range; a record that says something else may be hostile.
  for (std::size_t level = 0; level < kMostLevels && at < record.ranges.size(); ++level) {
    const Range& of = record.ranges[at];
    const auto& name = of.name.empty() ? std::string(kNoName) : of.name;
    path = path.empty() ? name : name + "/" + path;
    domain = of.domain;
    if (of.parent.value_or(at) >= at) break;
    at = *of.parent;
  }
  return end_of(domain.empty() ? path : domain + ": " + path, most_characters);
}

std::string ranges_text(const RunRecord& record, const std::vector<std::uint32_t>& ranges,
                        std::size_t most_characters) {
  std::string text;
  for (const auto range : ranges) {
    const auto path = range_path(record, range);
    if (!path.empty()) text += (text.empty() ? "" : ", ") + path;
  }
  return end_of(text, most_characters);
}

std::string ranges_in_words(const RunRecord& record) {
  const auto counted = [](std::uint64_t count, const char* what) {
    return fmt::format("{} {}{}", count_text(count), what, count == 1 ? "" : "s");
  };
  std::string text;
  if (!record.ranges.empty()) text = counted(record.ranges.size(), "range");
  if (!record.marks.empty())
    text += (text.empty() ? "" : " and ") + counted(record.marks.size(), "mark");
  if (text.empty()) return {};
  text += " by NVTX";
  const auto left_out = record.ranges_left_out + record.marks_left_out;
  if (left_out > 0) text += fmt::format("; {} more found no place", count_text(left_out));
  return text;
}

std::vector<RangeRow> range_rows(const RunRecord& record) {
  const auto& ranges = record.ranges;
  std::vector<std::uint32_t> order(ranges.size());
  std::iota(order.begin(), order.end(), 0U);
  // What begins first and lasts longest comes first, so that it is around the others.
  std::ranges::stable_sort(order, [&](std::uint32_t one, std::uint32_t other) {
    const auto key = [&](std::uint32_t i) {
      return std::pair(finite(ranges[i].start_s), -finite(ranges[i].end_s));
    };
    return key(one) < key(other);
  });
  std::map<std::tuple<std::string, bool, std::uint32_t>, std::uint32_t> groups;
  for (const Range& range : ranges)
    groups.try_emplace({range.domain, range.is_pushed, range.is_pushed ? range.thread : 0},
                       static_cast<std::uint32_t>(groups.size()));
  std::vector<std::vector<double>> busy_until_s(groups.size());
  std::vector<RangeRow> rows(ranges.size());
  for (const auto i : order) {
    const Range& range = ranges[i];
    const auto group =
        groups.at({range.domain, range.is_pushed, range.is_pushed ? range.thread : 0});
    auto& busy = busy_until_s[group];
    // Not above the range around it, also where the two are equally long.
    const bool has_parent = range.parent && *range.parent < i;
    auto first = busy.begin() + (has_parent && rows[*range.parent].group == group
                                     ? static_cast<std::ptrdiff_t>(rows[*range.parent].row) + 1
                                     : 0);
    first = std::min(first, busy.end());
    auto row = std::find_if(first, busy.end(),
                            [&](double until_s) { return until_s <= finite(range.start_s); });
    if (row == busy.end()) row = busy.insert(busy.end(), 0);
    *row = finite(range.end_s);
    rows[i] = {group, static_cast<std::uint32_t>(row - busy.begin())};
  }
  return rows;
}

std::string range_group_title(const Range& range) {
  const auto domain = range.domain.empty() ? std::string() : range.domain + ", ";
  return domain + (range.is_pushed ? fmt::format("thread {}", range.thread) : "started");
}

}  // namespace warpscope::record
