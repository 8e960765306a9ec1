// What the viewer can show beside each line of a source; a lab names one of them as `heat`.
#pragma once

#include <array>
#include <string_view>

namespace warpscope::runner {

inline constexpr std::array<std::string_view, 8> kHeatNames{
    "sectors", "passes", "turns", "barriers", "instructions", "lanes", "time", "stalls"};

}  // namespace warpscope::runner
