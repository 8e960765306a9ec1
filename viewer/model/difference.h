// What differs between two texts, to be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::viewer {

struct DifferenceLine {
  enum class Kind : std::uint8_t { same, removed, added, left_out };
  Kind kind = Kind::same;
  std::uint32_t number = 0;  ///< in the new text, from 1; of a removed line, in the old one
  std::string_view text;     ///< empty of lines that are left out
};

/// Changed lines with a few around them; `left_out` stands for the others. Empty where the texts
/// are the same. They must outlive it.
std::vector<DifferenceLine> difference(std::string_view from, std::string_view to);

}  // namespace warpscope::viewer
