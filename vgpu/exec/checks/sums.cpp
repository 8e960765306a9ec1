// Sums that pass the end of an int. The runner keeps those whose source adds up in one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kWordBytes = 4;
/// What an int holds.
constexpr std::uint64_t kEnd = 0x7fffffff;

std::string sum_text(std::int32_t a, std::int32_t b) {
  const std::int64_t sum = std::int64_t{a} + b;
  const auto kept = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
  return std::to_string(a) + " and " + std::to_string(b) + " are " + std::to_string(sum) +
         ", which as an int of 32 bits is " + std::to_string(kept) + ".";
}

std::uint64_t distance_from_0(std::uint32_t word) {
  const std::int64_t value = static_cast<std::int32_t>(word);
  return static_cast<std::uint64_t>(value < 0 ? -value : value);
}

std::uint32_t magnitude(std::uint32_t word) { return word >> 31 != 0 ? ~word : word; }

bool is_past_end(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t sum = a + b;
  return ((a ^ sum) & (b ^ sum)) >> 31 != 0;
}

}  // namespace

bool Checker::is_sum_of_words(std::uint32_t atomic) const {
  const ptx::Instruction& instruction = kernel_.instruction(atomic);
  return has_modifier(instruction, "add") &&
         (has_modifier(instruction, "u32") || has_modifier(instruction, "s32"));
}

void BlockChecker::on(const SumPastEnd& sum) {
  const auto& [who, instruction, a, b] = sum;
  Violation* violation = checker_.add_at(Violation::Kind::sum_overflow, instruction, instruction);
  if (violation == nullptr) return;
  violation->access =
      checker_.describe_instruction(instruction, number_, who.warp, first_lane(who.lanes));
  violation->detail = sum_text(a, b);
}

void BlockChecker::watch_sums(const AccessEvent& event, std::uint32_t place) {
  if (event.kind != AccessKind::atomic || event.size_bytes != kWordBytes ||
      event.combined == nullptr || event.element_bytes != kWordBytes)
    return;
  if (place >= atomic_sums_.size()) atomic_sums_.resize(place + 1);
  auto& sums = atomic_sums_[place];
  if (!sums) {
    sums.emplace();
    sums->is_told = !checker_.is_sum_of_words(event.instruction);
  }
  if (sums->is_over()) return;
  std::array<std::uint32_t, kWarpSize> found{}, given{};
  std::uint64_t largest = 0, all = 0;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    std::memcpy(&found[lane], event.host(lane), kWordBytes);
    std::memcpy(&given[lane], event.combined + std::size_t{lane} * kWordBytes, kWordBytes);
    largest = std::max(largest, distance_from_0(found[lane]));
    all += distance_from_0(given[lane]);
  }
  // As if all lanes added to the one word that is nearest to an end: mostly they do not come there.
  const bool may_pass = largest + all > kEnd;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    // Several lanes at one word add to what those before them have left.
    for (std::uint32_t before = may_pass ? event.lanes & ((1u << lane) - 1) : 0; before != 0;
         before &= before - 1) {
      const std::uint32_t other = first_lane(before);
      if (event.addresses[other] == event.addresses[lane])
        found[lane] = found[other] + given[other];
    }
    if (!sums->adds_up()) {
      sums->note(given[lane] != 0 ? 1 : 0, magnitude(given[lane]));
      if (sums->is_over()) return;
    } else if (may_pass && is_past_end(found[lane], given[lane])) {
      sums->is_told = true;
      Violation* violation = checker_.add(Violation::Kind::sum_overflow, place, place);
      if (violation == nullptr) return;
      violation->access = checker_.describe(place, number_, event.warp, lane);
      violation->detail =
          sum_text(static_cast<std::int32_t>(found[lane]), static_cast<std::int32_t>(given[lane]));
      return;
    }
  }
}

}  // namespace warpscope::exec::checks
