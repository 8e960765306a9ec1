#include "runner/step/lane_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace warpscope::runner {
namespace {

constexpr std::uint32_t kAll = 0xFFFFFFFF;
/// Rows that may repeat together.
constexpr std::size_t kLongestPeriod = 6;
constexpr std::size_t kMostDepth = 40;

/// Lines of the same lanes, or lanes that parted from these.
struct Item {
  LaneRow row;
  std::vector<Item> parts;  ///< of a loop or of other lanes

  /// As the same rows another time.
  bool is_like(const Item& other) const {
    return row.lanes == other.row.lanes && row.file == other.row.file &&
           row.first_line == other.row.first_line && row.last_line == other.row.last_line &&
           row.instructions == other.row.instructions && row.times == other.row.times &&
           row.is_loop == other.row.is_loop && parts.size() == other.parts.size() &&
           std::equal(parts.begin(), parts.end(), other.parts.begin(),
                      [](const Item& a, const Item& b) { return a.is_like(b); });
  }
};

void fold(std::vector<Item>& items) {
  for (auto& item : items) fold(item.parts);
  const auto repeats = [&](std::size_t at, std::size_t period) {
    std::size_t times = 1;
    // Lanes that part do so behind a line.
    if (items[at].row.instructions == 0 && !items[at].row.is_loop) return times;
    while (at + (times + 1) * period <= items.size() &&
           std::equal(items.begin() + static_cast<std::ptrdiff_t>(at),
                      items.begin() + static_cast<std::ptrdiff_t>(at + period),
                      items.begin() + static_cast<std::ptrdiff_t>(at + times * period),
                      [](const Item& a, const Item& b) { return a.is_like(b); }))
      ++times;
    return times;
  };
  std::vector<Item> folded;
  for (std::size_t at = 0; at < items.size();) {
    std::size_t best_period = 1, best_times = 1;
    for (std::size_t period = 1; period <= kLongestPeriod; ++period) {
      const auto times = repeats(at, period);
      if (times > 1 && times * period > best_times * best_period) {
        best_period = period;
        best_times = times;
      }
    }
    if (best_times == 1) {
      folded.push_back(std::move(items[at++]));
      continue;
    }
    Item loop;
    loop.row.is_loop = true;
    loop.row.times = best_times;
    loop.row.lanes = items[at].row.lanes;
    loop.row.first = items[at].row.first;
    for (std::size_t i = 0; i < best_period; ++i) loop.parts.push_back(std::move(items[at + i]));
    folded.push_back(std::move(loop));
    at += best_times * best_period;
  }
  items = std::move(folded);
}

void flatten(const std::vector<Item>& items, std::size_t depth, std::vector<LaneRow>& rows) {
  for (const auto& item : items) {
    const bool has_lines = item.row.is_loop || item.row.instructions > 0;
    if (has_lines) {
      rows.push_back(item.row);
      rows.back().depth = depth;
    }
    flatten(item.parts, std::min(depth + 1, kMostDepth), rows);
  }
}

/// Lanes that go on together.
struct Open {
  std::uint32_t lanes = 0;
  std::vector<Item> items;
};

class Tree {
 public:
  void add(const device::StoodSpan& span) {
    while (open_.size() > 1 && (span.lanes & ~open_.back().lanes) != 0) close();
    if (open_.back().lanes != span.lanes || open_.size() == 1) open_.push_back({span.lanes, {}});
    auto& items = open_.back().items;
    // Another line further down continues a row; one further up begins a new one, as in a loop.
    const bool continues = !items.empty() && items.back().parts.empty() &&
                           items.back().row.file == span.where.file && !has_parted_ &&
                           span.where.line >= items.back().row.last_line;
    has_parted_ = false;
    if (continues) {
      items.back().row.last_line = span.where.line;
      items.back().row.instructions += span.count;
      return;
    }
    LaneRow row;
    row.lanes = span.lanes;
    row.file = span.where.file;
    row.first_line = row.last_line = span.where.line;
    row.instructions = span.count;
    row.first = span.first;
    items.push_back({row, {}});
  }

  std::vector<Item> take() {
    while (open_.size() > 1) close();
    return std::move(open_.front().items);
  }

 private:
  void close() {
    auto closed = std::move(open_.back());
    open_.pop_back();
    auto& above = open_.back().items;
    if (open_.size() == 1) {
      std::ranges::move(closed.items, std::back_inserter(above));
    } else {
      Item parted;
      parted.row.lanes = closed.lanes;
      parted.parts = std::move(closed.items);
      above.push_back(std::move(parted));
    }
    has_parted_ = true;
  }

  std::vector<Open> open_{{kAll, {}}};
  bool has_parted_ = false;
};

/// "0, 2, … 30" of four or more lanes at one distance; otherwise empty.
std::string spaced_text(std::uint32_t lanes) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane)
    if ((lanes >> lane & 1) != 0) numbers.push_back(lane);
  if (numbers.size() < 4) return {};
  const auto distance = numbers[1] - numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != distance) return {};
  if (distance == 1) return {};
  return fmt::format("{}, {}, … {}", numbers[0], numbers[1], numbers.back());
}

}  // namespace

std::vector<LaneRow> lane_tree(const std::vector<device::StoodSpan>& spans) {
  Tree tree;
  for (const auto& span : spans)
    if (span.where.line != 0) tree.add(span);
  auto items = tree.take();
  fold(items);
  std::vector<LaneRow> rows;
  flatten(items, 0, rows);
  return rows;
}

std::string lanes_text(std::uint32_t lanes) {
  if (lanes == 0) return "none";
  if (auto text = spaced_text(lanes); !text.empty()) return text;
  std::string text;
  for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    std::uint32_t last = lane;
    while (last + 1 < kLanesOfWarp && (lanes >> (last + 1) & 1) != 0) ++last;
    text += text.empty() ? "" : ", ";
    text += last == lane ? std::to_string(lane) : fmt::format("{}-{}", lane, last);
    lane = last;
  }
  return text;
}

}  // namespace warpscope::runner
