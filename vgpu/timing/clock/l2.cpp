#include "vgpu/timing/clock/l2.h"

#include <algorithm>
#include <bit>

#include "vgpu/counting/atomic_queues.h"

namespace warpscope::timing {
namespace {

constexpr std::size_t kL2Ways = 16;

std::uint64_t share_of(std::uint64_t count, double share) {
  return static_cast<std::uint64_t>(static_cast<double>(count) * share);
}

}  // namespace

L2::L2(const arch::Profile& profile, const Part& part)
    : contents_(part.contents),
      first_line_(part.first_line),
      memory_share_(part.memory_share),
      dram_(profile, part.memory_share),
      cache_(share_of(profile.memory.l2_bytes / kLineBytes, part.memory_share), kL2Ways),
      sectors_(profile.clock.caches.l2_bytes_per_cycle / kSectorBytes * part.share,
               kSharedStretches),
      store_share_(profile.clock.caches.l2_store_share),
      request_share_(profile.clock.caches.l2_bytes_per_cycle / kSectorBytes /
                     profile.clock.caches.l2_scattered_sectors_per_cycle),
      latency_(ticks_of(profile.clock.caches.l2_hit_cycles)),
      granule_sectors_(profile.memory.dram_granule_bytes / kSectorBytes),
      most_dirty_(share_of(profile.memory.l2_bytes / kSectorBytes,
                           profile.clock.caches.l2_dirty_share * part.memory_share)),
      atomic_sectors_(profile.memory.atomic_sectors_per_s / profile.sm.clock_hz * part.share,
                      kSharedStretches),
      atomic_turn_(ticks_of(profile.memory.atomic_sector_s * profile.sm.clock_hz * part.turns)),
      float_turn_(ticks_of(profile.memory.float_atomic_s * profile.sm.clock_hz * part.turns)) {}

L2::Cache::Line& L2::line_of(std::uint64_t number) {
  if (Cache::Line* line = cache_.find(number)) return *line;
  return cache_.allocate(number);
}

void L2::fetch(std::uint64_t number, Cache::Line& line, std::size_t sector, Ticks at) {
  const std::size_t first = sector / granule_sectors_ * granule_sectors_;
  if (contents_ != nullptr &&
      contents_->holds((first_line_ + number) * kLineBytes, fetched_bytes())) {
    for (std::size_t i = 0; i < kLineSectors; ++i) line.there[i] = std::min(line.there[i], at);
    return;
  }
  fetched_ += granule_sectors_ * kSectorBytes;
  const Ticks there =
      dram_.read(number * kLineBytes + first * kSectorBytes, granule_sectors_ * kSectorBytes, at);
  for (std::size_t i = first; i < first + granule_sectors_; ++i)
    line.there[i] = std::min(line.there[i], there);
  // What comes from memory takes its turn in L2's arrays as well.
  sectors_.serve(at, granule_sectors_);
}

Ticks L2::arrive(std::uint64_t sectors, double share, Ticks at) {
  const auto count = static_cast<double>(std::popcount(sectors));
  return sectors_.serve_share(at, std::max(count, request_share_) * share);
}

Ticks L2::read(std::uint64_t line_number, std::uint64_t sectors, Ticks at) {
  const Ticks taken = arrive(sectors, 1, at);
  Cache::Line& line = line_of(line_number);
  Ticks done = taken + latency_;
  for (std::size_t sector = 0; sector < kLineSectors; ++sector) {
    if ((sectors >> sector & 1) == 0) continue;
    if (line.there[sector] == kNever) fetch(line_number, line, sector, taken);
    done = std::max(done, line.there[sector]);
  }
  return done;
}

Ticks L2::make_dirty(Cache::Line& line, std::uint64_t sectors, Ticks at) {
  const auto added = static_cast<std::uint64_t>(std::popcount(sectors & ~line.dirty));
  line.dirty |= static_cast<std::uint8_t>(sectors);
  dirty_ += added;
  if (dirty_ <= most_dirty_) return at;
  const Ticks taken = dram_.write((dirty_ - most_dirty_) * kSectorBytes, at);
  dirty_ = most_dirty_;
  return taken;
}

Ticks L2::write(std::uint64_t line_number, std::uint64_t sectors, Ticks at) {
  Ticks taken = arrive(sectors, store_share_, at);
  Cache::Line& line = line_of(line_number);
  for (std::size_t sector = 0; sector < kLineSectors; ++sector) {
    if ((sectors >> sector & 1) != 0) line.there[sector] = std::min(line.there[sector], taken);
  }
  taken = make_dirty(line, sectors, taken);
  quiet_ = std::max(quiet_, taken);
  return taken;
}

Ticks L2::atomic(const LineRequest& request, bool computes_floats, Ticks at) {
  const auto sector = static_cast<std::size_t>(std::countr_zero(std::uint64_t{request.sectors}));
  const std::uint64_t number = std::uint64_t{request.line} * kLineSectors + sector;
  Ticks taken = arrive(request.sectors, 1, at);
  taken = std::max(taken, atomic_sectors_.serve(taken, request.times));
  Cache::Line& line = line_of(request.line);
  if (line.there[sector] == kNever) fetch(request.line, line, sector, taken);
  make_dirty(line, request.sectors, taken);
  Ticks start = std::max(taken, line.there[sector]);
  Ticks& part = parts_[exec::atomic_part_of(request.line)];
  part = std::max(part, start) + request.times * atomic_turn_;
  Ticks done = part;
  if (computes_floats) {
    Ticks& free = float_sectors_[number];
    free = std::max(free, start) + request.times * float_turn_;
    done = std::max(done, free);
  }
  quiet_ = std::max(quiet_, done);
  return done;
}

}  // namespace warpscope::timing
