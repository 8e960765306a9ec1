// What the device says of an index that leads out of an array: vgpu/server/index_sentence.cpp.
#pragma once

#include <string_view>

namespace warpscope::runner::index_words {

/// Where it comes from, when that is not the number of the thread in the grid.
inline constexpr std::string_view kData = "read from memory or comes from other threads";
inline constexpr std::string_view kBlock = "number of the block in it, and not";
inline constexpr std::string_view kThreadInBlock = "number of the thread in it, and not";

/// What was compared before the access.
inline constexpr std::string_view kNothing = "No comparison of its index stops it";
inline constexpr std::string_view kPart = "A part of its index was compared";
inline constexpr std::string_view kAny = " was compared with a ";
inline constexpr std::string_view kBelow = "with a size before, and is below that";
inline constexpr std::string_view kUpTo = "with a size before, and may be as large";
inline constexpr std::string_view kUpToInGroups = "Its row or group was compared";

}  // namespace warpscope::runner::index_words
