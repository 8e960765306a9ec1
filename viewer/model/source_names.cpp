#include "viewer/model/source_names.h"

#include <algorithm>

#include "presentation/markdown/lines.h"
#include "runner/findings/index_text.h"

namespace warpscope::viewer {
namespace {

using markdown::trimmed;

constexpr std::size_t kMostOccurrences = 8;  // of an array in a line

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// "[a][b]" at the begin of the text, with what it has in brackets.
std::string_view leading_subscripts(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size() && text[at] == '[';) {
    std::size_t depth = 0;
    do {
      depth += text[at] == '[' ? 1 : text[at] == ']' ? static_cast<std::size_t>(-1) : 0;
      ++at;
    } while (at < text.size() && depth != 0);
    if (depth != 0) break;
    end = at;
  }
  return text.substr(0, end);
}

/// "[…]…" behind each `array` from `from` on.
std::vector<std::string_view> subscripts_of(std::string_view line, std::string_view array,
                                            std::size_t from = 0) {
  std::vector<std::string_view> result;
  if (array.empty() || array.size() > kLongestFormula) return result;
  std::size_t at = runner::find_word(line, array, from);
  for (std::size_t k = 0; k < kMostOccurrences && at != std::string_view::npos; ++k) {
    const auto found = leading_subscripts(line.substr(at + array.size(), kLongestFormula));
    if (!found.empty()) result.push_back(found);
    at = runner::find_word(line, array, at + 1);
  }
  return result;
}

/// Of "type name = value;" the value, each once and the last one of a name. Everything behind a
/// word is looked at once.
std::map<std::string_view, std::string_view> definitions_in(std::string_view text) {
  std::map<std::string_view, std::string_view> found;
  std::size_t value_end = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!runner::is_identifier(text[at])) {
      ++at;
      continue;
    }
    std::size_t before = at, end = at;
    while (end < text.size() && runner::is_identifier(text[end])) ++end;
    std::size_t next = end;
    while (next < text.size() && is_space(text[next])) ++next;
    const std::string_view name = text.substr(at, end - at);
    at = next;
    if (next + 1 >= text.size() || text[next] != '=' || text[next + 1] == '=') continue;
    while (before > 0 && is_space(text[before - 1])) --before;
    if (before == 0 || !runner::is_identifier(text[before - 1])) continue;
    if (value_end <= next) value_end = std::min(text.find_first_of(";,\n", next), text.size());
    const std::string_view value = text.substr(next + 1, value_end - next - 1);
    if (value.size() <= kLongestFormula) found[name] = trimmed(value);
  }
  return found;
}

}  // namespace

SourceNames::SourceNames(std::string_view text, std::uint32_t line) : text_(text) {
  const auto lines = line == 0 ? std::vector<std::string_view>() : runner::lines_of(text);
  if (!lines.empty() && line <= lines.size()) {
    line_ = lines[line - 1];
    text_ = text.substr(0, static_cast<std::size_t>(line_.data() - text.data()) + line_.size());
  }
  definitions_ = definitions_in(text_);
}

const std::string_view* SourceNames::definition(std::string_view name) const {
  const auto found = definitions_.find(name);
  return found == definitions_.end() ? nullptr : &found->second;
}

std::string_view SourceNames::shared_shape(std::string_view array) const {
  std::string_view shape;
  for (std::string_view rest = text_; !rest.empty();) {
    const std::string_view line = markdown::next_line(rest);
    const std::size_t shared = line.find("__shared__");
    if (shared == std::string_view::npos) continue;
    const auto found = subscripts_of(line, array, shared);
    if (!found.empty()) shape = found.back();
  }
  return shape;
}

std::vector<std::string_view> SourceNames::subscripts_in_line(std::string_view array) const {
  return subscripts_of(line_, array);
}

}  // namespace warpscope::viewer
