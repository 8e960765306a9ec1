// Numbers without units, in columns; base/quantity.h has those with units.
#pragma once

#include <string>

namespace warpscope::viewer {

/// With `decimals` digits after the point.
std::string fixed(double value, int decimals);
/// Three significant digits for a narrow column: "4.00", "12.5", "32".
std::string compact(double value);
/// Where the value lies on an axis from 0 to `top`: 0 to 1, whatever it is.
double share_of_axis(double value, double top);

}  // namespace warpscope::viewer
