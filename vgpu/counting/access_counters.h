// What is counted while a kernel runs: sums of sites and of basic blocks.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// What one site (AccessSite: a memory operation, branch or barrier) has counted on one worker. Two
/// of the sums have a name for each kind of site; a kind that is not named below has none of them.
/// launch_result.cpp says which counters they add to.
struct AccessCounters {
  std::uint64_t instructions = 0;
  std::uint64_t requests = 0;  ///< used of global memory only
  std::uint64_t bytes = 0;     ///< that lanes asked for; used of global memory only

  /// Global, local, bulk copy or image: 32-byte sectors.
  std::uint64_t& sectors() { return units; }
  /// Shared, matrix: passes through the banks.
  std::uint64_t& wavefronts() { return units; }
  /// Constant load: requests to the constant cache, of distinct addresses.
  std::uint64_t& constant_requests() { return units; }
  /// Branch: executions at which lanes went both ways.
  std::uint64_t& divergences() { return units; }

  /// Global load or store: the fewest sectors that hold as many bytes.
  std::uint64_t& ideal_sectors() { return more_units; }
  /// Shared, matrix, asynchronous copy: wavefronts beyond those that no layout could avoid.
  std::uint64_t& conflicts() { return more_units; }
  /// Constant load: requests beyond the first.
  std::uint64_t& replays() { return more_units; }
  /// Reduction in an image: sectors as those of an atomic.
  std::uint64_t& reduction_sectors() { return more_units; }

  void add(const AccessCounters& other) {
    instructions += other.instructions;
    requests += other.requests;
    bytes += other.bytes;
    units += other.units;
    more_units += other.more_units;
  }
  void subtract(const AccessCounters& other) {
    instructions -= other.instructions;
    requests -= other.requests;
    bytes -= other.bytes;
    units -= other.units;
    more_units -= other.more_units;
  }
  bool operator==(const AccessCounters&) const = default;

  // What the names above stand for: one place each, because no site has more than one of them.
  std::uint64_t units = 0, more_units = 0;
};

struct BlockCounters {
  std::uint64_t executions = 0;
  std::uint64_t lanes = 0;
};

}  // namespace warpscope::exec
