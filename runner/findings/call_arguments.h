// The arguments of a call, as its line has them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// Of the call whose parenthesis stands at `open`; up to where the line ends.
std::vector<std::string> arguments_behind(std::string_view line, std::size_t open);

}  // namespace warpscope::runner
