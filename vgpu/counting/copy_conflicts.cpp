#include "vgpu/counting/copy_conflicts.h"

#include <algorithm>
#include <array>
#include <bit>

#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/counting/tag_banks.h"
#include "vgpu/counting/warp_size.h"

namespace warpscope::exec {
namespace {

// Neighbouring lanes copy neighbouring elements to neighbouring places: no bank is asked for twice.
bool is_plain(const LaneAddresses& from, const LaneOffsets& to, std::uint32_t mask,
              std::uint32_t size_bytes) {
  if (mask != 0xffffffffu) return false;
  for (std::uint32_t lane = 1; lane < kWarpSize; ++lane) {
    if (from[lane] != from[0] + std::uint64_t{lane} * size_bytes ||
        to[lane] != to[0] + lane * size_bytes)
      return false;
  }
  return true;
}

// The longest queue of `lanes`, which one phase of one pass serves.
std::uint32_t longest_queue(const LaneAddresses& from, const LaneOffsets& to, std::uint32_t lanes,
                            std::uint32_t size_bytes, bool reads) {
  std::array<std::uint32_t, kBanks> sources{}, destinations{};  // length of each bank's queue
  std::uint32_t longest = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
    const std::uint64_t source = from[lane] / kBankBytes;
    const std::uint32_t destination = to[lane] / kBankBytes;
    std::uint32_t place = 0;
    for (std::uint32_t k = 0; k < size_bytes / kBankBytes; ++k) {
      if (reads) place = std::max(place, sources[(source + k) % kBanks]);
      place = std::max(place, destinations[(destination + k) % kBanks]);
    }
    ++place;
    for (std::uint32_t k = 0; k < size_bytes / kBankBytes; ++k) {
      if (reads) sources[(source + k) % kBanks] = place;
      destinations[(destination + k) % kBanks] = place;
    }
    longest = std::max(longest, place);
  }
  return longest;
}

// Of `left`, the lanes whose line is the one that its tag bank takes.
std::uint32_t lanes_of_pass(const LaneAddresses& from, std::uint32_t left) {
  std::array<std::uint64_t, kTagBanks> lines{};
  std::uint32_t taken = 0, lanes = 0;  // bit b: tag bank b
  for (; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t line = from[lane] / kLineBytes;
    const std::uint32_t bank = tag_bank_of(line);
    if ((taken >> bank & 1) == 0) {
      taken |= 1u << bank;
      lines[bank] = line;
    }
    if (lines[bank] == line) lanes |= 1u << lane;
  }
  return lanes;
}

}  // namespace

std::uint32_t count_copy_conflicts(const LaneAddresses& from, const LaneOffsets& to,
                                   std::uint32_t mask, std::uint32_t filling,
                                   std::uint32_t size_bytes) {
  if (filling == 0 && is_plain(from, to, mask, size_bytes)) return 0;
  const std::uint32_t phases = size_bytes / kBankBytes;
  const std::uint32_t lanes_per_phase = kWarpSize / phases;
  std::uint32_t conflicts = 0;
  const auto add_pass = [&](std::uint32_t lanes, bool reads) {
    const std::uint32_t first = static_cast<std::uint32_t>((1ull << lanes_per_phase) - 1);
    for (std::uint32_t phase = 0; phase < phases; ++phase) {
      const std::uint32_t served = lanes & first << phase * lanes_per_phase;
      if (served != 0) conflicts += longest_queue(from, to, served, size_bytes, reads) - 1;
    }
  };
  add_pass(mask & filling, false);
  for (std::uint32_t left = mask & ~filling; left != 0;) {
    const std::uint32_t lanes = lanes_of_pass(from, left);
    add_pass(lanes, true);
    left &= ~lanes;
  }
  return conflicts;
}

}  // namespace warpscope::exec
