// SHA-256 (FIPS 180-4), for the names of cached builds and for records.
#pragma once

#include <string>
#include <string_view>

namespace warpscope {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace warpscope
