#include "base/spelling.h"

#include <algorithm>
#include <vector>

namespace warpscope {
namespace {

/// Letters to change, add, leave out or swap with their neighbours (Damerau and Levenshtein's
/// distance, with each pair swapped once at most).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) steps[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) steps[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      steps[i][j] =
          std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + change});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
    }
  }
  return steps[a.size()][b.size()];
}

/// No word that is meant to be known is longer; what is written may be.
constexpr std::size_t kLongestWord = 100;

}  // namespace

std::string_view nearest_word(std::string_view written, std::span<const std::string_view> known) {
  if (written.size() > kLongestWord) return {};
  // A third of a word may be wrong, and one letter of a short one.
  std::size_t allowed = std::max<std::size_t>(1, written.size() / 3);
  std::string_view nearest;
  for (const auto word : known) {
    const auto differs_by = distance(written, word);
    if (differs_by > allowed || (!nearest.empty() && differs_by == allowed)) continue;
    allowed = differs_by;
    nearest = word;
  }
  return nearest;
}

std::string did_you_mean(std::string_view written, std::span<const std::string_view> known) {
  const auto meant = nearest_word(written, known);
  return meant.empty() ? std::string() : "; did you mean \"" + std::string(meant) + "\"?";
}

std::string list_of_words(std::span<const std::string_view> words, std::string_view conjunction) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0 && i + 1 == words.size()) {
      list += " " + std::string(conjunction) + " ";
    } else if (i > 0) {
      list += ", ";
    }
    list += "\"" + std::string(words[i]) + "\"";
  }
  return list;
}

}  // namespace warpscope
