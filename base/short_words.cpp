#include "base/short_words.h"

#include <algorithm>

namespace warpscope {
namespace {

constexpr std::size_t kLongest = 160, kKeptBegin = 100, kKeptEnd = 50;

void append_short(std::string& text, std::string_view word) {
  if (word.size() <= kLongest) {
    text += word;
    return;
  }
  std::size_t begin = kKeptBegin, end = word.size() - kKeptEnd;
  while (begin > 0 && continues_character(word[begin])) --begin;
  while (end < word.size() && continues_character(word[end])) ++end;
  text += word.substr(0, begin);
  text += "…";
  text += word.substr(end);
}

}  // namespace

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

std::string with_short_words(std::string_view text) {
  constexpr std::string_view kSpace = " \t\n";
  std::string result;
  while (!text.empty()) {
    const auto word = std::min(text.find_first_of(kSpace), text.size());
    append_short(result, text.substr(0, word));
    text.remove_prefix(word);
    const auto space = std::min(text.find_first_not_of(kSpace), text.size());
    result += text.substr(0, space);
    text.remove_prefix(space);
  }
  return result;
}

std::string first_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  while (most > 0 && continues_character(text[most])) --most;
  return std::string(text.substr(0, most));
}

}  // namespace warpscope
