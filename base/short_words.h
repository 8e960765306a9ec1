// Texts and words that are too long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope {

/// The text with every word (what stands between white space) of more than 160 bytes shortened to
/// its beginning, "…" and its end. Characters of UTF-8 stay whole.
std::string with_short_words(std::string_view text);

/// A byte of UTF-8 that is not the first of its character.
bool continues_character(char byte);

/// The first characters of the text that fit into so many bytes. Characters of UTF-8 stay whole.
std::string first_bytes(std::string_view text, std::size_t most);

}  // namespace warpscope
