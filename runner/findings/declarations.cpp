#include "runner/findings/declarations.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

/// Words that begin a statement which is no declaration.
constexpr std::array<std::string_view, 12> kOtherWords{"return",  "goto",       "delete", "using",
                                                       "typedef", "else",       "extern", "static",
                                                       "case",    "__shared__", "throw",  "new"};
constexpr std::array<std::string_view, 5> kParts{"const", "unsigned", "signed", "volatile", "long"};

std::string_view word_at_begin(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_identifier(text[end]) || text[end] == ':')) ++end;
  return text.substr(0, end);
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0)
    text.remove_prefix(1);
  return text;
}

template <typename Words>
bool is_among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Takes the type from the front; false where there is none.
bool take_type(std::string_view& text) {
  bool has_type = false;
  while (true) {
    const auto word = word_at_begin(text);
    if (word.empty() || is_among(kOtherWords, word)) return false;
    const bool is_part = is_among(kParts, word);
    if (!is_part && has_type) return true;
    auto rest = without_blanks(text.substr(word.size()));
    const bool is_followed = !rest.empty() && (is_identifier(rest.front()) || rest.front() == '*' ||
                                               rest.front() == '&');
    if (!is_followed) return has_type;
    has_type = has_type || !is_part || word == "unsigned" || word == "long";
    text = rest;
  }
}

void add_declarators(std::string_view text, std::size_t line, std::vector<Declaration>& all) {
  const auto end = text.find(';');
  if (end == std::string_view::npos) return;
  text = text.substr(0, end);
  while (!text.empty()) {
    int depth = 0;
    std::size_t comma = 0;
    for (; comma < text.size() && (depth > 0 || text[comma] != ','); ++comma) {
      depth += text[comma] == '(' || text[comma] == '[' || text[comma] == '{' ? 1 : 0;
      depth -= text[comma] == ')' || text[comma] == ']' || text[comma] == '}' ? 1 : 0;
    }
    auto one = without_blanks(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    Declaration of;
    of.line = line;
    while (!one.empty() && one.front() == '*') {
      of.is_pointer = true;
      one = without_blanks(one.substr(1));
    }
    const auto name = word_at_begin(one);
    const auto rest = without_blanks(one.substr(name.size()));
    if (!is_name(name) || (!rest.empty() && rest.front() != '[')) continue;
    if (rest.find('=') != std::string_view::npos || rest.find('{') != std::string_view::npos)
      continue;
    of.name = name;
    of.is_array = !rest.empty();
    all.push_back(std::move(of));
  }
}

}  // namespace

std::vector<Declaration> unset_declarations(const std::vector<std::string_view>& lines,
                                            std::size_t first, std::size_t end) {
  std::vector<Declaration> all;
  for (std::size_t at = first; at < std::min(end, lines.size()); ++at) {
    std::string_view rest = lines[at];
    // Also behind "void f(…) {" of the same line, and behind another statement.
    while (!rest.empty()) {
      std::string_view statement = without_blanks(rest);
      if (take_type(statement)) add_declarators(statement, at, all);
      const auto next = rest.find_first_of("{;");
      if (next == std::string_view::npos) break;
      rest = rest.substr(next + 1);
    }
  }
  return all;
}

}  // namespace warpscope::runner
