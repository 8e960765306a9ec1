// Words for a POSIX shell.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// The text in single quotes, so that a shell reads it as one word and as it is.
std::string quoted_for_shell(std::string_view text);

}  // namespace warpscope
