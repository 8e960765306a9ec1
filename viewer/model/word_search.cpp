#include "viewer/model/word_search.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <sstream>

namespace warpscope::viewer {
namespace {

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

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  });
  return result;
}

std::vector<std::string> words(std::string_view typed) {
  std::vector<std::string> result;
  std::istringstream in(lower(typed));
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

bool has_all(std::string_view text, std::span<const std::string> words) {
  return std::ranges::all_of(
      words, [&](const auto& word) { return text.find(word) != std::string_view::npos; });
}

std::vector<std::size_t> found_by_words(std::span<const std::string> titles,
                                        std::string_view typed) {
  const auto parts = words(typed);
  struct Found {
    std::size_t place;
    std::ptrdiff_t beginnings;
  };
  std::vector<Found> found;
  for (std::size_t k = 0; k < titles.size(); ++k) {
    const auto title = lower(titles[k]);
    if (!has_all(title, parts)) continue;
    found.push_back({k, std::ranges::count_if(
                            parts, [&](const auto& part) { return has_beginning(title, part); })});
  }
  std::ranges::stable_sort(found, std::greater<>(), &Found::beginnings);
  std::vector<std::size_t> places;
  for (const auto& one : found) places.push_back(one.place);
  return places;
}

}  // namespace warpscope::viewer
