// Finding titles by parts of their words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::viewer {

/// With small letters only, as far as they are ASCII.
std::string lower(std::string_view text);

/// The words of what somebody types, in small letters.
std::vector<std::string> words(std::string_view typed);

/// Whether the text, which is in small letters, holds each of the words.
bool has_all(std::string_view text, std::span<const std::string> words);

/// Places of the titles that hold each word of `typed`, in any order and case. Those of which more
/// words begin so come first; otherwise they keep their order. All for an empty text.
std::vector<std::size_t> found_by_words(std::span<const std::string> titles,
                                        std::string_view typed);

}  // namespace warpscope::viewer
