#include "runner/findings/call_statement.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

/// A call's debug information may name any of its lines.
constexpr std::size_t kMostLinesOfACall = 12;

/// The text with spaces for comments and literals, so that offsets stay.
std::string without_comments(std::string_view text) {
  std::string code(text);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, code.size()); ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    return std::min(end, code.size());
  };
  for (std::size_t i = 0; i < code.size();) {
    if (code.compare(i, 2, "//") == 0) {
      i = blank(i, code.find('\n', i));
    } else if (code.compare(i, 2, "/*") == 0) {
      const auto end = code.find("*/", i + 2);
      i = blank(i, end == std::string::npos ? end : end + 2);
    } else if (code[i] == '"' || (code[i] == '\'' && (i == 0 || !is_identifier(code[i - 1])))) {
      auto end = i + 1;
      while (end < code.size() && code[end] != code[i] && code[end] != '\n')
        end += code[end] == '\\' ? 2 : 1;
      i = blank(i + 1, end) + 1;
    } else {
      ++i;
    }
  }
  return code;
}

/// Where the line begins; nothing when there are fewer.
std::optional<std::size_t> begin_of_line(std::string_view text, std::uint32_t line) {
  std::size_t begin = 0;
  for (std::uint32_t i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return std::nullopt;
    ++begin;
  }
  return begin;
}

/// The last place in [begin, end) where the function is called.
std::optional<std::size_t> last_call(std::string_view code, std::size_t begin, std::size_t end,
                                     std::string_view function) {
  std::optional<std::size_t> last;
  for (auto at = code.find(function, begin); at < end; at = code.find(function, at + 1)) {
    const auto behind = at + function.size();
    const bool is_whole = (at == 0 || !is_identifier(code[at - 1])) &&
                          (behind >= code.size() || !is_identifier(code[behind]));
    if (is_whole) last = at;
  }
  return last;
}

/// The offset of the parenthesis that opens what `close` closes.
std::optional<std::size_t> opening(std::string_view code, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (code[i] == ')') ++depth;
    if (code[i] == '(' && --depth == 0) return i;
  }
  return std::nullopt;
}

/// The word that ends before `end`, spaces left out.
std::string_view word_before(std::string_view code, std::size_t end) {
  while (end > 0 && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0) --end;
  auto begin = end;
  while (begin > 0 && is_identifier(code[begin - 1])) --begin;
  return code.substr(begin, end - begin);
}

/// Whether the brace at `at` opens a block of statements, and not a list of values.
bool opens_block(std::string_view code, std::size_t at) {
  auto end = at;
  while (end > 0 && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0) --end;
  if (end == 0) return true;
  constexpr std::string_view kBefore = ");{}:";
  if (kBefore.find(code[end - 1]) != std::string_view::npos) return true;
  constexpr std::array<std::string_view, 5> kWords{"else", "do", "try", "const", "noexcept"};
  return std::ranges::find(kWords, word_before(code, end)) != kWords.end();
}

/// Whether a statement may begin at `at`.
bool begins_statement(std::string_view code, std::size_t at) {
  auto end = at;
  while (end > 0 && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0) --end;
  if (end == 0) return false;
  switch (code[end - 1]) {
    case ';':
      return true;
    case '}':
      return true;
    case '{':
      return opens_block(code, end - 1);
    case ':':  // "::cudaFree" begins where the colons do
      return end > 1 && code[end - 2] == ':' && begins_statement(code, end - 2);
    case ')': {
      const auto open = opening(code, end - 1);
      constexpr std::array<std::string_view, 3> kHeads{"if", "for", "while"};
      return open && std::ranges::find(kHeads, word_before(code, *open)) != kHeads.end();
    }
    default: {
      const auto word = word_before(code, end);
      return word == "else" || word == "do";
    }
  }
}

}  // namespace

bool drops_result(std::string_view text, std::uint32_t line, std::string_view function) {
  if (function.empty() || line == 0) return false;
  const std::string code = without_comments(text);
  const auto begin = begin_of_line(code, line);
  if (!begin) return false;
  const auto end = std::min(code.find('\n', *begin), code.size());
  auto first = *begin;
  auto call = last_call(code, first, end, function);
  for (std::size_t i = 0; !call && i < kMostLinesOfACall && first > 1; ++i) {
    first = code.rfind('\n', first - 2);
    first = first == std::string::npos ? 0 : first + 1;
    call = last_call(code, first, end, function);
    // A statement that ended before is another one.
    if (call && code.find(';', *call) < *begin) return false;
  }
  return call && begins_statement(code, *call);
}

}  // namespace warpscope::runner
