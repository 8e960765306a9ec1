// Numbers as text for people.
#pragma once

#include <cstdint>
#include <string>

namespace warpscope::viewer {

/// "1 234 567", with spaces that do not break.
std::string grouped(std::uint64_t value);
/// With `decimals` digits after the point.
std::string fixed(double value, int decimals);
/// Three significant digits for a narrow column: "4.00", "12.5", "32".
std::string compact(double value);
/// "850 ns", "12.4 µs", "3.07 ms", "1.20 s".
std::string duration(double seconds);
/// "512 B", "4 KiB", "1.5 MiB".
std::string bytes(std::uint64_t count);
/// "291 GB/s" (10⁹ bytes).
std::string bandwidth(double bytes_per_s);

}  // namespace warpscope::viewer
