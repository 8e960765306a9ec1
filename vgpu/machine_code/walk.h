// From the PTX blocks that a warp executed to the machine blocks that the hardware issues.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "vgpu/machine_code/function.h"
#include "vgpu/machine_code/homes.h"
#include "vgpu/machine_code/paths.h"
#include "vgpu/machine_code/routine_ways.h"

namespace warpscope::machine_code {

/// Lanes of a warp enter a basic block of the PTX.
struct PtxEntry {
  bool operator==(const PtxEntry&) const = default;
  std::uint32_t block = 0;  ///< index into what match() was given
  std::uint32_t lanes = 0;
};

/// Some lanes come to a division or a root with operands for which its machine code calls a routine
/// of the toolkit.
struct RareOperands {
  bool operator==(const RareOperands&) const = default;
  std::uint32_t ptx = 0;    ///< number of the instruction
  std::uint32_t entry = 0;  ///< which of the warp's entries of PTX blocks it is executed in
  std::uint32_t lanes = 0;
  /// That the routine executes for such operands, as it was measured (vgpu/timing/routine_costs.h).
  std::uint32_t instructions = 0;
  bool is_certain = true;  ///< the number is the hardware's
};

/// A machine block that a warp issues, or a part of one from call to call, with those of its
/// entries of PTX blocks that it is for.
struct IssuedBlock {
  std::uint32_t block = 0;
  std::uint32_t first_entry = 0, last_entry = 0;
  std::uint32_t first = 0, end = 0;  ///< instructions [first, end)
};

/// The machine code that warps executed.
struct Issued {
  std::vector<std::uint64_t> warps;    ///< executions of each machine block
  std::vector<std::uint64_t> threads;  ///< the same, a thread at a time
  std::uint64_t lost = 0;              ///< entries to which no way led
  std::uint64_t repeated = 0;          ///< turns of loops around shared atomics, beyond the first
  /// Of parts of blocks that groups of lanes issue one after the other, beyond the first.
  std::uint64_t further_instructions = 0;
  std::uint64_t uncertain = 0;  ///< calls of routines whose way through is not known
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
  /// So many warps that go the same way, from beginning to end. `rare`: by entry.
  void warps(std::span<const PtxEntry> entries, std::span<const RareOperands> rare = {},
             std::uint64_t count = 1);
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
    /// Where functions begin that have been called from it.
    std::vector<std::uint32_t> called;
    std::uint32_t returned = 0;     ///< groups of lanes that have come back from the last of these
    std::uint32_t written_end = 0;  ///< instructions before this one have been written
  };
  static constexpr std::uint32_t kNowhere = ~0U;
  /// In place of the visit that a function is called from: its code stands there.
  static constexpr std::uint32_t kInlined = ~0U - 1;
  /// Where a lane is in the PTX of a function.
  struct Place {
    bool operator==(const Place&) const = default;
    std::uint32_t block = kNowhere;
    std::uint32_t calls_left = 0;  ///< of the block's calls those that it has not made
  };
  /// From where a lane has called.
  struct Caller {
    std::uint32_t visit = 0;
    Place place;
  };
  /// Machine code asks whether an operand is rare, and calls a routine or goes on.
  struct Question {
    std::uint32_t ptx = 0;
    std::uint32_t calling = 0;           ///< the block with the call
    std::uint32_t meeting = 0;           ///< where both ways meet
    std::optional<std::uint32_t> usual;  ///< what stands on the usual way before that
  };
  /// Which lanes have executed a machine block on which way.
  struct Passed {
    std::uint64_t way = 0;
    std::uint32_t lanes = 0;
  };
  /// Lanes that go one way through what a question leads to.
  struct RareGroup {
    std::uint32_t lanes = 0;
    std::span<const std::uint32_t> way;  ///< blocks of the routine
    std::size_t at = 0;
  };

