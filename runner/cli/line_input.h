// Lines that somebody types.
#pragma once

#include <optional>
#include <stop_token>
#include <string>

namespace warpscope::cli {

/// Reads standard input line by line; a terminal, a pipe or a file.
class LineInput {
 public:
  /// The next line without its end, of at most 4096 bytes; nothing at the end of the input, for a
  /// longer line, and when the user cancels. Shows what was printed before it waits.
  std::optional<std::string> next(const std::stop_token& cancel);

 private:
  std::string pending_;
  bool is_at_end_ = false;
};

}  // namespace warpscope::cli
