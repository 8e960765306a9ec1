// Text in aligned columns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::runner {

class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };
  struct Column {
    std::string heading;
    Align align = Align::left;
    std::string group{};  ///< heading over neighbouring columns that have the same
  };
  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// One text per column.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool is_empty() const { return rows_.empty(); }
  /// Of the widest line, without an indent.
  std::size_t width() const;
  /// Each line begins with `indent` spaces and ends without spaces.
  std::string text(std::size_t indent = 0) const;

 private:
  std::vector<std::size_t> widths() const;
  std::string groups(const std::vector<std::size_t>& widths) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Number of code points: what a terminal shows of a UTF-8 text without wide characters.
std::size_t display_width(const std::string& text);

}  // namespace warpscope::runner
