#include "vgpu/counting/atomic_sectors.h"

#include <array>
#include <bit>

#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/counting/tag_banks.h"

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kMostElements = kLineBytes;  // of a line, where a lane has 1 byte
constexpr std::uint32_t kNoLane = 32;

struct Lanes {
  std::array<std::uint64_t, 32> line;
  std::array<std::uint64_t, 32> packet;  ///< what a turn can serve: a line, or half of one
  std::array<std::uint8_t, 32> sector;   ///< of the line
  std::array<std::uint8_t, 32> next;     ///< lane that waits for this one, or kNoLane
};

void serve_bank(const Lanes& lanes, std::uint32_t left, std::uint32_t free,
                AtomicPackets& packets) {
  while (left != 0) {
    const auto first = static_cast<std::size_t>(std::countr_zero(left));
    const std::uint64_t packet = lanes.packet[first];
    std::uint32_t touched = 0, freed = 0;
    for (std::uint32_t rest = left & free; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      if (lanes.packet[lane] != packet) continue;
      touched |= 1u << lanes.sector[lane];
      left &= ~(1u << lane);
      if (lanes.next[lane] != kNoLane) freed |= 1u << lanes.next[lane];
    }
    free |= freed;
    packets.packets[packets.count++] = {lanes.line[first], static_cast<std::uint8_t>(touched), 1};
  }
}

// Of lanes in rising order of their addresses: all of a line together.
void serve_rising(const LaneAddresses& addresses, std::uint32_t mask, AtomicPackets& packets) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = addresses[std::countr_zero(rest)];
    const std::uint64_t line = address / kLineBytes;
    const auto sector = static_cast<std::uint8_t>(1u << (address / 32 % 4));
    if (packets.count == 0 || packets.packets[packets.count - 1].line != line)
      packets.packets[packets.count++] = {line, 0, 1};
    packets.packets[packets.count - 1].sectors |= sector;
  }
}

}  // namespace

std::uint32_t AtomicPackets::sectors() const {
  std::uint32_t sum = 0;
  for (std::uint32_t k = 0; k < count; ++k)
    sum += static_cast<std::uint32_t>(std::popcount(packets[k].sectors)) * packets[k].times;
  return sum;
}

std::uint32_t count_atomic_sectors(const LaneAddresses& addresses, std::uint32_t mask,
                                   std::uint32_t size_bytes, bool is_compare_and_swap) {
  AtomicPackets packets;
  find_atomic_packets(addresses, mask, size_bytes, is_compare_and_swap, packets);
  return packets.sectors();
}

void find_atomic_packets(const LaneAddresses& addresses, std::uint32_t mask,
                         std::uint32_t size_bytes, bool is_compare_and_swap,
                         AtomicPackets& packets) {
  packets.count = 0;
  if (mask == 0) return;
  const int shift = std::countr_zero(size_bytes);
  // Sums and histograms: one element for all lanes, or each its own in rising order, where none
  // waits but for lines before its own.
  const std::uint64_t lowest = addresses[std::countr_zero(mask)] >> shift;
  bool is_one = true, rises = true;
  std::uint64_t previous = lowest;
  for (std::uint32_t rest = mask & (mask - 1); rest != 0; rest &= rest - 1) {
    const std::uint64_t element = addresses[std::countr_zero(rest)] >> shift;
    is_one = is_one && element == lowest;
    rises = rises && element > previous;
    previous = element;
  }
  if (is_one) {
    const std::uint64_t address = addresses[std::countr_zero(mask)];
    packets.packets[packets.count++] = {address / kLineBytes,
                                        static_cast<std::uint8_t>(1u << (address / 32 % 4)),
                                        static_cast<std::uint8_t>(std::popcount(mask))};
    return;
  }
  if (rises) return serve_rising(addresses, mask, packets);
  Lanes lanes;
  std::array<std::uint32_t, kTagBanks> of_bank{};
  std::array<std::uint8_t, std::size_t{kTagBanks} * kMostElements>
      last;  ///< lane, by bank and element
  last.fill(kNoLane);
  std::uint32_t free = 0;  // lanes that wait for none before them
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint64_t address = addresses[lane];
    const std::uint64_t line = address / kLineBytes;
    const std::uint32_t bank = tag_bank_of(line);
    lanes.line[lane] = line;
    lanes.packet[lane] = address / (is_compare_and_swap ? kLineBytes / 2 : kLineBytes);
    lanes.sector[lane] = static_cast<std::uint8_t>(address / 32 % 4);
    lanes.next[lane] = kNoLane;
    of_bank[bank] |= 1u << lane;
    std::uint8_t& before =
        last[std::size_t{bank} * kMostElements + (address % kLineBytes >> shift)];
    if (before == kNoLane) {
      free |= 1u << lane;
    } else {
      lanes.next[before] = static_cast<std::uint8_t>(lane);
    }
    before = static_cast<std::uint8_t>(lane);
  }
  for (const std::uint32_t each : of_bank) serve_bank(lanes, each, free & each, packets);
}

NarrowAtomicCounts count_narrow_atomic(const LaneAddresses& addresses, const LoopTurns& turns) {
  constexpr std::uint32_t kWordBytes = 4;
  LaneAddresses words;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    words[lane] = addresses[lane] / kWordBytes * kWordBytes;
  NarrowAtomicCounts counts;
  counts.turns = turns.count;
  for (std::uint32_t k = 0; k < turns.count; ++k) {
    const LoopTurns::Turn& turn = turns.turns[k];
    if (turn.loading != 0) counts.load_sectors += count_sectors(words, turn.loading);
    counts.sectors += count_atomic_sectors(words, turn.swapping, kWordBytes, true);
  }
  return counts;
}

}  // namespace warpscope::exec
