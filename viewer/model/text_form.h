// How a file holds a text that is edited with lines that end with \n.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::viewer {

struct TextForm {
  bool has_mark = false;     ///< a byte order mark in front
  bool has_returns = false;  ///< lines end with \r\n
  bool operator==(const TextForm&) const = default;
};

/// A file's text as lines that end with \n, and what its form was.
struct PlainText {
  std::string text;
  TextForm form;
};
/// Throws std::runtime_error with the end of a sentence about the file ("has …") where in_form()
/// would not give back what the file has, or an editor cannot show it.
PlainText plain_text(std::string_view bytes);

/// Without a byte order mark in front.
std::string_view without_mark(std::string_view bytes);

/// The file's bytes.
std::string in_form(std::string_view text, TextForm form);

}  // namespace warpscope::viewer
