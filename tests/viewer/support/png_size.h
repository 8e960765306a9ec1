// How large a picture in PNG is, by its header.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace warpscope::viewer::test {

/// Width and height; 0 where there is no header.
inline std::pair<int, int> png_size(std::string_view png) {
  const auto number = [&png](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4 && i < png.size(); ++i)
      value = value << 8 | static_cast<unsigned char>(png[i]);
    return value;
  };
  return {number(16), number(20)};
}

}  // namespace warpscope::viewer::test
