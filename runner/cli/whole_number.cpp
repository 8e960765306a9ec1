#include "runner/cli/whole_number.h"

#include <charconv>
#include <cstdint>
#include <string>

namespace warpscope::cli {

CLI::Validator whole_number() {
  const auto check = [](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && rest == end) return {};
    return "must be a whole number from 0 to 18446744073709551615, not " + text;
  };
  return CLI::Validator(check, "NUMBER");
}

}  // namespace warpscope::cli
