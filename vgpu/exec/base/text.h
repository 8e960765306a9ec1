// Words for lanes and addresses, as messages have them.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::exec {

/// "0-3,7,16-31" for a lane mask.
std::string lane_list(std::uint32_t mask);

/// "0x7f00" in lower case, without leading zeros.
std::string hexadecimal(std::uint64_t value);

}  // namespace warpscope::exec
