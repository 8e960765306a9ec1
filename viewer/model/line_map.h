// Which lines of a text are those of an earlier one: what was counted at a line is shown where that
// line is now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::viewer {

/// Lines begin..end of one text and of the other have nothing in common; from 0, `end` is behind
/// the last one. One of them may be empty.
struct ChangedLines {
  std::size_t old_begin = 0, old_end = 0, new_begin = 0, new_end = 0;
  bool operator==(const ChangedLines&) const = default;
};

/// The text's lines without their ends. A text that ends with \n has an empty last line.
std::vector<std::string_view> split_lines(std::string_view text);

/// What is between the lines that both have, by the shortest script of Myers (1986); of texts that
/// have hardly anything in common all is one change.
std::vector<ChangedLines> changed_lines(const std::vector<std::string_view>& from,
                                        const std::vector<std::string_view>& to);

/// Line numbers count from 1.
class LineMap {
 public:
  struct Line {
    std::uint32_t number = 0;
    bool is_same = true;  ///< false: it has been edited
    bool operator==(const Line&) const = default;
  };

  LineMap() = default;
  LineMap(std::string_view then, std::string_view now);

  /// What a line of now was; nothing for a new one.
  std::optional<Line> then(std::uint32_t number) const { return at(then_, number); }
  /// Where a line of then is; nothing where it is no more.
  std::optional<Line> now(std::uint32_t number) const { return at(now_, number); }
  /// Number of the line of now for one of then, or for the first one behind it that is still there.
  std::optional<std::uint32_t> now_or_behind(std::uint32_t number) const;

 private:
  using Lines = std::vector<std::optional<Line>>;
  static std::optional<Line> at(const Lines& lines, std::uint32_t number) {
    return number >= 1 && number <= lines.size() ? lines[number - 1] : std::nullopt;
  }
  void pair(std::size_t then, std::size_t now, bool is_same);

  Lines then_, now_;  ///< by line of now, and of then
};

}  // namespace warpscope::viewer
