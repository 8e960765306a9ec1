// From the PTX blocks that a warp executed to the machine blocks that the hardware issues.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vgpu/machine_code/function.h"
#include "vgpu/machine_code/homes.h"
#include "vgpu/machine_code/paths.h"

namespace warpscope::machine_code {

/// Lanes of a warp enter a basic block of the PTX.
struct PtxEntry {
  bool operator==(const PtxEntry&) const = default;
  std::uint32_t block = 0;  ///< index into what match() was given
  std::uint32_t lanes = 0;
};

/// A machine block that a warp issues, with those of its entries of PTX blocks that it is for.
struct IssuedBlock {
  std::uint32_t block = 0;
  std::uint32_t first_entry = 0, last_entry = 0;
};

/// The machine code that warps executed.
struct Issued {
  std::vector<std::uint64_t> warps;    ///< executions of each machine block
  std::vector<std::uint64_t> threads;  ///< the same, a thread at a time
  std::uint64_t lost = 0;              ///< entries to which no way led
  std::uint64_t repeated = 0;          ///< turns of loops around shared atomics, beyond the first
};

/// Replays each warp's row of PTX blocks on the graph of machine blocks. Each lane stands in a
/// visit of a machine block. An entry uses up a copy that its lanes' visit still has, or lanes join
/// a visit that others of the entry are in, or they go to a home of the PTX block by the cheapest
/// way, and what they pass is issued. Turns of a loop that was unrolled are taken together. The
/// steps are those of docs/evidence/machine_code.md.
class Walk {
 public:
  /// Both must outlive it. `blocks` are match()'s.
  Walk(const MachineFunction& function, std::span<const MatchedBlock> blocks);
  /// So many warps that go the same way, from beginning to end.
  void warps(std::span<const PtxEntry> entries, std::uint64_t count = 1);
  /// What a shared atomic without hardware support is: a loop around a compare-and-swap, which the
  /// walk takes once for each execution. When all warps are through: `swaps` is how many
  /// compare-and-swaps the PTX instruction of this number has made.
  void repeat_atomic(std::uint32_t ptx, std::uint64_t swaps);
  const Issued& issued() const { return issued_; }
  /// From now on warps() appends what it issues, block after block. nullptr: no more.
  void write_order(std::vector<IssuedBlock>* order) { order_ = order; }

 private:
  static constexpr int kLanes = 32;
  /// Lanes that execute a machine block together.
  struct Visit {
    std::uint32_t block = 0;
    std::uint32_t lanes = 0;  ///< that have been in it
    /// Copies of PTX blocks that it has stood for.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> used;
    std::uint32_t& used_of(std::uint32_t ptx_block);
  };
  static constexpr std::uint32_t kNowhere = ~0U;

  void enter(std::span<const PtxEntry> entries, std::size_t& at);
  bool take_turns_together(std::span<const PtxEntry> entries, std::size_t& at);
  void go(const PtxEntry& entry, std::uint32_t coming_turns);
  std::uint32_t choose_home(const MatchedBlock& block, std::uint32_t from,
                            std::uint32_t coming_turns);
  /// What is left of the PTX block was computed on the way to where lanes are.
  bool is_behind(std::uint32_t ptx_block, std::uint32_t from);
  void pass(std::span<const std::uint32_t> way, std::uint32_t lanes, std::uint64_t times = 1);
  void issue(std::uint32_t block, std::uint32_t lanes, std::uint64_t times = 1);
  void write(std::uint32_t block);
  void write_way(std::span<const std::uint32_t> way);
  void count_threads(std::uint32_t block, std::uint64_t threads);
  std::uint32_t begin_visit(std::uint32_t block, std::uint32_t lanes);
  void forget_left_visits();
  void leave(std::uint32_t last_block);
  std::uint32_t lanes_at(std::uint32_t visit) const;
  void call(std::uint32_t lanes);
  void return_from_call(std::uint32_t lanes);

  const MachineFunction& function_;
  std::span<const MatchedBlock> blocks_;
  Paths paths_;
  Issued issued_;
  std::vector<IssuedBlock>* order_ = nullptr;
  // Of the warps that are under way:
  IssuedBlock entries_;  ///< those that are being replayed
  std::uint64_t warps_ = 1;
  std::vector<Visit> visits_;
  std::vector<std::uint64_t> executed_;  ///< how often each machine block was issued
  /// By PTX block without anchors: the execution of its home that its last entry was in.
  std::vector<std::uint64_t> computed_in_;
  std::uint32_t at_[kLanes];  ///< index into visits_, by lane
  std::vector<std::uint32_t> callers_[kLanes];
  std::vector<std::uint32_t>
      turns_;  ///< of each entry: how often its block comes in a row, with the same lanes
};

}  // namespace warpscope::machine_code
