// What a terminal shows of the bytes that it gets: as much of ECMA-48 and of DEC's sequences as our
// lines use.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner::test {

class TerminalScreen {
 public:
  TerminalScreen(std::size_t rows, std::size_t columns)
      : columns_(columns), lines_(rows, std::string(columns, ' ')) {}

  /// std::runtime_error for a sequence that it does not know.
  void write(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const char byte = bytes[i];
      if (byte == '\r') {
        column_ = 0;
      } else if (byte == '\n') {
        go_down();
      } else if (byte == '\033') {
        i = obey(bytes, i + 1);
      } else {
        if (column_ >= columns_) throw std::runtime_error("a line is wider than the terminal");
        lines_[row_][column_++] = byte;
      }
    }
  }

  /// All lines, without blanks behind them.
  std::string text() const {
    std::string text;
    for (const auto& line : lines_) {
      const auto end = line.find_last_not_of(' ');
      text += line.substr(0, end == std::string::npos ? 0 : end + 1) + "\n";
    }
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
  }
  std::size_t row() const { return row_; }
  std::size_t column() const { return column_; }

 private:
  void go_down() {
    if (row_ + 1 < lines_.size()) {
      ++row_;
      return;
    }
    lines_.erase(lines_.begin());
    lines_.emplace_back(columns_, ' ');
  }

  std::size_t obey(std::string_view bytes, std::size_t at) {
    const std::string_view rest = bytes.substr(at);
    if (rest.starts_with('D')) return go_down(), at;
    if (rest.starts_with('7')) return kept_row_ = row_, kept_column_ = column_, at;
    if (rest.starts_with('8')) return row_ = kept_row_, column_ = kept_column_, at;
    if (rest.starts_with("[A")) return row_ -= row_ > 0 ? 1 : 0, at + 1;
    if (rest.starts_with("[2K")) return lines_[row_].assign(columns_, ' '), at + 2;
    throw std::runtime_error("an unknown sequence: " + std::string(rest.substr(0, 8)));
  }

  std::size_t columns_;
  std::vector<std::string> lines_;
  std::size_t row_ = 0, column_ = 0, kept_row_ = 0, kept_column_ = 0;
};

}  // namespace warpscope::runner::test
