// The L1 caches of a launch's multiprocessors: which bytes of which lines each holds
// (docs/reference/counters.md, rule R10).
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "vgpu/counting/l1_use.h"

namespace warpscope::exec {

inline constexpr std::uint64_t kL1LineBytes = 128;

/// Bytes of a line, bit i of word w: byte 64 * w + i.
using LineBytes = std::array<std::uint64_t, 2>;

/// One cache. A sector of a load hits when the cache holds all bytes of it that the load asks for,
/// or has already asked L2 for them; parts of sectors, which stores leave, are fetched together.
/// The line that was used longest ago makes room.
class L1Cache {
 public:
  explicit L1Cache(std::uint64_t most_lines) : most_lines_(most_lines) {}

  /// Sectors of 32 bytes that hit.
  std::uint32_t load(std::uint64_t line, const LineBytes& bytes, L1Use use);
  /// Stores go through to L2 and leave their bytes behind.
  void store(std::uint64_t line, const LineBytes& bytes);
  void drop(std::uint64_t line);
  void drop_all();

 private:
  struct Line {
    LineBytes held{};
    std::list<std::uint64_t>::iterator age;
  };
  Line& touch(std::uint64_t line);

  std::uint64_t most_lines_;
  std::unordered_map<std::uint64_t, Line> lines_;
  std::list<std::uint64_t> by_age_;  ///< the one used last at the end
};

/// One cache for each multiprocessor, and the hits of each access site.
class L1Caches {
 public:
  /// Of `bytes` each. What the sets' uneven load leaves unused is taken off: 1/16.
  L1Caches(std::uint64_t bytes, std::uint32_t sm_count, std::size_t sites);
  L1Cache& of(std::uint64_t sm) { return caches_[sm % caches_.size()]; }
  void add_hits(std::size_t site, std::uint64_t sectors) { hits_[site] += sectors; }
  std::uint64_t hits(std::size_t site) const { return hits_[site]; }

 private:
  std::vector<L1Cache> caches_;
  std::vector<std::uint64_t> hits_;  ///< sectors
};

}  // namespace warpscope::exec
