#include "vgpu/counting/l1_cache.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

constexpr std::uint64_t kSectorBits = 0xffffffff;
constexpr std::uint32_t kSectorsPerLine = 4;

std::uint64_t bytes_of_sector(const LineBytes& bytes, std::uint32_t sector) {
  return bytes[sector / 2] >> (32 * (sector % 2)) & kSectorBits;
}

}  // namespace

L1Cache::Line& L1Cache::touch(std::uint64_t line) {
  const auto found = lines_.find(line);
  if (found != lines_.end()) {
    by_age_.splice(by_age_.end(), by_age_, found->second.age);
    return found->second;
  }
  if (lines_.size() >= most_lines_) {
    lines_.erase(by_age_.front());
    by_age_.pop_front();
  }
  Line& entry = lines_[line];
  entry.age = by_age_.insert(by_age_.end(), line);
  return entry;
}

std::uint32_t L1Cache::load(std::uint64_t line, const LineBytes& bytes, L1Use use) {
  if (use == L1Use::bypassing) {
    drop(line);
    return 0;
  }
  if (use == L1Use::not_allocating && !lines_.contains(line)) return 0;
  Line& entry = touch(line);
  const auto lacks = [&](std::uint32_t sector) {
    return (bytes_of_sector(bytes, sector) & ~bytes_of_sector(entry.held, sector)) != 0;
  };
  // A sector of which a store left some bytes, but not all that are wanted, is fetched, and with it
  // the line's other such sectors.
  bool fetches_parts = false;
  for (std::uint32_t sector = 0; sector < kSectorsPerLine; ++sector)
    fetches_parts = fetches_parts || (lacks(sector) && bytes_of_sector(entry.held, sector) != 0);
  std::uint32_t hits = 0;
  for (std::uint32_t sector = 0; sector < kSectorsPerLine; ++sector) {
    if (bytes_of_sector(bytes, sector) == 0) continue;
    const bool is_whole = bytes_of_sector(entry.held, sector) == kSectorBits;
    if (is_whole || (!lacks(sector) && !fetches_parts)) {
      ++hits;
    } else if (use == L1Use::allocating) {
      entry.held[sector / 2] |= kSectorBits << (32 * (sector % 2));
    }
  }
  return hits;
}

void L1Cache::store(std::uint64_t line, const LineBytes& bytes) {
  Line& entry = touch(line);
  entry.held[0] |= bytes[0];
  entry.held[1] |= bytes[1];
}

void L1Cache::drop(std::uint64_t line) {
  const auto found = lines_.find(line);
  if (found == lines_.end()) return;
  by_age_.erase(found->second.age);
  lines_.erase(found);
}

void L1Cache::drop_all() {
  lines_.clear();
  by_age_.clear();
}

L1Caches::L1Caches(std::uint64_t bytes, std::uint32_t sm_count, std::size_t sites)
    : caches_(std::max(sm_count, 1u),
              L1Cache(std::max<std::uint64_t>(bytes / 16 * 15 / kL1LineBytes, 1))),
      hits_(sites) {}

}  // namespace warpscope::exec
