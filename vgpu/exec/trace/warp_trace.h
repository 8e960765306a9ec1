// Writes what one warp does as bytes: a trace's records (record.h), most of which are the same as
// the last of their kind but for an address.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "vgpu/exec/trace/access_shape.h"
#include "vgpu/exec/trace/record.h"

namespace warpscope::exec {

/// How records lie in the bytes. Each begins with a number, its value times eight and its kind; all
/// numbers are written in groups of seven bits, the lowest first (LEB128), signed ones folded
/// (zigzag). trace_reader.h reads them.
enum class TraceKind : std::uint8_t {
  entry,        ///< value: the block; lanes as at the entry before
  entry_lanes,  ///< the same, and the lanes in 4 bytes
  /// Value: site; all as at the warp's last `access` there but where its runs begin, by the
  /// distance to where the last one's did.
  access_as_before,
  access,            ///< value: site; lanes (1: of the last entry, else doubled), sums, runs
  scattered_access,  ///< value: site; lanes, sums, count, lowest sector, width, distances to it
  barrier,           ///< value: site; lanes, barrier, threads, whether it waits
  /// Value: the kind in two bits, then parity and drops; instruction, lanes, offset, count, bytes
  mbarrier,
  /// Value: a RareKind in two bits, then what stands there.
  rare
};
/// Records of TraceKind::rare.
enum class RareKind : std::uint8_t {
  bulk_copy,  ///< bit 0 to global memory, bit 1 within shared memory; instruction, lane, mbarrier,
              ///< bytes, address
  clock,      ///< the instruction
  pause,      ///< the instruction; nanoseconds
  rare_operands  ///< the instruction; lanes, RareOperands
};

/// Of one warp at a time. Memory is kept for the next one.
class WarpTrace {
 public:
  void begin(std::size_t sites);

  void enter(std::uint32_t block, std::uint32_t lanes) {
    std::byte* at = room(kMostEntryBytes);
    if (lanes == lanes_) {
      used_ += put(at, head(block, TraceKind::entry));
      return;
    }
    lanes_ = lanes;
    const std::size_t bytes = put(at, head(block, TraceKind::entry_lanes));
    std::memcpy(at + bytes, &lanes, sizeof lanes);
    used_ += bytes + sizeof lanes;
  }
  /// Sectors of the access that is under way, at one of its sites. Neighbours are joined.
  void add_run(std::uint32_t site, std::uint64_t first, std::uint32_t count) {
    if (!pending_.empty() && pending_.back().site == site &&
        pending_.back().run.first + pending_.back().run.count == first) {
      pending_.back().run.count += count;
      return;
    }
    pending_.push_back({site, {first, count}});
  }
  /// The same sectors may be there several times. The array may be sorted.
  void add_sectors(std::uint32_t site, std::uint64_t* sectors, std::size_t count);
  /// Of the same access: TracedAccess::bank_words, the most of its requests.
  void add_bank_words(std::uint32_t site, std::uint32_t words) {
    if (bank_site_ != site) bank_words_ = 0;
    bank_site_ = site;
    bank_words_ = std::max(bank_words_, words);
  }
  /// Whether nothing has been added of the access that is under way.
  bool has_no_sectors() const { return pending_.empty() && scattered_count_ == 0; }
  /// Adds sectors and words as the site's access before did whose lanes were as far from each
  /// other. False, and nothing added, where it was another one. Needs has_no_sectors().
  bool add_again(std::uint32_t site, const std::uint64_t* addresses, std::uint32_t kind);
  /// What has been added is all of this access: kept for add_again(). `is_one_whole`: it is one
  /// request, which begins where the addresses say.
  void keep_shape(std::uint32_t site, const std::uint64_t* addresses, std::uint32_t kind,
                  bool is_one_whole);
  /// The access has been made: what it added to a site's sums, which is not nothing, with the
  /// sectors that were added for the site.
  void end_access(std::uint32_t site, std::uint32_t lanes, const AccessCounters& counts) {
    const Last& last = last_[site];
    const bool is_shape = last.warp == number_ && last.lanes == lanes && last.counts == counts &&
                          last.bank_words == bank_words_of(site);
    if (!is_shape || scattered_count_ != 0 || last.runs > 1 || pending_.size() != last.runs ||
        (last.runs == 1 &&
         (pending_.front().site != site || pending_.front().run.count != last.run_sectors)))
      return end_any_access(site, lanes, counts);
    repeat(site, last.runs == 0 ? 0 : pending_.front().run.first);
  }
  /// Of all its sites.
  void end_accesses() {
    pending_.clear();
    scattered_count_ = 0;
    bank_words_ = 0;
  }
  void barrier(const BarrierRecord& record);
  void mbarrier(const MbarrierRecord& record);
  void bulk_copy(const BulkCopyRecord& record);
  void clock(const ClockRecord& record) { rare(RareKind::clock, record.instruction); }
  void pause(const PauseRecord& record) {
    rare(RareKind::pause, record.instruction);
    number(record.nanoseconds);
  }
  void rare_operands(const RareOperandsRecord& record) {
    rare(RareKind::rare_operands, record.instruction);
    number(record.lanes);
    number(static_cast<std::uint64_t>(record.operands));
  }

