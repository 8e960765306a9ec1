// By what a device finds the stand-in of an input in the copies that bring it, so that it can hold
// the input instead. docs/contributors/answer_origin.md has the words.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// How a stand-in is known again. The numbers are those of BeginCase's text.
enum class MatchBy : std::uint8_t {
  whole = 0,               ///< the copy is the whole stand-in, as it is
  neighbouring_words = 1,  ///< each word of 4 bytes, where most of its neighbours are its
  /// Each word of 4 bytes that differs in the two, or as float its double, where some of its
  /// neighbours are such as well.
  lone_words = 2
};

}  // namespace warpscope::device
