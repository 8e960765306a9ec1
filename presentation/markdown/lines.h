// Reading a text line by line, with an eye on fenced code.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::markdown {

/// Without blanks, tabs and carriage returns at both ends.
std::string_view trimmed(std::string_view text);

/// The next line without its line feed, taken off the front of `rest`.
std::string_view next_line(std::string_view& rest);

/// Keeps track of fenced code, in which nothing else counts.
class Fence {
 public:
  /// True when the line belongs to a fenced block, its fences included. To be called for every
  /// line.
  bool takes(std::string_view line);

 private:
  std::string mark_;
};

}  // namespace warpscope::markdown
