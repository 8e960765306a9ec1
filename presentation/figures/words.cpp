#include "presentation/figures/words.h"

#include <algorithm>

namespace warpscope::figures {

std::vector<std::string> words_of(std::string_view list) {
  constexpr std::string_view kSpaces = " \t\r";
  std::vector<std::string> words;
  while (!list.empty()) {
    const auto comma = std::min(list.find(','), list.size());
    const auto word = list.substr(0, comma);
    list.remove_prefix(std::min(comma + 1, list.size()));
    const auto begin = word.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos) continue;
    words.emplace_back(word.substr(begin, word.find_last_not_of(kSpaces) - begin + 1));
  }
  return words;
}

}  // namespace warpscope::figures
