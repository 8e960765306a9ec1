#include "presentation/code_text/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "presentation/code_text/cuda_words.h"

namespace warpscope::code_text {
namespace {

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

TokenKind kind_of(std::string_view word) {
  if (contains(kCppKeywords, word) || contains(kCudaKeywords, word)) return TokenKind::keyword;
  if (contains(kCudaNames, word)) return TokenKind::keyword;
  if (contains(kCppTypes, word) || contains(kCudaTypes, word)) return TokenKind::type;
  return TokenKind::plain;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Length of the token at the front of `rest`, which is not empty, and its kind.
Token front_token(std::string_view rest) {
  const char first = rest.front();
  if (rest.starts_with("//")) return {rest, TokenKind::comment};
  if (first == '"' || first == '\'') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != first) end += rest[end] == '\\' ? 2 : 1;
    return {rest.substr(0, std::min(end + 1, rest.size())), TokenKind::string};
  }
  if (is_digit(first)) {
    const auto* end =
        std::ranges::find_if(rest, [](char c) { return !is_word(c) && c != '.' && c != '\''; });
    return {rest.substr(0, static_cast<std::size_t>(end - rest.begin())), TokenKind::number};
  }
  if (is_word(first)) {
    const auto* end = std::ranges::find_if_not(rest, is_word);
    const auto word = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
    return {word, kind_of(word)};
  }
  return {rest.substr(0, 1), TokenKind::plain};
}

}  // namespace

std::vector<Token> tokens(std::string_view line, bool& is_in_comment) {
  std::vector<Token> out;
  const auto add = [&out](Token token) {
    const bool continues = !out.empty() && out.back().kind == token.kind;
    if (continues) {
      out.back().text = {out.back().text.data(), out.back().text.size() + token.text.size()};
    } else {
      out.push_back(token);
    }
  };
  const auto content = line.find_first_not_of(" \t");
  if (!is_in_comment && content != std::string_view::npos && line[content] == '#') {
    return {{line, TokenKind::preprocessor}};
  }
  while (!line.empty()) {
    if (is_in_comment || line.starts_with("/*")) {
      const auto end = line.find("*/", is_in_comment ? 0 : 2);
      is_in_comment = end == std::string_view::npos;
      const auto length = is_in_comment ? line.size() : end + 2;
      add({line.substr(0, length), TokenKind::comment});
      line.remove_prefix(length);
      continue;
    }
    const Token token = front_token(line);
    add(token);
    line.remove_prefix(token.text.size());
  }
  return out;
}

bool is_cpp(std::string_view language) {
  constexpr std::array<std::string_view, 6> kNames{"", "c", "cpp", "c++", "cu", "cuda"};
  return contains(kNames, language);
}

}  // namespace warpscope::code_text
