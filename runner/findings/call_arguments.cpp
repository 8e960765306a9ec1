#include "runner/findings/call_arguments.h"

namespace warpscope::runner {

std::vector<std::string> arguments_behind(std::string_view line, std::size_t open) {
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (const char c : line.substr(open)) {
    const bool is_outer = depth == 1;
    const bool is_first = depth == 0;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return arguments;
    if (c == ',' && is_outer) {
      arguments.emplace_back();
    } else if (!is_first) {
      arguments.back() += c;
    }
  }
  return arguments;
}

}  // namespace warpscope::runner
