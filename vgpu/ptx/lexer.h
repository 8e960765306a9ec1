// Splits PTX text into tokens, one at a time, with one token of look-ahead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::ptx {

struct Token {
  enum class Kind : std::uint8_t {
    end,
    identifier,   ///< foo, $L__BB0_1, %r1, _
    dotted,       ///< .global, .shared::cta, .2d; `text` is without the first dot
    number,       ///< 12, 0x1F, 0f3F800000, 1.5e-3
    string,       ///< "..."; `text` is without the quotes, escapes stay as they are
    punctuation,  ///< one character, or one of << >> <= >= == != && ||
  };
  Kind kind = Kind::end;
  std::string_view text;
  std::uint32_t line = 1;  ///< 1-based

  bool is(char character) const {
    return kind == Kind::punctuation && text.size() == 1 && text[0] == character;
  }
  bool is(std::string_view operation) const {
    return kind == Kind::punctuation && text == operation;
  }
  bool is_identifier() const { return kind == Kind::identifier; }
  bool is_dotted() const { return kind == Kind::dotted; }
  bool is_dotted(std::string_view name) const { return kind == Kind::dotted && text == name; }
};

/// The text of a token for an error sentence: shortened, printable and in quotes.
std::string quoted_text(std::string_view text);
/// The same for a directive, whose token lacks its dot.
std::string quoted_directive(std::string_view name);

/// Reads tokens out of `text`, which must outlive the lexer and its tokens. Everything that can go
/// wrong is a ParseError.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  /// The next token, which stays where it is.
  const Token& peek() const { return token_; }
  /// Takes the next token.
  Token next() {
    const Token taken = token_;
    advance();
    return taken;
  }
  /// Takes the next token if it is this character.
  bool accept(char character) {
    if (!token_.is(character)) return false;
    advance();
    return true;
  }
  /// Takes this character, or fails naming `where`, e.g. "after the operand".
  void expect(char character, std::string_view where);
  /// Takes an identifier, or fails saying that `what` was expected.
  std::string_view expect_identifier(std::string_view what);
  /// The text after the next token and the blanks behind it.
  std::string_view rest_after_next() const;
  /// Line of the next token.
  std::uint32_t line() const { return token_.line; }
  [[noreturn]] void fail(std::string message) const;
  /// Fails with "`expected` expected, but found ...".
  [[noreturn]] void fail_expected(std::string_view expected) const;

 private:
  void advance();
  void skip_blanks_and_comments();
  void read_identifier();
  void read_dotted();
  void read_number();
  void read_string();
  void read_punctuation();

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
  Token token_;
};

}  // namespace warpscope::ptx
