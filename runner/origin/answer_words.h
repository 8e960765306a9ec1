// Whether the words of an answer are among those that the program had of the device, where it had
// more than the answer: an array with gaps, or structures of which the answer is a field.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "labs/judge/judge.h"

namespace warpscope::runner {

/// True when each element of the outputs (of those of at least 64 bytes) is among the arrays of
/// `returned` (device/returned_arrays.h), at least as often, and is not there by chance: whoever
/// guesses what values there may be, and has them brought, is not believed. So there must be many
/// different ones, far apart, or not much more than the outputs: twice as much and 4 KiB. Elements
/// are looked for at multiples of their size from the begin of each array.
bool is_among_returned(const std::map<std::string, judge::Array>& outputs,
                       std::span<const std::vector<std::byte>> returned);

}  // namespace warpscope::runner
