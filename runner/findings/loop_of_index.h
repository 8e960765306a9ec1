// Reading from a source which loop counts the index of an access.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// A loop around a line that begins at a number, "for (int k = 0; k <= n; ++k)".
struct LoopOfIndex {
  std::uint32_t line = 0;  ///< of its head, counted from 1
  std::string variable, condition;
  bool admits_end = false;  ///< "k <= n", and it goes on by one
  bool has_stride = false;  ///< "k += TILE"
};

/// The innermost such loop around a line of the source (counted from 1) whose variable an index on
/// that line has in it, also by names that the lines above set; nothing where there is none.
std::optional<LoopOfIndex> loop_of_index(std::string_view text, std::uint32_t line);

}  // namespace warpscope::runner
