// Reading from a source how the index of an access was compared before.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope::runner {

/// What the function of a line says of the indices on that line. Where it cannot be told, nothing
/// is said.
struct GuardText {
  bool admits_equal = false;  ///< an index there is compared with <=, or with > before a return
  std::uint32_t added = 0;    ///< the largest constant that an index there adds: 3 of i + 3
  /// "k < ends[r + 1]" beside "k = ends[r]": rows that lie one behind the other, as of a sparse
  /// matrix. Such an array has one number more than there are rows.
  bool is_end_of_row = false;
  /// The line of a comparison that lets only indices pass which are too large: "if (i >= n)" around
  /// the access, or "if (i < n) return" before it; 0: there is none.
  std::uint32_t inverted_line = 0;
  /// The line of a guard whose comparisons are joined the wrong way, so that a thread beyond one
  /// size passes: "if (x >= w && y >= h) return", or "if (x < w || y < h)" around the access; 0:
  /// there is none.
  std::uint32_t joined_line = 0;
  bool is_middle = false;  ///< an index there is the middle of two others, as in a search
};
GuardText guard_text(std::string_view text, std::uint32_t line);

}  // namespace warpscope::runner
