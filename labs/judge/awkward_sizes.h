// Numbers of elements at which kernels go wrong.
#pragma once

#include <array>

namespace warpscope::labs {

/// Nothing, one, a warp and one more or less, several blocks and a part of one: 1023 and 1025 leave
/// 255 threads and one thread for the last block of 256.
inline constexpr std::array kAwkwardSizes{0, 1, 31, 32, 33, 1023, 1025};

}  // namespace warpscope::labs
