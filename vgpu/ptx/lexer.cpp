#include "vgpu/ptx/lexer.h"

#include <algorithm>
#include <array>

#include "vgpu/ptx/module.h"

namespace warpscope::ptx {
namespace {

enum CharacterClass : std::uint8_t {
  kBlank = 1,      ///< space, tab, carriage return, form feed
  kStart = 2,      ///< may begin an identifier
  kDigit = 4,      ///< 0-9
  kFollow = 8,     ///< may continue an identifier
  kModifier = 16,  ///< may continue a dotted name
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\f', '\v'})
    classes[static_cast<unsigned char>(c)] = kBlank;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kStart | kFollow | kModifier;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kStart | kFollow | kModifier;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kDigit | kFollow | kModifier;
  classes['_'] = kStart | kFollow | kModifier;
  classes['$'] = kStart | kFollow;
  return classes;
}
constexpr auto kClasses = make_classes();

bool is_in(char c, std::uint8_t mask) {
  return (kClasses[static_cast<unsigned char>(c)] & mask) != 0;
}

}  // namespace

std::string quoted_text(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  for (const char c : text.substr(0, kLongest)) result += (c >= ' ' && c <= '~') ? c : '?';
  if (text.size() > kLongest) result += "...";
  result += '\'';
  return result;
}

std::string quoted_directive(std::string_view name) {
  std::string text(1, '.');
  text += name;
  return quoted_text(text);
}

void Lexer::expect(char character, std::string_view where) {
  if (accept(character)) return;
  std::string expected = quoted_text({&character, 1});
  expected += ' ';
  expected += where;
  fail_expected(expected);
}

std::string_view Lexer::expect_identifier(std::string_view what) {
  if (!token_.is_identifier()) fail_expected(what);
  return next().text;
}

std::string_view Lexer::rest_after_next() const {
  std::size_t i = position_;
  while (i < text_.size() && is_in(text_[i], kBlank)) ++i;
  return text_.substr(i);
}

void Lexer::fail(std::string message) const { throw ParseError(token_.line, std::move(message)); }

void Lexer::fail_expected(std::string_view expected) const {
  const std::string found =
      token_.kind == Token::Kind::end ? "the text ends" : "found " + quoted_text(token_.text);
  fail(std::string(expected) + " expected, but " + found + ".");
}

void Lexer::skip_blanks_and_comments() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c == '\n') {
      ++line_;
      ++position_;
    } else if (is_in(c, kBlank)) {
      ++position_;
    } else if (text_.substr(position_, 2) == "//") {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (text_.substr(position_, 2) == "/*") {
      const std::size_t end = text_.find("*/", position_ + 2);
      if (end == std::string_view::npos) throw ParseError(line_, "A comment is not closed.");
      line_ += static_cast<std::uint32_t>(
          std::ranges::count(text_.substr(position_, end - position_), '\n'));
      position_ = end + 2;
    } else {
      return;
    }
  }
}

void Lexer::advance() {
  skip_blanks_and_comments();
  token_ = {.kind = Token::Kind::end, .text = {}, .line = line_};
  if (position_ >= text_.size()) return;
  const char c = text_[position_];
  const char second = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
  if (is_in(c, kStart) || (c == '%' && is_in(second, kFollow))) {
    read_identifier();
  } else if (c == '.' && is_in(second, kModifier)) {
    read_dotted();
  } else if (is_in(c, kDigit)) {
    read_number();
  } else if (c == '"') {
    read_string();
  } else {
    read_punctuation();
  }
}

void Lexer::read_identifier() {
  std::size_t end = position_ + 1;
  while (end < text_.size() && is_in(text_[end], kFollow)) ++end;
  token_.kind = Token::Kind::identifier;
  token_.text = text_.substr(position_, end - position_);
  position_ = end;
}

void Lexer::read_dotted() {
  const std::size_t begin = position_ + 1;
  std::size_t end = begin;
  while (end < text_.size()) {
    if (is_in(text_[end], kModifier)) {
      ++end;
    } else if (text_.substr(end, 2) == "::" && end + 2 < text_.size() &&
               is_in(text_[end + 2], kModifier)) {
      end += 2;
    } else {
      break;
    }
  }
  token_.kind = Token::Kind::dotted;
  token_.text = text_.substr(begin, end - begin);
  position_ = end;
}

void Lexer::read_number() {
  std::size_t end = position_;
  const char second = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
  const bool is_prefixed = text_[position_] == '0' && is_in(second, kStart) && second != 'e' &&
                           second != 'E' && second != 'U';
  bool has_point = false;
  while (end < text_.size()) {
    const char c = text_[end];
    const char after = end + 1 < text_.size() ? text_[end + 1] : '\0';
    if (is_in(c, kFollow)) {
      ++end;
      const bool is_exponent = !is_prefixed && (c == 'e' || c == 'E');
      if (is_exponent && (after == '+' || after == '-')) ++end;
    } else if (c == '.' && !is_prefixed && !has_point && !is_in(after, kStart)) {
      has_point = true;
      ++end;
    } else {
      break;
    }
  }
  token_.kind = Token::Kind::number;
  token_.text = text_.substr(position_, end - position_);
  position_ = end;
}

void Lexer::read_string() {
  std::size_t end = position_ + 1;
  while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
    end += text_[end] == '\\' ? 2 : 1;
  }
  if (end >= text_.size() || text_[end] != '"') {
    throw ParseError(line_, "A string is not closed on its line.");
  }
  token_.kind = Token::Kind::string;
  token_.text = text_.substr(position_ + 1, end - position_ - 1);
  position_ = end + 1;
}

void Lexer::read_punctuation() {
  constexpr std::string_view kSingle = "()[]{}<>,;:+-*/%!~&|^?=@.";
  constexpr std::array<std::string_view, 8> kDouble = {
      "<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
  const std::string_view two = text_.substr(position_, 2);
  const bool is_double = std::ranges::find(kDouble, two) != kDouble.end();
  if (!is_double && kSingle.find(two.front()) == std::string_view::npos) {
    throw ParseError(line_,
                     "The character " + quoted_text(two.substr(0, 1)) + " has no place in PTX.");
  }
  token_.kind = Token::Kind::punctuation;
  token_.text = two.substr(0, is_double ? 2 : 1);
  position_ += token_.text.size();
}

}  // namespace warpscope::ptx
