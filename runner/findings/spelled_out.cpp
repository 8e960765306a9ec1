#include "runner/findings/spelled_out.h"

#include <algorithm>
#include <cctype>

#include "runner/findings/declarations.h"
#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

/// "i = first", "first = base + threadIdx.x", "base = blockIdx.x * blockDim.x".
constexpr int kMostDefinitions = 4;

/// Where "for (" or "for(" begins as a word; npos where it does not.
std::size_t begin_of(std::string_view text, std::string_view keyword) {
  for (auto at = text.find(keyword); at != text.npos; at = text.find(keyword, at + 1)) {
    const auto open = text.find_first_not_of(' ', at + keyword.size());
    if (open != text.npos && text[open] == '(' && (at == 0 || !is_identifier(text[at - 1])))
      return at;
  }
  return text.npos;
}

/// Of a "for" that begins at `at`; nothing where it goes on in another line.
std::optional<std::string_view> condition_of_for(std::string_view text, std::size_t at) {
  const auto from = text.find(';', at);
  const auto to = from == text.npos ? from : text.find(';', from + 1);
  if (to == text.npos) return std::nullopt;
  return text.substr(from + 1, to - from - 1);
}

}  // namespace

std::string without_spaces(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) result += c;
  return result;
}

std::string plain(std::string_view text) {
  std::string result = without_spaces(text);
  for (const std::string_view cast :
       {"(int)", "(size_t)", "(unsigned)", "(unsignedint)", "(longlong)", "static_cast<int>",
        "static_cast<size_t>", "static_cast<std::size_t>", "size_t{", "std::size_t{", "int{", "(",
        ")", "}"}) {
    for (auto at = result.find(cast); at != std::string::npos; at = result.find(cast, at))
      result.erase(at, cast.size());
  }
  return result;
}

std::optional<std::string> value_before(const std::vector<std::string_view>& lines,
                                        std::size_t first, std::size_t at, std::string_view name) {
  for (std::size_t line = at + 1; line-- > first;) {
    const auto text = lines[line];
    for (auto found = text.find(name); found != text.npos; found = text.find(name, found + 1)) {
      const auto behind = found + name.size();
      const bool is_word = (found == 0 || (!is_identifier(text[found - 1]) &&
                                           text[found - 1] != '.' && text[found - 1] != '>')) &&
                           (behind < text.size() && !is_identifier(text[behind]));
      const auto equals = is_word ? text.find_first_not_of(' ', behind) : text.npos;
      if (equals == text.npos || text[equals] != '=' || equals + 1 >= text.size() ||
          text[equals + 1] == '=')
        continue;
      int depth = 0;
      auto end = equals + 1;
      for (; end < text.size() && (depth > 0 || (text[end] != ',' && text[end] != ';')); ++end)
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
      return std::string(text.substr(equals + 1, end - equals - 1));
    }
  }
  return std::nullopt;
}

std::string spelled_out(const std::vector<std::string_view>& lines, std::size_t first,
                        std::size_t at, std::string text) {
  for (int depth = 0; depth < kMostDefinitions; ++depth) {
    bool is_changed = false;
    std::string next;
    for (std::size_t i = 0; i < text.size();) {
      if (!is_identifier(text[i])) {
        next += text[i++];
        continue;
      }
      std::size_t end = i;
      while (end < text.size() && (is_identifier(text[end]) || text[end] == '.')) ++end;
      const auto word = text.substr(i, end - i);
      const auto value = is_name(word) ? value_before(lines, first, at, word) : std::nullopt;
      // A name that is set by itself has no end.
      if (value && !has_word(*value, word)) {
        next += plain(*value);
        is_changed = true;
      } else {
        next += word;
      }
      i = end;
    }
    text = next;
    if (!is_changed) return text;
  }
  return text;
}

std::optional<Condition> condition_of(const std::vector<std::string_view>& lines, std::size_t first,
                                      std::size_t at, std::string_view variable) {
  for (std::size_t line = at + 1; line-- > first;) {
    const auto text = lines[line];
    const auto loop = begin_of(text, "for");
    const auto wait = begin_of(text, "while");
    if (loop != text.npos) {
      const auto condition = condition_of_for(text, loop);
      if (!condition) return std::nullopt;
      if (has_word(*condition, variable)) return Condition{line, std::string(*condition)};
      if (line == at) return std::nullopt;
      continue;
    }
    if (wait != text.npos && has_word(text.substr(wait), variable))
      return Condition{line, std::string(text.substr(text.find('(', wait)))};
  }
  return std::nullopt;
}

std::optional<Condition> loop_around(const std::vector<std::string_view>& lines, std::size_t first,
                                     std::size_t at) {
  int depth = 0;
  for (std::size_t line = at; line-- > first;) {
    const auto text = lines[line];
    for (const char c : text) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth <= 0) continue;
    depth = 0;
    if (const auto loop = begin_of(text, "for"); loop != text.npos) {
      const auto condition = condition_of_for(text, loop);
      return condition ? std::optional(Condition{line, std::string(*condition)}) : std::nullopt;
    }
    if (const auto loop = begin_of(text, "while"); loop != text.npos)
      return Condition{line, std::string(text.substr(text.find('(', loop)))};
  }
  return std::nullopt;
}

}  // namespace warpscope::runner
