#include "viewer/model/word_search.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace warpscope::viewer {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return result;
}

bool begins_word(const std::string& title, std::size_t at) {
  return at == 0 || std::isalnum(static_cast<unsigned char>(title[at - 1])) == 0;
}

/// Whether a word of the title begins with `part`.
bool has_beginning(const std::string& title, const std::string& part) {
  for (auto at = title.find(part); at != std::string::npos; at = title.find(part, at + 1)) {
    if (begins_word(title, at)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::size_t> found_by_words(std::span<const std::string> titles,
                                        std::string_view typed) {
  std::vector<std::string> parts;
  std::istringstream words(lower(typed));
  for (std::string word; words >> word;) parts.push_back(word);
  struct Found {
    std::size_t place;
    std::ptrdiff_t beginnings;
  };
  std::vector<Found> found;
  for (std::size_t k = 0; k < titles.size(); ++k) {
    const auto title = lower(titles[k]);
    const auto is_there = [&](const auto& part) { return title.find(part) != std::string::npos; };
    if (!std::ranges::all_of(parts, is_there)) continue;
    found.push_back({k, std::ranges::count_if(
                            parts, [&](const auto& part) { return has_beginning(title, part); })});
  }
  std::ranges::stable_sort(found, std::greater<>(), &Found::beginnings);
  std::vector<std::size_t> places;
  for (const auto& one : found) places.push_back(one.place);
  return places;
}

}  // namespace warpscope::viewer
