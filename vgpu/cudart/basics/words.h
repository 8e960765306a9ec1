// Words for findings.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::cudart {

/// "1 byte", "12 bytes"
inline std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/// The runner puts the line in its place (device::HostMistake::cause).
inline std::string site_text(std::uint32_t site) {
  return site == 0 ? "an unknown line" : "{site " + std::to_string(site) + "}";
}

}  // namespace warpscope::cudart