  /// Longer than any clock replays: a warp that does not end, say. What is written then is nothing.
  bool is_too_long() const { return is_too_long_; }
  std::size_t size_bytes() const { return used_; }
  const std::byte* data() const { return bytes_.data(); }

 private:
  struct Pending {
    std::uint32_t site = 0;
    SectorRun run;
  };
  /// An access as the warp's next one at the site may repeat it.
  struct Last {
    std::uint64_t warp = 0;   ///< number of the warp that it is of, in number_
    std::uint64_t first = 0;  ///< sector where the first run begins
    std::uint32_t lanes = 0, runs = 0;
    std::uint32_t run_sectors = 0;  ///< of the only run
    std::uint32_t bank_words = 0;
    AccessCounters counts;
  };
  /// Those of add_sectors() that lie near each other. False, and nothing added, for others.
  bool add_near(std::uint32_t site, const std::uint64_t* sectors, std::size_t count);
  static constexpr std::size_t kMostEntryBytes = 16;
  static constexpr std::size_t kMostNumberBytes = 10;
  static constexpr std::size_t kMostScattered = 32;

  static std::uint64_t head(std::uint64_t value, TraceKind kind) {
    return value << 3 | static_cast<std::uint64_t>(kind);
  }
  static std::uint64_t folded(std::uint64_t to, std::uint64_t from) {
    const auto by = static_cast<std::int64_t>(to - from);
    return static_cast<std::uint64_t>(by) << 1 ^ static_cast<std::uint64_t>(by >> 63);
  }
  /// At least so many bytes behind what is used.
  std::byte* room(std::size_t bytes) {
    if (bytes_.size() - used_ < bytes) grow(bytes);
    return bytes_.data() + used_;
  }
  void grow(std::size_t bytes);
  static std::size_t put(std::byte* at, std::uint64_t value) {
    std::size_t bytes = 0;
    for (; value >= 0x80; value >>= 7) at[bytes++] = static_cast<std::byte>(value | 0x80);
    at[bytes++] = static_cast<std::byte>(value);
    return bytes;
  }
  void number(std::uint64_t value) { used_ += put(room(kMostNumberBytes), value); }
  void rare(RareKind kind, std::uint64_t value) {
    number(head(value << 2 | static_cast<std::uint64_t>(kind), TraceKind::rare));
  }
  void repeat(std::uint32_t site, std::uint64_t first) {
    Last& last = last_[site];
    std::byte* at = room(2 * kMostNumberBytes);
    std::size_t bytes = put(at, head(site, TraceKind::access_as_before));
    if (last.runs != 0) bytes += put(at + bytes, folded(first, last.first));
    last.first = first;
    used_ += bytes;
  }
  std::uint32_t bank_words_of(std::uint32_t site) const {
    return bank_site_ == site ? bank_words_ : 0;
  }
  void end_any_access(std::uint32_t site, std::uint32_t lanes, const AccessCounters& counts);
  void write_head(TraceKind kind, std::uint32_t site, std::uint32_t lanes,
                  const AccessCounters& counts);
  void write_scattered(std::uint32_t site, std::uint32_t lanes, const AccessCounters& counts);
  void add_sorted(std::uint32_t site, const std::uint64_t* sectors, std::size_t count);

  std::vector<std::byte> bytes_;
  std::size_t used_ = 0;
  bool is_too_long_ = false;
  std::uint32_t lanes_ = 0;  ///< of the last entry
  std::vector<Pending> pending_;
  /// The only sectors of the access that is under way, if they are in no order.
  std::array<std::uint64_t, kMostScattered> scattered_{};
  std::size_t scattered_count_ = 0;
  std::uint32_t scattered_site_ = 0;
  std::uint32_t bank_site_ = 0, bank_words_ = 0;   ///< of the access that is under way
  std::vector<SectorRun> runs_;                    ///< of one site, relative to its first
  std::vector<AccessShape> shapes_;                ///< by site, up to the last that has one
  std::vector<Last> last_;                         ///< by site
  std::vector<std::vector<SectorRun>> last_runs_;  ///< by site, relative, where there are several
  std::uint64_t number_ = 0;                       ///< of warps that have begun here
};

}  // namespace warpscope::exec
