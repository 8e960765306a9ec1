// Which answers the arrays may be that a program had of the device (device/returned_arrays.h).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/judge.h"

namespace warpscope::runner {

/// What the outputs of a case with stand-ins may be, of what the program had of the device, the
/// last first: each array that has the output's size, and arrays one behind the other that have it
/// together. Where there are several outputs of one shape, all get the same; those of a few bytes,
/// which the host measures or counts, are zeros. None where outputs have other shapes.
std::vector<std::map<std::string, judge::Array>> possible_answers(
    const judge::Case& set, std::span<const std::vector<std::byte>> returned);

/// In any order.
bool are_same_words(const std::map<std::string, judge::Array>& one,
                    const std::map<std::string, judge::Array>& other);

}  // namespace warpscope::runner
