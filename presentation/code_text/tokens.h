// Splits C++ and CUDA code into pieces that are coloured alike, for code in slides and handouts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace warpscope::code_text {

enum class TokenKind : std::uint8_t { plain, keyword, type, number, string, comment, preprocessor };

struct Token {
  std::string_view text;  ///< a part of the line
  TokenKind kind = TokenKind::plain;
};

/// The pieces of one line, in order and without gaps. `is_in_comment` carries a block comment from
/// line to line.
std::vector<Token> tokens(std::string_view line, bool& is_in_comment);

/// True when a fenced block of this language is coloured; one without a language is.
bool is_cpp(std::string_view language);

}  // namespace warpscope::code_text
