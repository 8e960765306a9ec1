// Reading from a source whether an access is to the neighbour of another one, as a filter's or a
// step of a tree, and whether it is to a row of a matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace warpscope::runner {

/// True when `line`, counted from 1, has an access to an array that the lines around it access at
/// another distance from the same place, as in[i + 1] beside in[i]; or in[i + k] with a k that a
/// loop around it counts up by 1. Names in the index stand for what the lines above set them to.
/// Such accesses begin in the middle of a sector wherever the array begins. False when it cannot be
/// told.
bool accesses_neighbours(std::string_view text, std::uint32_t line);

/// True when `line` has an access to name[row * width + column], where row * width is any product
/// but one with the size of a block or of the grid.
bool is_in_rows(std::string_view text, std::uint32_t line);

/// True when each index on `line` is a sum of products of rows, the number of the block times the
/// size of a block, and the number of the thread, and nothing else is added: then a warp begins in
/// the middle of a sector only where a row does, unless the array does so itself.
bool begins_where_rows_do(std::string_view text, std::uint32_t line);

/// How many arrays `line` has of which each is accessed at one place only, and without a member: of
/// a * x[p] + y[i] two, which are no fields of records. 0 when an array has more places or a
/// member.
std::size_t separate_arrays(std::string_view text, std::uint32_t line);

}  // namespace warpscope::runner
