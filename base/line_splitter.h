// Lines out of a stream that comes in pieces.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warpscope {

class LineSplitter {
 public:
  void append(std::string_view piece) { text_.append(piece); }
  /// The next whole line, without its end; nothing until more of it has come.
  std::optional<std::string> next() {
    const auto end = text_.find('\n', search_from_);
    if (end == std::string::npos) {
      text_.erase(0, begin_);  // once for all lines of a piece
      begin_ = 0;
      search_from_ = text_.size();  // only what is new can hold the end of a line
      return std::nullopt;
    }
    auto line = text_.substr(begin_, end - begin_);
    begin_ = search_from_ = end + 1;
    return line;
  }

 private:
  std::string text_;
  std::size_t begin_ = 0, search_from_ = 0;
};

}  // namespace warpscope
