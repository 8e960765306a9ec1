// Opinions on outputs of whole numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/judge/error_pattern.h"

namespace warpscope::labs {

/// On an array that is written element by element and whose answer holds no -1: what the driver
/// fills outputs with. The arrays are of equal length.
judge::Opinion opinion_on_numbers(const std::string& name, const std::vector<std::int32_t>& found,
                                  const std::vector<std::int32_t>& expected);

/// Correct when `found` is `expected`, else what `describe(index)` says of the first that is not.
template <typename T, typename Describe>
judge::Opinion opinion_on_rows(const std::vector<T>& found, const std::vector<T>& expected,
                               Describe describe) {
  judge::Opinion opinion;
  const auto wrong = std::ranges::mismatch(found, expected);
  opinion.is_correct = wrong.in1 == found.end();
  if (!opinion.is_correct) {
    opinion.message = describe(static_cast<std::size_t>(wrong.in1 - found.begin()));
  }
  return opinion;
}

}  // namespace warpscope::labs
