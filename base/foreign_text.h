// Texts and names in other encodings than UTF-8, as editors, spreadsheets and archives leave them.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// Whether the bytes are UTF-8 (RFC 3629: shortest forms, no surrogates, up to U+10FFFF).
bool is_utf8(std::string_view bytes);

/// The text of a file as UTF-8 where it is UTF-16 of either byte order, with a byte order mark or
/// recognised by its zero bytes. Anything
/// else comes back as it is, Latin-1 comments included: a compiler reads these. Throws
/// std::runtime_error with a sentence for UTF-16 that is broken (half a character, a lone
/// surrogate).
std::string utf8_from_utf16(std::string bytes);

/// A name or a table's text as UTF-8, whatever it is: UTF-16 is changed, UTF-8 stays (without its
/// mark), and other bytes are read as Windows-1252, in which each byte is a letter. Throws as
/// above.
std::string utf8_of_any(std::string bytes);

}  // namespace warpscope
