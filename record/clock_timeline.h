// What the clock kept of a launch over time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::record {

/// In cycles of the SMs from the moment when the first block is handed out, which is taken for the
/// launch's begin. It stands beside the record, in a file of its own (timelines.h).
struct ClockTimeline {
  struct Block {
    std::uint64_t block = 0;  ///< linear index in the grid
    std::uint32_t sm = 0;
    std::uint64_t begin_cycle = 0, end_cycle = 0;
  };
  struct Warp {
    std::uint64_t block = 0;
    std::uint32_t warp = 0;  ///< in the block
    std::uint64_t begin_cycle = 0;
    /// By turns: which of `states`, and for how many cycles, one after the other.
    std::vector<std::uint64_t> spans;
  };
  /// What warps of a block brought from global to shared memory and handed over at one phase of a
  /// barrier. Times are in order; 0: it did not come to that while the block ran.
  struct Transfer {
    enum class Kind : std::uint8_t {
      bulk_copies,
      asynchronous_copies,  ///< cp.async
      loads                 ///< loads whose values are stored to shared memory
    };
    Kind kind = Kind::bulk_copies;
    std::uint64_t block = 0;
    /// Which barrier of the block handed it over: a number in the order in which they are used so.
    std::uint32_t stage = 0;
    std::uint64_t asking_warps = 0, using_warps = 0;  ///< a bit for each of the first 64 of a block
    std::uint64_t requests = 0;                       ///< instructions of warps, or bulk copies
    std::uint64_t bytes = 0;
    std::uint64_t latency_cycles = 0;    ///< a byte was on its way so long, on average
    std::uint64_t asked_cycle = 0;       ///< the first of them
    std::uint64_t arrived_cycle = 0;     ///< the last of them
    std::uint64_t used_cycle = 0;        ///< the first warp that waited for it went on
    std::uint64_t given_back_cycle = 0;  ///< the last of these next arrived at a barrier
  };
  std::vector<Block> blocks;          ///< of some SMs
  std::uint64_t blocks_left_out = 0;  ///< of these SMs
  std::vector<std::string> states;    ///< "selected": it issues, with short waits between
  std::vector<Warp> warps;            ///< of two blocks of one SM, as the transfers
  std::vector<Transfer> transfers;    ///< by block, in the order in which they were asked for
  std::uint64_t transfers_left_out = 0;
  std::uint64_t interval_cycles = 0;
  std::vector<std::uint64_t> bytes_in_flight;  ///< of all SMs that were timed, by interval
};

}  // namespace warpscope::record
