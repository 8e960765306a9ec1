// Writes what one warp does as bytes: a trace's records (record.h), most of which are the same as
// the last of their kind but for an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "vgpu/exec/trace/record.h"

namespace warpscope::exec {

/// How records lie in the bytes. Each begins with a number, its value times eight and its kind; all
/// numbers are written in groups of seven bits, the lowest first (LEB128), signed ones folded
/// (zigzag). trace_reader.h reads them.
enum class TraceKind : std::uint8_t {
  entry,             ///< value: the block; lanes as at the entry before
  entry_lanes,       ///< the same, and the lanes in 4 bytes
  access_as_before,  ///< value: site; all as the warp's last there but where its runs begin, by the
                     ///< distance to where they did
  access,            ///< value: site; a flag (1: lanes of the last entry) or lanes, sums, runs
  barrier,           ///< value: site; lanes, barrier, threads, whether it waits
  mbarrier           ///< value: bit 0 waits, bit 1 parity; lanes, offset
};

/// An access as the warp's next one at the site may repeat it.
struct TracedShape {
  std::uint32_t lanes = 0;
  AccessCounters counts;
  std::uint64_t first = 0;      ///< sector where the first run begins
  std::vector<SectorRun> runs;  ///< begins relative to `first`
};

/// Of one warp at a time. Memory is kept for the next one.
class WarpTrace {
 public:
  void begin(std::size_t sites);

  void enter(std::uint32_t block, std::uint32_t lanes) {
    std::byte* at = room(kMostEntryBytes);
    if (lanes == lanes_) {
      used_ += put(at, std::uint64_t{block} << 3 | kind(TraceKind::entry));
      return;
    }
    lanes_ = lanes;
    const std::size_t bytes = put(at, std::uint64_t{block} << 3 | kind(TraceKind::entry_lanes));
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
  /// Distinct ones, in any order, of which there are at most 128; the array is sorted.
  void add_sectors(std::uint32_t site, std::uint64_t* sectors, std::size_t count);
  /// The access has been made: what it added to a site's sums, which is not nothing, with the
  /// sectors that were added for the site.
  void end_access(std::uint32_t site, std::uint32_t lanes, const AccessCounters& counts);
  /// Of all its sites.
  void end_accesses() { pending_.clear(); }
  void barrier(const BarrierRecord& record);
  void mbarrier(const MbarrierRecord& record);

  std::size_t size_bytes() const { return used_; }
  const std::byte* data() const { return bytes_.data(); }

 private:
  struct Pending {
    std::uint32_t site = 0;
    SectorRun run;
  };
  struct Last {
    std::uint64_t warp = 0;  ///< number of the warp that it is of, in number_
    TracedShape shape;
  };
  static constexpr std::size_t kMostEntryBytes = 16;
  static constexpr std::size_t kMostNumberBytes = 10;

  static std::uint64_t kind(TraceKind kind) { return static_cast<std::uint64_t>(kind); }
  /// At least so many bytes behind what is used.
  std::byte* room(std::size_t bytes) {
    if (bytes_.size() - used_ < bytes) bytes_.resize(2 * bytes_.size() + bytes);
    return bytes_.data() + used_;
  }
  static std::size_t put(std::byte* at, std::uint64_t value) {
    std::size_t bytes = 0;
    for (; value >= 0x80; value >>= 7) at[bytes++] = static_cast<std::byte>(value | 0x80);
    at[bytes++] = static_cast<std::byte>(value);
    return bytes;
  }
  void number(std::uint64_t value) { used_ += put(room(kMostNumberBytes), value); }
  void difference(std::uint64_t to, std::uint64_t from) {
    const auto by = static_cast<std::int64_t>(to - from);
    number(static_cast<std::uint64_t>(by) << 1 ^ static_cast<std::uint64_t>(by >> 63));
  }

  std::vector<std::byte> bytes_;
  std::size_t used_ = 0;
  std::uint32_t lanes_ = 0;  ///< of the last entry
  std::vector<Pending> pending_;
  std::vector<SectorRun> runs_;  ///< of one site, relative to its first
  std::vector<Last> last_;       ///< by site
  std::uint64_t number_ = 0;     ///< of warps that have begun here
};

}  // namespace warpscope::exec
