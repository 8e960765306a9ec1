// Records of a transpose whose lines have requests, made by hand and counted by the library.
#pragma once

#include <cstdint>

#include "record/record.h"

namespace warpscope::viewer::test {

/// The line that reads a column of the tile, and the one that loads a row of global memory into it.
inline constexpr std::uint32_t kColumnLine = 9, kRowLine = 6;

/// A tile of 32 rows of `pitch` words: with 32 words all lanes of a warp meet in one bank.
record::RunRecord transpose_record(std::uint32_t pitch);
/// One request of all 32 lanes, which lie `step` bytes apart, counted.
record::WarpRequest strided_request(record::WarpRequest::Space space, std::int64_t step,
                                    std::uint32_t bytes);

}  // namespace warpscope::viewer::test
