// Reading from a source whether an access is to the neighbour of another one: a filter's, or a
// step of a tree.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope::runner {

/// True when `line`, counted from 1, has an access to an array that the lines around it access at
/// another distance from the same place, as in[i + 1] beside in[i]; or in[i + k] with a k that a
/// loop around it counts up by 1. Such accesses begin in the middle of a sector wherever the array
/// begins. False when it cannot be told.
bool accesses_neighbours(std::string_view text, std::uint32_t line);

}  // namespace warpscope::runner
