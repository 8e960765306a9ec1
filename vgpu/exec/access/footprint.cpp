#include "vgpu/exec/access/footprint.h"

#include <algorithm>
#include <bit>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t kSectorShift = 5;
constexpr std::uint64_t kBitmapAlignment = 64;

std::uint64_t count_ones(const Footprint::Words& words) {
  std::uint64_t total = 0;
  for (const std::uint64_t word : words) total += static_cast<std::uint64_t>(std::popcount(word));
  return total;
}

// Sectors of a bitmap by the byte: bit i says whether any bit of byte-bitmap word half i is set.
void take_in(Footprint::Words& to, const Footprint::Words& from, std::uint32_t shift) {
  if (shift == kSectorShift) {
    for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
    return;
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::uint64_t word = from[i];
    if (word == 0) continue;
    const std::uint64_t sectors =
        ((word & 0xffffffff) != 0 ? 1u : 0u) | (word >> 32 != 0 ? 2u : 0u);
    to[i / 32] |= sectors << (i % 32 * 2);
  }
}

}  // namespace

Footprint::Bitmaps& Footprint::of(const memory::Allocation& allocation) {
  Bitmaps& maps = by_allocation_[allocation.id];
  if (maps.read.empty()) {
    maps.bias = static_cast<std::uint32_t>(allocation.address % kBitmapAlignment);
    if (undo_ != nullptr) {
      maps.undo = &undo_->region(allocation);
      maps.shift = maps.undo->shift;
    }
    const std::uint64_t bits = (allocation.size_bytes + maps.bias) >> maps.shift;
    maps.read.resize(bits / 64 + 1);
    maps.written.resize(bits / 64 + 1);
  }
  return maps;
}

std::uint64_t* Footprint::written(Bitmaps& maps, std::uint8_t reduction) const {
  if (reduction == 0 || undo_ == nullptr) return maps.written.data();
  Words& words = maps.reduced[reduction];
  words.resize(maps.written.size());
  return words.data();
}

void Footprint::mark_image(const memory::Allocation& allocation, std::uint64_t offset,
                           std::uint64_t bytes) {
  if (undo_ == nullptr || bytes == 0) return;
  const std::pair key{allocation.address + offset, bytes};
  if (std::find(images_.begin(), images_.end(), key) != images_.end()) return;
  images_.push_back(key);
  mark_image_part(of(allocation), offset, bytes, false);
}

void Footprint::mark_image_part(Bitmaps& maps, std::uint64_t offset, std::uint64_t bytes,
                                bool is_store) {
  if (undo_ == nullptr) return;
  Words& words = is_store ? maps.image_written : maps.image_read;
  words.resize(maps.read.size());
  mark_bytes(words.data(), maps.shift, offset + maps.bias, bytes);
}

void Footprint::merge(const Footprint& other) {
  for (const auto& [id, theirs] : other.by_allocation_) {
    Bitmaps& ours = by_allocation_[id];
    if (ours.read.empty()) {
      const std::size_t words =
          theirs.shift == kSectorShift ? theirs.read.size() : theirs.read.size() / 32 + 1;
      ours.read.resize(words);
      ours.written.resize(words);
      ours.bias = theirs.bias;
    }
    take_in(ours.read, theirs.read, theirs.shift);
    take_in(ours.written, theirs.written, theirs.shift);
    for (const auto& [reduction, words] : theirs.reduced)
      take_in(ours.written, words, theirs.shift);
  }
}

void Footprint::clear() {
  const auto zero = [](Words& words) { std::fill(words.begin(), words.end(), 0); };
  for (auto& [id, maps] : by_allocation_) {
    zero(maps.read);
    zero(maps.written);
    for (auto& [reduction, words] : maps.reduced) zero(words);
    zero(maps.image_read);
    zero(maps.image_written);
  }
  images_.clear();
}

std::uint64_t Footprint::count_read_sectors() const {
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) total += count_ones(maps.read);
  return total;
}

std::uint64_t Footprint::count_read_granules() const {
  constexpr std::uint64_t kEvenBits = 0x5555'5555'5555'5555;
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) {
    for (const std::uint64_t word : maps.read) {
      total += static_cast<std::uint64_t>(std::popcount((word | word >> 1) & kEvenBits));
    }
  }
  return total;
}

std::uint64_t Footprint::count_written_sectors() const {
  std::uint64_t total = 0;
  for (const auto& [id, maps] : by_allocation_) total += count_ones(maps.written);
  return total;
}

namespace {

using Words = Footprint::Words;

bool meet(const Words& a, const Words& b) {
  const std::size_t count = std::min(a.size(), b.size());
  std::uint64_t common = 0;
  for (std::size_t i = 0; i < count; ++i) common |= a[i] & b[i];
  return common != 0;
}

void add(Words& to, const Words& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] |= from[i];
}

// What the workers looked at so far have done to one allocation.
struct Past {
  Words read, written;
  std::map<std::uint8_t, Words> reduced;
};

bool is_independent_of(const Footprint::Bitmaps& maps, const Past& past) {
  const auto stores_meet = [&past](const Words& words) {
    return meet(words, past.read) || meet(words, past.written);
  };
  if (stores_meet(maps.written) || stores_meet(maps.image_written) ||
      meet(maps.read, past.written) || meet(maps.image_read, past.written))
    return false;
  for (const auto& [theirs, words] : past.reduced) {
    if (meet(words, maps.read) || meet(words, maps.written) || meet(words, maps.image_read) ||
        meet(words, maps.image_written))
      return false;
    for (const auto& [ours, own] : maps.reduced) {
      if (ours != theirs && meet(words, own)) return false;
    }
  }
  return std::none_of(maps.reduced.begin(), maps.reduced.end(),
                      [&](const auto& reduced) { return stores_meet(reduced.second); });
}

}  // namespace

bool are_independent(std::span<const Footprint* const> footprints) {
  std::map<std::uint64_t, std::vector<const Footprint::Bitmaps*>> by_allocation;
  for (const Footprint* footprint : footprints) {
    for (const auto& [id, maps] : footprint->by_allocation_) by_allocation[id].push_back(&maps);
  }
  for (const auto& [id, all] : by_allocation) {
    Past past;
    for (const Footprint::Bitmaps* maps : all) {
      if (!is_independent_of(*maps, past)) return false;
      if (maps == all.back()) break;
      add(past.read, maps->read);
      add(past.read, maps->image_read);
      add(past.written, maps->written);
      add(past.written, maps->image_written);
      for (const auto& [reduction, words] : maps->reduced) add(past.reduced[reduction], words);
    }
  }
  return true;
}

}  // namespace warpscope::exec
