#include "vgpu/exec/trace/warp_trace.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpscope::exec {

void WarpTrace::grow(std::size_t bytes) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 28;
  if (bytes_.size() < kMostBytes) return bytes_.resize(2 * bytes_.size() + bytes);
  is_too_long_ = true;
  used_ = 0;
}

void WarpTrace::begin(std::size_t sites) {
  used_ = 0;
  is_too_long_ = false;
  lanes_ = 0;
  end_accesses();
  last_.resize(sites);
  last_runs_.resize(sites);
  ++number_;
}

void WarpTrace::add_sectors(std::uint32_t site, std::uint64_t* sectors, std::size_t count) {
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < count; ++i) falls += sectors[i] < sectors[i - 1] ? 1 : 0;
  if (falls != 0) {
    if (add_near(site, sectors, count)) return;
    if (pending_.empty() && scattered_count_ == 0 && count <= kMostScattered) {
      std::copy(sectors, sectors + count, scattered_.begin());
      scattered_count_ = count;
      scattered_site_ = site;
      return;
    }
    std::sort(sectors, sectors + count);
  }
  add_sorted(site, sectors, count);
}

// Lanes that go back, as the rows of a tile do: a bit for each sector that is touched.
bool WarpTrace::add_near(std::uint32_t site, const std::uint64_t* sectors, std::size_t count) {
  constexpr std::uint64_t kMostApart = 64;
  std::uint64_t lowest = sectors[0], highest = sectors[0];
  for (std::size_t i = 1; i < count; ++i) {
    lowest = std::min(lowest, sectors[i]);
    highest = std::max(highest, sectors[i]);
  }
  if (highest - lowest >= kMostApart) return false;
  std::uint64_t touched = 0;
  for (std::size_t i = 0; i < count; ++i) touched |= std::uint64_t{1} << (sectors[i] - lowest);
  for (; touched != 0; touched &= touched - 1)  // add_run() joins neighbours
    add_run(site, lowest + static_cast<std::uint64_t>(std::countr_zero(touched)), 1);
  return true;
}

void WarpTrace::add_sorted(std::uint32_t site, const std::uint64_t* sectors, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || sectors[i] != sectors[i - 1]) add_run(site, sectors[i], 1);
  }
}

bool WarpTrace::add_again(std::uint32_t site, const std::uint64_t* addresses, std::uint32_t kind) {
  if (site >= shapes_.size()) return false;
  const AccessShape& shape = shapes_[site];
  if (!shape.is_of(addresses, kind)) return false;
  const std::uint64_t first = addresses[0] / kSectorBytes;
  for (std::uint32_t i = 0; i < shape.run_count; ++i)
    pending_.push_back({site, {first + shape.runs[i].first, shape.runs[i].count}});
  if (shape.bank_words != 0) add_bank_words(site, shape.bank_words);
  return true;
}

void WarpTrace::keep_shape(std::uint32_t site, const std::uint64_t* addresses, std::uint32_t kind,
                           bool is_one_whole) {
  if (site >= shapes_.size()) shapes_.resize(site + 1);
  AccessShape& shape = shapes_[site];
  shape.is_known = scattered_count_ == 0 && pending_.size() <= AccessShape::kMostRuns;
  if (!shape.is_known) return;
  shape.kind = kind;
  shape.bank_words = bank_words_of(site);
  shape.run_count = static_cast<std::uint32_t>(pending_.size());
  shape.offset_bytes = addresses[0] % kSectorBytes;
  const std::uint64_t first = addresses[0] / kSectorBytes;
  for (std::size_t i = 0; i < pending_.size(); ++i)
    shape.runs[i] = {pending_[i].run.first - first, pending_[i].run.count};
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    shape.distances_bytes[i] = addresses[i] - addresses[0];
    bits |= shape.distances_bytes[i];
  }
  shape.is_at_any_offset = is_one_whole && bits % kSectorBytes == 0;
}

