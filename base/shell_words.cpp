#include "base/shell_words.h"

namespace warpscope {

std::string quoted_for_shell(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'')
      quoted += R"('\'')";  // ends the quotes, has one of its own, and begins again
    else
      quoted += letter;
  }
  return quoted + "'";
}

}  // namespace warpscope
