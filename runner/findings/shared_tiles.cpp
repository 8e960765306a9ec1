#include "runner/findings/shared_tiles.h"

#include "runner/findings/index_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {

std::vector<SharedTile> tiles_on(std::string_view line) {
  std::vector<SharedTile> tiles;
  const auto qualifier = line.find("__shared__");
  if (qualifier == std::string_view::npos) return tiles;
  const auto text = line.substr(qualifier);
  for (auto open = text.find('['); open != std::string_view::npos;) {
    const auto close = text.find(']', open);
    if (close == std::string_view::npos) break;
    auto begin = open;
    while (begin > 0 && is_identifier(text[begin - 1])) --begin;
    const auto second = text.find_first_not_of(' ', close + 1);
    const bool is_tile = begin < open && second != std::string_view::npos && text[second] == '[';
    const auto end = is_tile ? text.find(']', second) : close;
    if (end == std::string_view::npos) break;
    if (is_tile)
      tiles.push_back({std::string(text.substr(begin, open - begin)),
                       without_spaces(text.substr(open + 1, close - open - 1)),
                       without_spaces(text.substr(second + 1, end - second - 1))});
    open = text.find('[', end);
  }
  return tiles;
}

}  // namespace warpscope::runner
