#include "vgpu/exec/footprint/footprint.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kBitmapAlignment = 64;

}  // namespace

Footprint::Bitmaps& Footprint::of(const memory::Allocation& allocation) {
  Bitmaps& maps = by_allocation_[allocation.id];
  if (maps.read.empty()) {
    maps.address = allocation.address;
    maps.is_of_host = allocation.is_adopted;
    maps.bias = static_cast<std::uint32_t>(allocation.address % kBitmapAlignment);
    if (undo_ != nullptr) {
      UndoRegion& region = undo_->region(allocation);
      if (undo_->is_saving()) maps.undo = &region;
      maps.shift = region.shift;
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
  if (!has_images() || bytes == 0) return;
  const std::pair key{allocation.address + offset, bytes};
  if (std::find(images_.begin(), images_.end(), key) != images_.end()) return;
  images_.push_back(key);
  mark_image_part(of(allocation), offset, bytes, false);
}

void Footprint::mark_image_part(Bitmaps& maps, std::uint64_t offset, std::uint64_t bytes,
                                bool is_store) {
  if (!has_images()) return;
  Words& words = is_store ? maps.image_written : maps.image_read;
  words.resize(maps.read.size());
  mark_bytes(words.data(), maps.shift, offset + maps.bias, bytes);
}

void Footprint::close() {
  Words more;
  const auto add = [&more](const Words& words, Words& touched) {
    if (words.empty()) return;
    find_touched(words, more);
    for (std::size_t i = 0; i < touched.size(); ++i) touched[i] |= more[i];
  };
  for (auto& [id, maps] : by_allocation_) {
    find_touched(maps.read, maps.touched_read);
    add(maps.image_read, maps.touched_read);
    find_touched(maps.written, maps.touched_written);
    add(maps.image_written, maps.touched_written);
    for (const auto& [reduction, words] : maps.reduced) add(words, maps.touched_written);
  }
}

void Footprint::keep() {
  const auto zero = [](Words& words, const Words& touched) {
    if (words.empty()) return;
    for_each_bit(touched, [&words](std::size_t i) { words[i] = 0; });
  };
  for (auto& [id, maps] : by_allocation_) {
    maps.kept_read.add(maps.read, maps.touched_read, maps.shift);
    maps.kept_written.add(maps.written, maps.touched_written, maps.shift);
    for (const auto& [reduction, words] : maps.reduced)
      maps.kept_written.add(words, maps.touched_written, maps.shift);
    if (wants_images_ && !maps.image_read.empty())
      maps.kept_image_read.add(maps.image_read, maps.touched_read, maps.shift);
    if (wants_images_ && !maps.image_written.empty())
      maps.kept_image_written.add(maps.image_written, maps.touched_written, maps.shift);
    zero(maps.read, maps.touched_read);
    zero(maps.image_read, maps.touched_read);
    zero(maps.written, maps.touched_written);
    zero(maps.image_written, maps.touched_written);
    for (auto& [reduction, words] : maps.reduced) zero(words, maps.touched_written);
  }
  images_.clear();
}

Footprint::Counts Footprint::count() const {
  Counts total;
  for (const auto& [id, maps] : by_allocation_) {
    const SectorCounts read = count_sectors(maps.read);
    const SectorCounts written = count_sectors(maps.written);
    total.read += read;
    total.written += written;
    if (maps.is_of_host) {
      total.read_of_host += read;
      total.written_of_host += written;
    }
    if (maps.has_atomics) total.written_beside_atomics += written;
  }
  return total;
}

Footprint::Counts Footprint::count(std::span<const Footprint* const> footprints) {
  struct Sets {
    std::vector<const SectorSet*> read, written;
    bool has_atomics = false, is_of_host = false;
  };
  std::map<std::uint64_t, Sets> by_allocation;
  for (const Footprint* footprint : footprints) {
    for (const auto& [id, maps] : footprint->by_allocation_) {
      by_allocation[id].read.push_back(&maps.kept_read);
      by_allocation[id].written.push_back(&maps.kept_written);
      by_allocation[id].has_atomics = by_allocation[id].has_atomics || maps.has_atomics;
      by_allocation[id].is_of_host = maps.is_of_host;
    }
  }
  Counts total;
  for (const auto& [id, sets] : by_allocation) {
    const SectorCounts read = count_union(sets.read);
    const SectorCounts written = count_union(sets.written);
    total.read += read;
    total.written += written;
    if (sets.is_of_host) {
      total.read_of_host += read;
      total.written_of_host += written;
    }
    if (sets.has_atomics) total.written_beside_atomics += written;
  }
  return total;
}

void Footprint::add_touched(TouchedMemory& touched) const {
  const auto add = [](BitWords& sum, const BitWords& words) {
    if (sum.size() < words.size()) sum.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) sum[i] |= words[i];
  };
  for (const auto& [id, maps] : by_allocation_) {
    TouchedMemory::Part& part = touched.parts[id];
    part.address = maps.address;
    part.has_atomics = part.has_atomics || maps.has_atomics;
    for (const SectorSet* set : {&maps.kept_read, &maps.kept_image_read})
      add(part.read, set->words());
    for (const SectorSet* set : {&maps.kept_written, &maps.kept_image_written})
      add(part.written, set->words());
    if (is_shared()) continue;  // what counts is kept
    for (const Words* words : {&maps.read, &maps.image_read}) add(part.read, *words);
    for (const Words* words : {&maps.written, &maps.image_written}) add(part.written, *words);
  }
}

namespace {

using Bitmaps = Footprint::Bitmaps;

std::uint64_t word_of(const Footprint::Words& words, std::size_t i) {
  return i < words.size() ? words[i] : 0;
}

// What the workers looked at so far have done to one word of one allocation.
struct Past {
  std::uint64_t read = 0, written = 0;
  std::map<std::uint8_t, std::uint64_t> reduced;
};

bool is_independent_of(const Bitmaps& maps, std::size_t i, const Past& past) {
  const std::uint64_t read = word_of(maps.read, i) | word_of(maps.image_read, i);
  const std::uint64_t written = word_of(maps.written, i) | word_of(maps.image_written, i);
  std::uint64_t conflicts = (written & (past.read | past.written)) | (read & past.written);
  for (const auto& [theirs, bits] : past.reduced) {
    conflicts |= bits & (read | written);
    for (const auto& [ours, own] : maps.reduced) {
      if (ours != theirs) conflicts |= bits & word_of(own, i);
    }
  }
  for (const auto& [ours, own] : maps.reduced)
    conflicts |= word_of(own, i) & (past.read | past.written);
  return conflicts == 0;
}

bool is_word_independent(std::span<const Bitmaps* const> all, std::size_t i) {
  Past past;
  for (const Bitmaps* maps : all) {
    if (!is_independent_of(*maps, i, past)) return false;
    past.read |= word_of(maps->read, i) | word_of(maps->image_read, i);
    past.written |= word_of(maps->written, i) | word_of(maps->image_written, i);
    for (const auto& [reduction, words] : maps->reduced)
      past.reduced[reduction] |= word_of(words, i);
  }
  return true;
}

// Words that one has written and another one has read or written.
Footprint::Words suspects(std::span<const Bitmaps* const> all) {
  const std::size_t size = all.front()->touched_read.size();
  Footprint::Words read(size), written(size), found(size);
  for (const Bitmaps* maps : all) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t own_read = maps->touched_read[i], own_written = maps->touched_written[i];
      found[i] |= (own_written & (read[i] | written[i])) | (own_read & written[i]);
      read[i] |= own_read;
      written[i] |= own_written;
    }
  }
  return found;
}

}  // namespace

bool are_independent(std::span<const Footprint* const> footprints) {
  std::map<std::uint64_t, std::vector<const Bitmaps*>> by_allocation;
  for (const Footprint* footprint : footprints) {
    for (const auto& [id, maps] : footprint->by_allocation_) by_allocation[id].push_back(&maps);
  }
  for (const auto& [id, all] : by_allocation) {
    bool is_independent = true;
    for_each_bit(suspects(all), [&is_independent, &maps = all](std::size_t i) {
      is_independent = is_independent && is_word_independent(maps, i);
    });
    if (!is_independent) return false;
  }
  return true;
}

}  // namespace warpscope::exec
