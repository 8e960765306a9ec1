// Numbers with units, for people: three significant digits, without zeros at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warpscope {

/// "12.5 µs", "3.2 ms"
std::string time_text(double time_s);
/// "512 B", "4 KiB", "1.5 MiB"
std::string bytes_text(std::uint64_t count);
/// The same of a mean, or of a number that somebody else has made: without what is behind the
/// point; "–" for none, and for what no memory has.
std::string bytes_text_of(std::optional<double> count);
/// "3.21 TB/s" (10¹² bytes); "–" when there is none.
std::string bandwidth_text(std::optional<double> bytes_per_s);
/// "1,048,576"
std::string count_text(std::uint64_t value);
/// "16.74", "548,183": a number that may be a count or a ratio; large ones with all their digits.
std::string number_text(double value);
/// Two decimals at most, without trailing zeros; "–" when there is none.
std::string ratio_text(std::optional<double> value);

}  // namespace warpscope
