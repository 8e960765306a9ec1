#include "arch/compute_capability.h"

namespace warpscope::arch {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::uint32_t digit(char c) { return static_cast<std::uint32_t>(c - '0'); }

}  // namespace

std::string ComputeCapability::text() const {
  return std::to_string(major) + "." + std::to_string(minor);
}

std::optional<ComputeCapability> compute_capability_of(std::string_view text) {
  const bool has_two_digits = text.size() == 4 && is_digit(text[0]);
  const auto rest = has_two_digits ? text.substr(1) : text;
  if (rest.size() != 3 || !is_digit(rest[0]) || rest[1] != '.' || !is_digit(rest[2])) {
    return std::nullopt;
  }
  const ComputeCapability capability{(has_two_digits ? 10 * digit(text[0]) : 0) + digit(rest[0]),
                                     digit(rest[2])};
  return capability.major >= 5 ? std::optional(capability) : std::nullopt;
}

std::string ptx_architecture(const ComputeCapability& capability) {
  return "compute_" + std::to_string(capability.number());
}

std::string machine_architecture(const ComputeCapability& capability) {
  return "sm_" + std::to_string(capability.number());
}

}  // namespace warpscope::arch