void WarpTrace::end_any_access(std::uint32_t site, std::uint32_t lanes,
                               const AccessCounters& counts) {
  if (scattered_count_ != 0 && scattered_site_ == site) {
    const bool is_alone = std::none_of(pending_.begin(), pending_.end(),
                                       [&](const Pending& each) { return each.site == site; });
    if (is_alone) return write_scattered(site, lanes, counts);
    std::sort(scattered_.begin(), scattered_.begin() + scattered_count_);
    add_sorted(site, scattered_.data(), std::exchange(scattered_count_, 0));
  }
  runs_.clear();
  std::uint64_t first = 0;
  for (const Pending& each : pending_) {
    if (each.site != site) continue;
    if (runs_.empty()) first = each.run.first;
    runs_.push_back({each.run.first - first, each.run.count});
  }
  Last& last = last_[site];
  std::vector<SectorRun>& last_runs = last_runs_[site];
  if (last.warp == number_ && last.lanes == lanes && last.counts == counts &&
      last.bank_words == bank_words_of(site) && last_runs == runs_)
    return repeat(site, first);
  last = {number_,
          first,
          lanes,
          static_cast<std::uint32_t>(runs_.size()),
          runs_.empty() ? 0 : runs_.front().count,
          bank_words_of(site),
          counts};
  last_runs = runs_;
  write_head(TraceKind::access, site, lanes, counts);
  number(runs_.size());
  if (runs_.empty()) return;
  number(first);
  std::uint64_t end = 0;
  for (const SectorRun& run : runs_) {
    number(folded(run.first, end));
    number(run.count);
    end = run.first + run.count;
  }
}

void WarpTrace::write_head(TraceKind kind, std::uint32_t site, std::uint32_t lanes,
                           const AccessCounters& counts) {
  number(head(site, kind));
  number(lanes == lanes_ ? 1 : std::uint64_t{lanes} << 1);
  number(counts.instructions);
  number(counts.requests);
  number(counts.bytes);
  number(counts.units);
  number(counts.more_units);
  number(bank_words_of(site));
}

// Distances are as wide as the greatest of them: 4 or 8 bytes, mostly 4.
void WarpTrace::write_scattered(std::uint32_t site, std::uint32_t lanes,
                                const AccessCounters& counts) {
  const std::size_t count = std::exchange(scattered_count_, 0);
  std::uint64_t lowest = scattered_[0], highest = scattered_[0];
  for (std::size_t i = 0; i < count; ++i) {
    lowest = std::min(lowest, scattered_[i]);
    highest = std::max(highest, scattered_[i]);
  }
  write_head(TraceKind::scattered_access, site, lanes, counts);
  number(count);
  number(lowest);
  const bool is_near = highest - lowest <= 0xffffffff;
  number(is_near ? 4 : 8);
  std::array<std::uint32_t, kMostScattered> near;
  std::array<std::uint64_t, kMostScattered> far;
  for (std::size_t i = 0; i < count; ++i) {
    far[i] = scattered_[i] - lowest;
    near[i] = static_cast<std::uint32_t>(far[i]);
  }
  const std::size_t bytes = count * (is_near ? sizeof near[0] : sizeof far[0]);
  std::memcpy(room(bytes), is_near ? static_cast<const void*>(near.data()) : far.data(), bytes);
  used_ += bytes;
}

void WarpTrace::barrier(const BarrierRecord& record) {
  number(head(record.site, TraceKind::barrier));
  number(record.lanes);
  number(record.barrier);
  number(record.threads);
  number(record.waits ? 1 : 0);
}

void WarpTrace::mbarrier(const MbarrierRecord& record) {
  const std::uint32_t value = static_cast<std::uint32_t>(record.kind) | (record.parity ? 4U : 0U) |
                              (record.drops ? 8U : 0U);
  number(head(value, TraceKind::mbarrier));
  number(record.instruction);
  number(record.lanes);
  number(record.offset);
  number(record.count);
  number(folded(static_cast<std::uint64_t>(record.bytes), 0));
}

void WarpTrace::bulk_copy(const BulkCopyRecord& record) {
  rare(RareKind::bulk_copy, (record.is_to_global ? 1U : 0U) | (record.is_within_shared ? 2U : 0U));
  number(record.instruction);
  number(record.lane);
  number(record.mbarrier);
  number(record.bytes);
  number(record.address);
}

}  // namespace warpscope::exec
