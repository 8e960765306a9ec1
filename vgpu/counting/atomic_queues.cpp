#include "vgpu/counting/atomic_queues.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::exec {
namespace {

constexpr int kBucketBits = 10;

// Neighbours fall far apart (Fibonacci hashing).
std::size_t bucket_of(std::uint64_t number) {
  return static_cast<std::size_t>(number * 0x9e3779b97f4a7c15u >> (64 - kBucketBits));
}

void make_room(std::vector<std::uint64_t>& buckets) {
  if (buckets.empty()) buckets.resize(std::size_t{1} << kBucketBits);
}

void move_into(std::vector<std::uint64_t>& to, std::vector<std::uint64_t>& from) {
  if (to.empty()) {
    std::swap(to, from);
    return;
  }
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
  from.clear();
}

std::uint64_t most(const std::vector<std::uint64_t>& buckets) {
  return buckets.empty() ? 0 : *std::max_element(buckets.begin(), buckets.end());
}

}  // namespace

std::uint64_t atomic_part_of(std::uint64_t line) { return line / 8 * 2 + line / 2 % 2; }

void AtomicQueues::add(const AtomicPackets& packets, bool computes_floats) {
  make_room(parts_);
  if (computes_floats) make_room(float_sectors_);
  for (std::uint32_t k = 0; k < packets.count; ++k) {
    const AtomicPacket& packet = packets.packets[k];
    const auto sectors = static_cast<std::uint32_t>(std::popcount(packet.sectors));
    parts_[bucket_of(atomic_part_of(packet.line))] += std::uint64_t{sectors} * packet.times;
    if (!computes_floats) continue;
    for (std::uint32_t rest = packet.sectors; rest != 0; rest &= rest - 1)
      float_sectors_[bucket_of(packet.line * 4 + std::countr_zero(rest))] += packet.times;
  }
}

void AtomicQueues::take(AtomicQueues& other) {
  move_into(parts_, other.parts_);
  move_into(float_sectors_, other.float_sectors_);
}

std::uint64_t AtomicQueues::longest() const { return most(parts_); }

std::uint64_t AtomicQueues::longest_of_floats() const { return most(float_sectors_); }

}  // namespace warpscope::exec
