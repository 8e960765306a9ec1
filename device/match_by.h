// Inputs of a case of which the program's host has been shown others: by what the device finds them
// in the copies that bring them, so that it can hold the case's own instead.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// How an input that was shown is known again. The numbers are those of BeginCase's text.
enum class MatchBy : std::uint8_t {
  whole = 0,               ///< the copy is the whole input, as it is
  neighbouring_words = 1,  ///< each word of 4 bytes, where most of its neighbours are the input's
  lone_words = 2           ///< each word of 4 bytes that differs in the two, or as float its double
};

}  // namespace warpscope::device
