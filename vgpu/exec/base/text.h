// Words for lanes, indices and addresses, as messages have them.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::exec {

/// "0-3,7,16-31" for a lane mask.
std::string lane_list(std::uint32_t mask);

/// "0x7f00" in lower case, without leading zeros.
std::string hexadecimal(std::uint64_t value);

/// "(1,2,3)" for the index of a block or thread, which has the members x, y and z.
template <typename Index>
std::string index_text(const Index& of) {
  return "(" + std::to_string(of.x) + "," + std::to_string(of.y) + "," + std::to_string(of.z) + ")";
}

}  // namespace warpscope::exec
