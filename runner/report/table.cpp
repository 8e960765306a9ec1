#include "runner/report/table.h"

#include <algorithm>
#include <cstdint>

namespace warpscope::runner {
namespace {

constexpr std::size_t kGap = 2;

void trim_end(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

}  // namespace

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(display_width(columns_[i].heading));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  for (std::size_t i = 0; i < columns_.size();) {
    std::size_t end = i + 1;
    std::size_t width = widths[i];
    for (; end < columns_.size() && columns_[end].group == columns_[i].group; ++end) {
      width += kGap + widths[end];
    }
    const auto needed = display_width(columns_[i].group);
    if (needed > width) widths[i] += needed - width;
    i = end;
  }
  return widths;
}

std::size_t TextTable::width() const {
  std::size_t width = 0;
  for (const auto column : widths()) width += column + kGap;
  return width < kGap ? 0 : width - kGap;
}

std::string TextTable::groups(const std::vector<std::size_t>& widths) const {
  std::string line;
  for (std::size_t i = 0; i < columns_.size();) {
    std::size_t end = i + 1;
    std::size_t width = widths[i];
    for (; end < columns_.size() && columns_[end].group == columns_[i].group; ++end) {
      width += kGap + widths[end];
    }
    // Over the end of its columns, whose numbers are aligned to the right.
    const auto& group = columns_[i].group;
    line.append(width - display_width(group), ' ').append(group).append(kGap, ' ');
    i = end;
  }
  trim_end(line);
  return line;
}

std::string TextTable::text(std::size_t indent) const {
  const auto widths = this->widths();
  std::string result;
  if (const auto line = groups(widths); !line.empty()) {
    result = std::string(indent, ' ') + line + "\n";
  }
  std::vector<std::string> headings;
  for (const auto& column : columns_) headings.push_back(column.heading);
  const auto add = [&](const std::vector<std::string>& cells) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string fill(widths[i] - display_width(cells[i]), ' ');
      line += columns_[i].align == Align::right ? fill + cells[i] : cells[i] + fill;
      line.append(kGap, ' ');
    }
    trim_end(line);
    result += line + "\n";
  };
  const bool has_headings = std::ranges::any_of(headings, [](auto& h) { return !h.empty(); });
  if (has_headings) add(headings);
  for (const auto& row : rows_) add(row);
  return result;
}

}  // namespace warpscope::runner
