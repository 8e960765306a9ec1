// How long atomics on global memory wait for each other in L2: where they fall, not how many there
// are.
//
// Measured on an H200 with bench/h200/atomic_queues.cu (docs/evidence/atomic_queues.md): a part of
// L2 serves one sector after the other, and each kilobyte of addresses lies in two parts, 256 bytes
// by turns. Numbers with a fraction take longer where they meet in one sector.
#pragma once

#include <cstdint>
#include <vector>

#include "vgpu/counting/atomic_sectors.h"

namespace warpscope::exec {

/// Which part of L2 serves a line of 128 bytes: kilobyte, and which 256 bytes of a pair.
std::uint64_t atomic_part_of(std::uint64_t line);

/// Of one worker. What is added in another order, or in parts by several, gives the same.
class AtomicQueues {
 public:
  void add(const AtomicPackets& packets, bool computes_floats);
  /// Adds what another has, which is empty afterwards.
  void take(AtomicQueues& other);

  /// Sectors that the busiest part serves. Places that share a bucket count as one: a little too
  /// much where atomics are spread over so many places that none is busy.
  std::uint64_t longest() const;
  /// Times that the busiest sector is served for atomics that compute with fractions.
  std::uint64_t longest_of_floats() const;

 private:
  // By a hash of the address; none before the first atomic.
  std::vector<std::uint64_t> parts_, float_sectors_;
};

}  // namespace warpscope::exec
