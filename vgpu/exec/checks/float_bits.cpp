// Maxima and minima of floats by atomics on integers. Of numbers that are not negative the bits
// have the order of the numbers; of negative ones they have the opposite order, and unsigned
// integers put those above all others.
#include <cmath>
#include <cstring>
#include <string>

#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kFloatBytes = 4, kSign = 0x80000000;

/// "1e30f" and the like, with which maxima and minima begin.
bool is_power_of_ten(std::uint32_t plain) {
  double power = 1;
  for (int k = 0; k <= 38; ++k, power *= 10) {
    const auto rounded = static_cast<float>(power);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &rounded, sizeof bits);
    if (bits == plain) return true;
  }
  return false;
}

/// A number that programs compute with, or a start of a maximum or a minimum. Small negative
/// integers are none: as floats they have no value.
bool is_likely_float(std::uint32_t bits) {
  constexpr std::uint32_t kExponentShift = 23, kExponentMask = 0xff, kBias = 127, kFar = 40;
  constexpr std::uint32_t kLargest = 0x7f7fffff, kInfinity = 0x7f800000;
  const std::uint32_t plain = bits & ~kSign;
  const std::uint32_t exponent = (bits >> kExponentShift) & kExponentMask;
  return plain == 0 || plain == kLargest || plain == kInfinity ||
         (exponent > kBias - kFar && exponent < kBias + kFar) || is_power_of_ten(plain);
}

std::string float_text(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  std::string text = std::to_string(value);
  if (std::fabs(value) > 1e6F) text = value < 0 ? "the most negative float" : "the largest float";
  return text;
}

bool is_maximum(const ptx::Instruction& instruction) { return has_modifier(instruction, "max"); }
bool is_minimum(const ptx::Instruction& instruction) { return has_modifier(instruction, "min"); }

}  // namespace

Checker::BitOrder Checker::bit_order(std::uint32_t atomic) const {
  const ptx::Instruction& instruction = kernel_.instruction(atomic);
  const bool is_max = is_maximum(instruction);
  if (!is_max && !is_minimum(instruction)) return BitOrder::none;
  if (has_modifier(instruction, "s32")) return BitOrder::of_signed;
  if (!has_modifier(instruction, "u32")) return BitOrder::none;
  // The usual remedy takes the other one for negative numbers, unsigned.
  for (const ptx::Instruction& other : kernel_.function_of(atomic).function->body) {
    const bool is_atomic = has_modifier(other, "s32") || has_modifier(other, "u32");
    const bool is_opposite = is_max ? is_minimum(other) : is_maximum(other);
    if (is_atomic && is_opposite &&
        has_modifier(other, "global") == has_modifier(instruction, "global"))
      return BitOrder::none;
  }
  return BitOrder::of_unsigned;
}

void BlockChecker::watch_float_bits(const AccessEvent& event, std::uint32_t place) {
  if (event.kind != AccessKind::atomic || event.size_bytes != kFloatBytes ||
      event.combined == nullptr || event.element_bytes != kFloatBytes)
    return;
  if (place >= bit_orders_.size()) bit_orders_.resize(place + 1);
  auto& order = bit_orders_[place];
  if (!order) order = checker_.bit_order(event.instruction);
  if (*order == Checker::BitOrder::none) return;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    std::uint32_t found = 0, given = 0;
    std::memcpy(&found, event.host(lane), sizeof found);
    std::memcpy(&given, event.combined + std::size_t{lane} * kFloatBytes, sizeof given);
    const bool has_sign = *order == Checker::BitOrder::of_signed ? (found & given & kSign) != 0
                                                                 : ((found | given) & kSign) != 0;
    const bool is_zero = ((found | given) & ~kSign) == 0;
    if (!has_sign || is_zero || found == given || !is_likely_float(found) ||
        !is_likely_float(given))
      continue;
    Violation* violation = checker_.add(Violation::Kind::order_of_bits, place, place);
    if (violation == nullptr) continue;
    violation->access = checker_.describe(place, number_, event.warp, lane);
    violation->space = event.space;
    violation->address = event.addresses[lane];
    violation->detail =
        "The word has the bits of " + float_text(found) + ", and is compared with those of " +
        float_text(given) + " as " + (*order == Checker::BitOrder::of_signed ? "int" : "unsigned") +
        ": where a float is negative, its bits do not have the order of the numbers.";
  }
}

}  // namespace warpscope::exec::checks
