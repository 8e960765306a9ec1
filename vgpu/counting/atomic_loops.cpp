#include "vgpu/counting/atomic_loops.h"

#include <bit>

#include "vgpu/counting/bank_conflicts.h"

namespace warpscope::exec {
namespace {

// By lane: the first lane of `mask` whose cell, or word of several cells, is the same.
using Owners = std::array<std::uint8_t, 32>;

Owners find_owners(const CellUpdates& updates, std::uint32_t mask, std::uint32_t word_bytes) {
  Owners owners{};
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    std::uint32_t owner = static_cast<std::uint32_t>(std::countr_zero(mask));
    while (updates.addresses[owner] / word_bytes != updates.addresses[lane] / word_bytes)
      owner += 1 + static_cast<std::uint32_t>(std::countr_zero(mask >> (owner + 1)));
    owners[lane] = static_cast<std::uint8_t>(owner);
  }
  return owners;
}

template <typename Visit>
void for_each_lane(std::uint32_t lanes, const Visit& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

}  // namespace

LoopTurns spin_turns(const CellUpdates& updates, std::uint32_t mask, std::uint32_t size_bytes,
                     bool leaves_unchanged) {
  const Owners owners = find_owners(updates, mask, size_bytes);
  LaneOffsets offsets{};
  for_each_lane(mask, [&](std::uint32_t lane) {
    offsets[lane] = static_cast<std::uint32_t>(updates.addresses[lane]);
  });
  std::array<std::uint64_t, 32> cells = updates.before;  // by owner
  const auto updated = [&](std::uint32_t lane) {
    return updates.updated(updates.operands, lane, cells[owners[lane]]);
  };
  LoopTurns turns;
  const std::uint32_t phases = size_bytes / 4;
  while (mask != 0 && turns.count < LoopTurns::kMost) {
    LoopTurns::Turn turn{mask, mask};
    if (leaves_unchanged) {
      for_each_lane(mask, [&](std::uint32_t lane) {
        if (updated(lane) == cells[owners[lane]]) turn.swapping &= ~(1u << lane);
      });
    }
    turns.add(turn);
    mask = turn.swapping;
    std::uint32_t changed = 0;  // owners
    for (std::uint32_t phase = 0; phase < phases; ++phase) {
      const std::uint32_t lanes = turn.swapping & lanes_of_phase(phase, phases);
      for_each_lane(first_of_each_bank(offsets, lanes, size_bytes), [&](std::uint32_t lane) {
        const std::uint32_t owner = owners[lane];
        if ((changed >> owner & 1u) != 0) return;
        const std::uint64_t value = updated(lane);
        if (value != cells[owner]) changed |= 1u << owner;
        cells[owner] = value;
        mask &= ~(1u << lane);
      });
    }
  }
  return turns;
}

LoopTurns narrow_turns(const CellUpdates& updates, std::uint32_t mask, bool is_swap) {
  constexpr std::uint32_t kWordBytes = 4;
  const Owners owners = find_owners(updates, mask, kWordBytes);
  // The two halves of a word, by owner. One that no lane asks for never changes.
  std::array<std::array<std::uint64_t, 2>, 32> words{};
  const auto half_of = [&](std::uint32_t lane) { return updates.addresses[lane] / 2 % 2; };
  for_each_lane(
      mask, [&](std::uint32_t lane) { words[owners[lane]][half_of(lane)] = updates.before[lane]; });
  std::array<std::array<std::uint64_t, 2>, 32> seen{};  // by lane
  for_each_lane(mask, [&](std::uint32_t lane) {
    seen[lane] = words[owners[lane]];
    if (is_swap) seen[lane][half_of(lane)] = updates.wanted[lane];
  });
  LoopTurns turns;
  while (mask != 0 && turns.count < LoopTurns::kMost) {
    turns.add({turns.count == 0 ? mask : 0, mask});
    for_each_lane(turns.turns[turns.count - 1].swapping, [&](std::uint32_t lane) {
      std::array<std::uint64_t, 2>& word = words[owners[lane]];
      const std::size_t own = half_of(lane);
      const bool is_other_changed = word[1 - own] != seen[lane][1 - own];
      if (word == seen[lane]) {
        word[own] = updates.updated(updates.operands, lane, word[own]);
        mask &= ~(1u << lane);
      } else if (is_swap && !is_other_changed) {
        mask &= ~(1u << lane);
      } else {
        seen[lane][1 - own] = word[1 - own];
        if (!is_swap) seen[lane][own] = word[own];
      }
    });
  }
  return turns;
}

}  // namespace warpscope::exec
