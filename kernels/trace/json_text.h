// Texts for the two files that a trace can be written to.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::trace {

/// A text as it stands between the quotes of a JSON string.
inline std::string json_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    // Control characters have no meaning in a name.
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result;
}

}  // namespace warpscope::trace
