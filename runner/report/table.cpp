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

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths;
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    headings.push_back(columns_[i].heading);
    widths.push_back(display_width(columns_[i].heading));
    for (const auto& row : rows_) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string result;
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