  void enter(std::span<const PtxEntry> entries, std::size_t& at);
  bool may_join(const PtxEntry& entry);
  bool take_turns_together(std::span<const PtxEntry> entries, std::size_t& at);
  void go(const PtxEntry& entry, std::span<const PtxEntry> later,
          std::span<const std::uint32_t> turns);
  std::uint32_t choose_home(const MatchedBlock& block, std::uint32_t from,
                            std::uint32_t coming_turns);
  /// Where lanes of this visit will be next that is certain: the home of the next entry that has
  /// one with accesses or branches. `turns` are those of `later`.
  std::optional<std::uint32_t> coming_home(std::uint32_t visit, std::uint32_t lanes,
                                           std::span<const PtxEntry> later,
                                           std::span<const std::uint32_t> turns);
  /// Of a PTX block without such, that ptxas copied: the copy on the way to the coming home; the
  /// lanes' own block where there is none, and they stay.
  std::uint32_t copy_on_the_way(const MatchedBlock& block, std::uint32_t from, std::uint32_t to,
                                std::uint32_t coming_turns);
  bool is_reachable(const MatchedBlock& block, std::uint32_t from);
  bool has_only_longer_rounds(const MatchedBlock& block, std::uint32_t from,
                              std::uint32_t coming_turns);
  /// Begins a new way where an entry leads back, or into a function or out of it.
  // walk_ways.cpp
  void follow_way(const PtxEntry& entry);
  /// On a way, which leads back nowhere, lanes execute a machine block once: what stands for this
  /// block was executed before others of the way.
  bool was_passed(const MatchedBlock& block, std::uint32_t lanes) const;
  void note_passed(std::uint32_t block, std::uint32_t lanes);
  /// What is left of the PTX block was computed on the way to where lanes are.
  bool is_behind(std::uint32_t ptx_block, std::uint32_t from);
  /// Lanes go by blocks, the last of which comes first.
  void pass(std::span<const std::uint32_t> way, std::uint32_t lanes);
  /// Issues a block that no visit is of.
  void issue(std::uint32_t block, std::uint32_t lanes);
  void count(std::uint32_t block, std::uint32_t lanes, std::uint64_t times);
  void count_threads(std::uint32_t block, std::uint64_t threads);
  /// Lanes are there from now on.
  std::uint32_t begin_visit(std::uint32_t block, std::uint32_t lanes);
  /// The same, and issues the block.
  std::uint32_t arrive(std::uint32_t block, std::uint32_t lanes);
  void forget_left_visits();
  std::uint32_t lanes_at(std::uint32_t visit) const;
  /// Visits and the lanes that are in them.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> groups_of(std::uint32_t lanes) const;

  // walk_order.cpp: what is appended to order_.
  void write(std::uint32_t block);
  void write_part(std::uint32_t block, std::uint32_t first, std::uint32_t end);
  /// Of a visit's block what stands before its next call of a function, and the call.
  void write_to_call(Visit& visit);
  void write_rest(Visit& visit);

  // walk_calls.cpp: functions of the program.
  void settle(const PtxEntry& entry);
  void call(const MatchedBlock& block, std::uint32_t lanes);
  std::uint32_t go_to_call(std::uint32_t visit, std::uint32_t lanes, std::uint32_t callee);
  bool may_call(const Visit& visit, std::uint32_t callee) const;
  void return_from_call(std::uint32_t lanes);
  void return_where_all_do(std::uint32_t lanes);
  void count_returns(std::uint32_t caller, std::uint32_t groups);
  bool meets_at(std::uint32_t from, std::uint32_t to, std::uint32_t lanes);
  void end(const MatchedBlock& last, std::uint32_t visit, std::uint32_t lanes);
  void leave();

  // walk_routines.cpp: the toolkit's.
  void find_questions();
  void answer_questions(std::uint32_t block, std::uint32_t lanes);
  void answer(const Question& question, std::vector<RareGroup> groups, std::uint32_t lanes);
  void go_together(std::vector<RareGroup*> groups, int open, int closes, std::uint32_t& ends);

  const MachineFunction& function_;
  std::span<const MatchedBlock> blocks_;
  Paths paths_;
  RoutineWays routine_ways_;
  std::unordered_map<std::uint32_t, std::vector<Question>> questions_;  ///< by block
  Issued issued_;
  std::vector<IssuedBlock>* order_ = nullptr;
  // Of the warps that are under way:
  IssuedBlock entries_;  ///< those that are being replayed
  std::uint64_t warps_ = 1;
  std::vector<Visit> visits_;
  std::vector<std::uint64_t> executed_;  ///< how often each machine block was issued
  /// By PTX block without anchors: the execution of its home that its last entry was in.
  std::vector<std::uint64_t> computed_in_;
  std::uint32_t at_[kLanes];            ///< index into visits_, by lane
  std::vector<RareOperands> rare_;      ///< that no question has been asked for yet, by entry
  std::vector<std::uint32_t> skipped_;  ///< usual ways that no lane goes, though the walk does
  Place place_[kLanes];
  std::uint32_t last_[kLanes];  ///< entry of a PTX block, by lane
  std::uint64_t way_ = 1;       ///< the number of the way between two turns of a loop
  std::vector<Passed> passed_;  ///< by machine block
  std::vector<Caller> callers_[kLanes];
  std::vector<std::uint32_t>
      turns_;  ///< of each entry: how often its block comes in a row, with the same lanes
};

}  // namespace warpscope::machine_code
