// Which of a kernel's __syncthreads() order anything.
//
// A barrier is needed when one thread touches memory before it and another one behind it, and at
// least one of the two writes. Of a pair of accesses with several barriers in between any of them
// would do; so what is found is a set of barriers that together order every pair, and all others
// can go together. It holds for the data of this launch: who says that a barrier is not needed
// looks at all launches, and at barriers that were executed often.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/observation/event.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::patterns {

class BarrierUse {
 public:
  BarrierUse(const Program& program, const Kernel& kernel);

  /// False for kernels that this does not understand, and when nothing is left to find: their
  /// blocks need not be watched.
  bool is_open() const { return is_open_; }
  /// Adds kUnneededBarriers of the lines whose barriers can go.
  void add_to(std::vector<PatternCount>& patterns) const;

  class Block;

 private:
  struct Site {
    std::uint32_t instruction = 0;
    std::uint64_t executions = 0;  ///< by warps
  };
  void give_up();
  /// One of these barriers, as bits, is needed.
  void need(std::uint64_t sites);
  std::uint64_t needed() const;

  const Program& program_;
  const Kernel& kernel_;
  std::vector<Site> sites_;        ///< at most 64
  std::uint64_t known_ = 0;        ///< sites that are needed for certain
  std::set<std::uint64_t> masks_;  ///< of which one each is needed
  std::uint64_t touches_ = 0;      ///< of cells of global memory
  bool is_open_ = false;
  bool has_given_up_ = false;
};

/// One block at a time.
class BarrierUse::Block {
 public:
  Block(BarrierUse& use, std::uint32_t shared_bytes);
  void begin();
  void access(const AccessEvent& event);
  void meeting(const BarrierMeeting& meeting);

 private:
  static constexpr std::uint32_t kNobody = 0xffff, kManyThreads = 0xfffe;
  /// Epochs are counted by barriers, through all blocks; those of earlier blocks are long ago.
  struct Cell {
    std::uint32_t write = 0, read = 0, other_read = 0;  ///< epochs
    std::uint16_t writer = kNobody, reader = kNobody, other_reader = kNobody;
  };
  void touch(Cell& cell, std::uint32_t thread, bool is_write);
  void depends_on(std::uint32_t epoch);

  BarrierUse& use_;
  std::uint32_t epoch_ = 1, first_epoch_ = 1;
  std::vector<std::uint32_t> last_opening_;  ///< by site: the epoch that began with it
  std::uint32_t seen_epoch_ = 0;             ///< depends_on() was told of it in this epoch
  std::vector<Cell> shared_;
  std::unordered_map<std::uint64_t, Cell> global_;
};

}  // namespace warpscope::exec::patterns
