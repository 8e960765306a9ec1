// Texts with names that nobody wants to read to the end.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// The text with every word (what stands between white space) of more than 160 bytes shortened to
/// its beginning, "…" and its end. Characters of UTF-8 stay whole.
std::string with_short_words(std::string_view text);

}  // namespace warpscope
