// What a trace of a launch consists of: each warp's row of basic blocks, of accesses to memory, and
// of arrivals at barriers and waits there, in the order in which the warp executed them. That is
// what a clock needs that replays a launch.
#pragma once

#include <cstdint>
#include <span>
#include <variant>

#include "vgpu/counting/access_counters.h"
#include "vgpu/counting/rare_operands.h"

namespace warpscope::exec {

/// Lanes enter a basic block of the PTX.
struct BlockEntry {
  std::uint32_t block = 0;  ///< index into LaunchTrace::blocks()
  std::uint32_t lanes = 0;
};

/// Sectors of 32 bytes, one behind the other.
struct SectorRun {
  std::uint64_t first = 0;  ///< address / 32; of local memory, see TracedAccess
  std::uint32_t count = 0;
  bool operator==(const SectorRun&) const = default;
};

/// What one execution of an instruction did at one of its sites. In an atomic's runs a sector
/// stands as often as it is served. The sectors of local memory are numbers within the warp's: word
/// w of its lanes lies in sectors 4 * w to 4 * w + 3, of eight lanes each. Shared memory has none.
struct TracedAccess {
  std::uint32_t site = 0;   ///< index into LaunchTrace::sites()
  std::uint32_t lanes = 0;  ///< that executed the instruction
  AccessCounters counts;    ///< what it added to the site's: sectors, wavefronts, conflicts, ...
  /// Loads of global memory: words in the bank of L1 that has most (counting/l1_banks.h). Else 0.
  std::uint32_t bank_words = 0;
  std::span<const SectorRun> runs;  ///< until the next record is read
};

/// Lanes come to a barrier of the block and wait until it opens, or only arrive (bar.arrive).
struct BarrierRecord {
  std::uint32_t site = 0;
  std::uint32_t lanes = 0;
  std::uint32_t barrier = 0;  ///< kClusterBarrier: the cluster's
  std::uint32_t threads = 0;  ///< that it is for; 0: all of the block
  bool waits = false;
};

/// Lanes do something with an mbarrier in shared memory. A test that failed is in no record of its
/// own: its block is.
struct MbarrierRecord {
  enum class Kind : std::uint8_t {
    init,           ///< for `count` arrivals
    arrival,        ///< `count` arrivals, and `bytes` more to wait for
    copies_arrive,  ///< as many as lanes, when their cp.async before it are done
    wait            ///< a test that has seen the end of the phase of this parity
  };
  Kind kind = Kind::arrival;
  std::uint32_t instruction = 0;  ///< number in the kernel
  std::uint32_t lanes = 0;
  std::uint32_t offset = 0;  ///< in the block's shared memory
  std::uint32_t count = 0;   ///< of copies_arrive: that the phase did not expect before
  std::int64_t bytes = 0;
  bool parity = false;
  bool drops = false;  ///< the arrivals are not expected in later phases
};

/// A lane asks for a bulk copy, or a bulk reduction.
struct BulkCopyRecord {
  static constexpr std::uint32_t kNoMbarrier = ~0U;
  std::uint32_t instruction = 0;         ///< number in the kernel
  std::uint32_t lane = 0;                ///< its number
  std::uint32_t mbarrier = kNoMbarrier;  ///< offset of the one that learns of its end
  std::uint32_t bytes = 0;
  std::uint64_t address = 0;  ///< in global memory
  bool is_to_global = false;
  bool is_within_shared = false;  ///< from shared memory to shared memory
};

/// Lanes read a clock. The records of a warp are in the order of its reads (ClockReadings::Warp).
struct ClockRecord {
  std::uint32_t instruction = 0;  ///< number in the kernel
};

/// Lanes pause (nanosleep).
struct PauseRecord {
  std::uint32_t instruction = 0;  ///< number in the kernel
  std::uint32_t nanoseconds = 0;  ///< that the longest of them asks for
};

/// Lanes come to a division or a root with operands for which machine code calls a routine. A
/// record for each kind of operands that is among them.
struct RareOperandsRecord {
  std::uint32_t instruction = 0;  ///< number in the kernel
  std::uint32_t lanes = 0;
  RareOperands operands = RareOperands::none;
};

using TraceRecord = std::variant<BlockEntry, TracedAccess, BarrierRecord, MbarrierRecord,
                                 BulkCopyRecord, ClockRecord, PauseRecord, RareOperandsRecord>;

}  // namespace warpscope::exec
