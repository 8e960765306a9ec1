// A place in the source of a kernel.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace warpscope::exec {

/// Resolved to the file's name; line 0 when the place is not known.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  auto operator<=>(const SourceLine&) const = default;
};

}  // namespace warpscope::exec
