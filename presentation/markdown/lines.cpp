#include "presentation/markdown/lines.h"

#include <algorithm>

namespace warpscope::markdown {

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view next_line(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  const auto line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

bool Fence::takes(std::string_view line) {
  line = trimmed(line);
  if (mark_.empty()) {
    if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
    mark_ = line.substr(0, std::min(line.find_first_not_of(line.front()), line.size()));
    return true;
  }
  const bool is_end =
      line.starts_with(mark_) && line.find_first_not_of(mark_.front()) == std::string_view::npos;
  if (is_end) mark_.clear();
  return true;
}

}  // namespace warpscope::markdown
