#include "viewer/model/line_map.h"

#include <algorithm>

namespace warpscope::viewer {
namespace {

using TextLines = std::vector<std::string_view>;

/// Beyond so many added and removed lines two texts have nothing in common that is worth showing.
constexpr std::ptrdiff_t kMostEdits = 400;
/// Of a longer change no line is looked for.
constexpr std::size_t kMostPairs = 200;

/// The ends of the furthest paths with so many edits, by diagonal.
struct PathEnds {
  std::vector<std::ptrdiff_t> x = std::vector<std::ptrdiff_t>(2 * kMostEdits + 3, 0);
  std::ptrdiff_t& operator[](std::ptrdiff_t diagonal) {
    return x[static_cast<std::size_t>(diagonal + kMostEdits + 1)];
  }
};

/// A pair of lines that both have, by position.
struct Common {
  std::size_t from = 0, to = 0;
};

/// Whether the best path to the end of so many edits on a diagonal comes from the one above: a line
/// was added.
bool comes_from_above(PathEnds& ends, std::ptrdiff_t diagonal, std::ptrdiff_t edits) {
  return diagonal == -edits || (diagonal != edits && ends[diagonal - 1] < ends[diagonal + 1]);
}

/// Walks back from the end through the ends of all numbers of edits.
std::vector<Common> common_of(std::vector<PathEnds>& trace, std::ptrdiff_t x, std::ptrdiff_t y) {
  std::vector<Common> common;
  for (auto edits = static_cast<std::ptrdiff_t>(trace.size()) - 1; edits >= 0; --edits) {
    const auto diagonal = x - y;
    std::ptrdiff_t before_x = 0, before_y = 0;
    if (edits > 0) {
      auto& ends = trace[static_cast<std::size_t>(edits - 1)];
      const auto before = comes_from_above(ends, diagonal, edits) ? diagonal + 1 : diagonal - 1;
      before_x = ends[before];
      before_y = before_x - before;
    }
    while (x > before_x && y > before_y) {
      --x;
      --y;
      common.push_back({static_cast<std::size_t>(x), static_cast<std::size_t>(y)});
    }
    x = before_x;
    y = before_y;
  }
  std::ranges::reverse(common);
  return common;
}

/// Of lines that differ at both ends; nothing where they have too little in common.
std::vector<Common> common_lines(const TextLines& from, const TextLines& to) {
  const auto width = static_cast<std::ptrdiff_t>(from.size());
  const auto height = static_cast<std::ptrdiff_t>(to.size());
  std::vector<PathEnds> trace;
  PathEnds ends;
  for (std::ptrdiff_t edits = 0; edits <= std::min(width + height, kMostEdits); ++edits) {
    for (auto diagonal = -edits; diagonal <= edits; diagonal += 2) {
      std::ptrdiff_t x = 0;
      if (edits > 0)
        x = comes_from_above(ends, diagonal, edits) ? ends[diagonal + 1] : ends[diagonal - 1] + 1;
      while (x < width && x - diagonal < height &&
             from[static_cast<std::size_t>(x)] == to[static_cast<std::size_t>(x - diagonal)])
        ++x;
      ends[diagonal] = x;
      if (x < width || x - diagonal < height) continue;
      trace.push_back(ends);
      return common_of(trace, width, height);
    }
    trace.push_back(ends);
  }
  return {};
}

std::string_view trimmed_line(std::string_view line) {
  const auto begin = line.find_first_not_of(" \t");
  if (begin == line.npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
}

/// How much of the longer of two lines both begin and end with, 0 to 1.
double likeness(std::string_view one, std::string_view other) {
  one = trimmed_line(one);
  other = trimmed_line(other);
  const auto longest = std::max(one.size(), other.size());
  if (one.empty() || other.empty()) return 0;
  const auto front = std::ranges::mismatch(one, other).in1 - one.begin();
  one.remove_prefix(static_cast<std::size_t>(front));
  other.remove_prefix(static_cast<std::size_t>(front));
  std::size_t back = 0;
  while (back < std::min(one.size(), other.size()) &&
         one[one.size() - 1 - back] == other[other.size() - 1 - back])
    ++back;
  return static_cast<double>(static_cast<std::size_t>(front) + back) / static_cast<double>(longest);
}

}  // namespace

std::vector<std::string_view> split_lines(std::string_view text) {
  TextLines lines;
  while (true) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == text.npos) return lines;
    text.remove_prefix(end + 1);
  }
}

std::vector<ChangedLines> changed_lines(const TextLines& from, const TextLines& to) {
  const auto differs = std::ranges::mismatch(from, to);
  const auto begin = static_cast<std::size_t>(differs.in1 - from.begin());
  std::size_t same_end = 0;
  while (same_end < std::min(from.size(), to.size()) - begin &&
         from[from.size() - 1 - same_end] == to[to.size() - 1 - same_end])
    ++same_end;
  const auto middle = [&](const TextLines& lines) {
    return TextLines(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                     lines.end() - static_cast<std::ptrdiff_t>(same_end));
  };
  auto common = common_lines(middle(from), middle(to));
  for (auto& each : common) {
    each.from += begin;
    each.to += begin;
  }
  common.push_back({from.size() - same_end, to.size() - same_end});
  std::vector<ChangedLines> changes;
  std::size_t old_line = begin, new_line = begin;
  for (const auto& each : common) {
    if (each.from > old_line || each.to > new_line)
      changes.push_back({old_line, each.from, new_line, each.to});
    old_line = each.from + 1;
    new_line = each.to + 1;
  }
  return changes;
}

LineMap::LineMap(std::string_view then, std::string_view now) {
  const auto from = split_lines(then), to = split_lines(now);
  now_.resize(from.size());
  then_.resize(to.size());
  std::size_t old_line = 0, new_line = 0;
  auto changes = changed_lines(from, to);
  changes.push_back({from.size(), from.size(), to.size(), to.size()});
  for (const auto& change : changes) {
    while (old_line < change.old_begin) pair(old_line++, new_line++, true);
    // An edited line is looked for in the lines that took its place, in order.
    constexpr double kAlike = 0.5;
    const bool is_short = change.old_end - change.old_begin <= kMostPairs &&
                          change.new_end - change.new_begin <= kMostPairs;
    new_line = change.new_begin;
    for (old_line = change.old_begin; is_short && old_line < change.old_end; ++old_line) {
      auto best = new_line;
      double most = 0;
      for (auto line = new_line; line < change.new_end; ++line) {
        const double like = likeness(from[old_line], to[line]);
        if (like <= most) continue;
        most = like;
        best = line;
      }
      if (most < kAlike) continue;
      pair(old_line, best, false);
      new_line = best + 1;
    }
    old_line = change.old_end;
    new_line = change.new_end;
  }
}

std::optional<std::uint32_t> LineMap::now_or_behind(std::uint32_t number) const {
  for (std::size_t k = std::max(number, 1U) - 1; k < now_.size(); ++k) {
    if (now_[k]) return now_[k]->number;
  }
  return std::nullopt;
}

void LineMap::pair(std::size_t then, std::size_t now, bool is_same) {
  then_[now] = Line{static_cast<std::uint32_t>(then) + 1, is_same};
  now_[then] = Line{static_cast<std::uint32_t>(now) + 1, is_same};
}

}  // namespace warpscope::viewer
