// The two attempts that the viewer shows beside each other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpscope::viewer {

enum class Side : std::uint8_t { student, reference };
inline constexpr std::array<Side, 2> kSides{Side::student, Side::reference};

constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }
constexpr Side other(Side side) { return side == Side::student ? Side::reference : Side::student; }
/// For labels and for record::Program::label.
constexpr std::string_view side_name(Side side) {
  return side == Side::student ? "student" : "reference";
}
constexpr std::string_view side_title(Side side) {
  return side == Side::student ? "Student" : "Reference";
}

}  // namespace warpscope::viewer
