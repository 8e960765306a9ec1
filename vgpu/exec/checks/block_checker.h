// The checks of one block at a time.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/checks/announced_stores.h"
#include "vgpu/exec/checks/block_order.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/checks/copy_sources.h"
#include "vgpu/exec/checks/plain_locks.h"
#include "vgpu/exec/checks/polled_words.h"
#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/settled_reads.h"
#include "vgpu/exec/checks/tried_locks.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/observation/sum_watch.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::exec::checks {

class BlockChecker
    : public ObserverOf<BlockChecker, AccessEvent, LineAccess, BlockBegin, WarpBegin, WarpEnd,
                        OutsideFetch, UnknownConversion, Fence, WarpSync, WarpReduction,
                        MissingLanes, BarrierArrival, BarrierMeeting, BarrierOpening, UndefinedUse,
                        PartialUse, SumPastEnd, MbarrierInit, MbarrierUse, MbarrierArrival,
                        MbarrierWait, CopyPerformed> {
 public:
  BlockChecker(Checker& checker, const BlockShape& shape);

  void on(const BlockBegin& block);
  void on(const WarpBegin& begun);
  void on(const WarpEnd& ended) {
    leave_tries(ended.warp);
    order_.end_warp(ended.warp);
  }
  void on(const AccessEvent& event);
  void on(const OutsideFetch& fetch);
  void on(const UnknownConversion& conversion);
  Answer on(const LineAccess& access);
  void on(const Fence& fence) {
    look_runs_[fence.who.warp].place = 0;
    order_.fence(fence.who, fence.scope);
  }
  void on(const WarpSync& sync) {
    look_runs_[sync.who.warp].place = 0;
    if (sync.orders_memory) {
      order_.warp_sync(sync.who);
    } else {
      order_.meet(sync.who.warp);
    }
  }
  void on(const WarpReduction& reduction);
  void on(const BarrierArrival& arrival) { order_.arrive(arrival.who.warp, arrival.barrier); }
  void on(const BarrierOpening& opening);
  void on(const BarrierMeeting& meeting);
  void on(const PartialUse& use) {
    partial_ = use.who;
    partial_instruction_ = use.instruction;
  }
  void on(const UndefinedUse& use);
  void on(const SumPastEnd& sum);
  void on(const MissingLanes& lanes);
  void on(const MbarrierArrival& arrival) {
    order_.release(arrival.who.warp, arrival.offset, false);
  }
  void on(const MbarrierWait& wait) { order_.acquire(wait.who.warp, wait.offset, true); }
  void on(const CopyPerformed& copy) {
    shared_sources_.remove(copy.to);
    global_sources_.remove(copy.to);
  }
  void on(const MbarrierInit& init);
  void on(const MbarrierUse& use);

 private:
  /// Records of each cell: its last write and a read; in shared memory another read as well, of
  /// another warp if there is such.
  struct Cells {
    RecordRows writes, reads;
    RecordRows other_reads{};  ///< without words: not kept
    SettledReads settled{};    ///< of global memory
    CoveredWrites* covered = nullptr;
    /// As writes.apart(). Where the pool has nothing left, the row's readers are forgotten.
    std::uint64_t* writes_apart(std::uint64_t row) {
      std::uint64_t* words = writes.apart(row);
      if (words == nullptr && RecordRows::is_apart(reads.word(row))) {
        reads.set_row(row, 0);
        words = writes.apart(row);
      }
      if (words == nullptr) writes.lose_write();
      return words;
    }
    void set_write(std::uint64_t cell, std::uint64_t record) {
      if (writes.get(cell) == record) return;
      std::uint64_t* words = writes_apart(cell / kRowCells);
      if (words != nullptr) words[cell % kRowCells] = record;
    }
  };
  /// Of the access that is looked at.
  struct Now {
    const AccessEvent* event = nullptr;
    std::uint32_t place = 0;
    std::uint32_t lane = 0;
    std::uint64_t address = 0;  ///< of the cell
    std::uint32_t byte = 0;     ///< of the lane's bytes, where the cell begins
    bool is_write = false;
    bool has_apart = false;  ///< its lanes access different places
  };

  void check_written(const AccessEvent& event, std::uint32_t place, memory::WrittenBytes& written,
                     std::uint64_t base, std::uint64_t lane_stride);
  bool is_unwritten(const AccessEvent& event, const memory::WrittenBytes& written,
                    std::uint64_t offset) const;
  /// Lanes that loaded what nothing has written, and have not used it yet.
  struct UnwrittenRead {
    static constexpr std::uint32_t kOwn = 32;
    std::uint32_t place = 0, lanes = 0, size_bytes = 0;
    std::uint32_t origin = kOwn;  ///< the lane that gave it to others by a reduction
    ptx::Space space = ptx::Space::global;
    std::array<std::uint64_t, 32> addresses{};
  };
  void note_unwritten(const AccessEvent& event, std::uint32_t place, std::uint32_t lanes);
  /// These lanes store something: it may depend on all that they have loaded.
  void use_unwritten(WarpLanes who);
  void report_unwritten(const UnwrittenRead& read, std::uint32_t warp);
  /// All warps have ended.
  void settle_early_shared_reads();
  /// The same of a register.
  void report_unset(const UndefinedUse& use);
  /// Wide loads and stores.
  static constexpr std::uint32_t kMostCellsPerLane = 16;

  /// Lanes of one store that write different values to one place.
  void check_lanes_of_store(const AccessEvent& event, std::uint32_t place);
  /// An access beside the shared variable that its address belongs to.
  void check_array(const AccessEvent& event, std::uint32_t place);
  void check_places_of_barrier(const BarrierMeeting& meeting);
  void check_counts_of_barrier(const BarrierMeeting& meeting);
  void check_exits_before_barrier(const BarrierMeeting& meeting);

  void check_shared(const AccessEvent& event, std::uint32_t place);
  void check_global(const AccessEvent& event, std::uint32_t place);
  void check_cell(Now& now, CoveredWrites& covered, std::uint64_t& write, std::uint64_t& read,
                  std::uint64_t* other_read, std::uint64_t own);
  // covered.cpp
  /// Races with a write that the cell's last one, `last`, has covered; and what covers now.
  void check_covered(const Now& now, CoveredWrites& covered, std::uint64_t last);
  /// Where false, check_covered() would do nothing but where `last` is not ordered before.
  bool may_be_covered(std::uint32_t place, bool is_write, const CoveredWrites& covered,
                      std::uint64_t last, bool is_shared) const;
  bool may_row_be_covered(const Now& now, const Cells& cells, std::uint64_t row) const;
  bool is_known_to_all(const Record& record, bool is_shared) const;
  /// The same of all cells of a lane.
  void check_lane(Now& now, Cells& cells, std::uint64_t first, std::uint64_t own);

  // rows.cpp. False, and nothing done, unless it is plain that nothing conflicts.
  /// All cells of a lane, which are parts of one row.
  bool pass_lane(const Now& now, Cells& cells, std::uint64_t first, std::uint64_t own);
  // In the following, `own` has a row_shape for its lane.
  /// How the lanes of an access lie.
  struct Layout {
    bool is_contiguous = false;              ///< all lanes, neighbours in their order
    std::uint32_t shape = row_shape::kNone;  ///< set: all lanes have a cell of one row
    std::uint64_t row = 0;                   ///< from address 0
    bool is_row() const { return shape != row_shape::kNone; }
  };
  void look_at_layout(const AccessEvent& event);
  // quick_rows.cpp. False, and nothing done, unless the access is one of a whole row with nothing
  // to say of it.
  bool is_done_quickly(const AccessEvent& event, std::uint32_t place);
  struct RowWords {
    std::uint64_t *write = nullptr, *read = nullptr, *other_read = nullptr;
  };
  std::uint64_t no_record_ = 0;  ///< stands for a word that is not kept
  /// The same of the words of a row; of shared memory `others` has all bits.
  bool pass_row(const RowWords& words, bool is_write, std::uint32_t warp, std::uint64_t own,
                std::uint64_t others);
  /// Notes reads where that takes little, and gives the lanes of which it takes more.
  std::uint32_t note_scattered_reads(const AccessEvent& event, const GlobalPiece& piece,
                                     Cells& cells, std::uint64_t own) const;
  bool check_row(const Now& now, Cells& cells, std::uint64_t row, std::uint64_t own);
  bool note_row_read(const Now& now, Cells& cells, std::uint64_t row, std::uint64_t own);
  bool note_cells_read(Cells& cells, std::uint64_t row, std::uint64_t own);
  std::uint64_t joined_read(std::uint64_t word, std::uint64_t own, std::uint32_t warp) const;
  /// Cells from `first` on that belong to the lanes one after the other; gives the lanes that are
  /// left to be looked at one by one. `own` is without a lane.
  std::uint32_t check_contiguous(const Now& now, Cells& cells, std::uint64_t first,
                                 std::uint64_t own);
  bool check_part(const Now& now, Cells& cells, std::uint64_t begin, std::uint64_t end,
                  std::uint64_t first, std::uint32_t cells_per_lane, std::uint64_t own);
  /// What makes records harmless at once, for the access that is looked at.
  struct Harmless {
    std::uint64_t time = 0;       ///< of other warps of this block, until then
    std::uint64_t warp_time = 0;  ///< of this warp, until then
    std::uint64_t others = 0;     ///< all bits: those of other blocks are, in shared memory
    /// All bits for a read of another block that stays known, where nothing orders it before.
    std::uint64_t stays(std::uint64_t record, std::uint64_t own) const {
      const bool is_elsewhere = record != 0 && ((record ^ own) & Record::kBlockOfPacked) != 0;
      return (is_elsewhere ? ~std::uint64_t{0} : 0) & ~others;
    }
    /// 0 when `record` is nobody's, the same thread's as `own`, or known to all.
    std::uint64_t differs(std::uint64_t record, std::uint64_t own) const {
      const std::uint64_t difference = record ^ own;
      // Masks of all bits or none, so that a loop over records becomes vector instructions.
      const auto all_if = [](bool holds) { return holds ? ~std::uint64_t{0} : 0; };
      const std::uint64_t is_elsewhere = all_if((difference & Record::kBlockOfPacked) != 0);
      const std::uint64_t is_others = all_if((difference & Record::kWarpOfPacked) != 0);
      const std::uint64_t until = (is_others & time) | (~is_others & warp_time);
      const std::uint64_t is_late = all_if(static_cast<std::int64_t>(record >> Record::kTimeShift) >
                                           static_cast<std::int64_t>(until));
      return all_if(record != 0) & all_if((difference & Record::kThreadOfPacked) != 0) &
             ((is_elsewhere & ~others) | (~is_elsewhere & is_late));
    }
  };
  void note_read(std::uint64_t& read, std::uint64_t* other_read, std::uint64_t own,
                 const Now& now) const;
  std::uint64_t own_record(std::uint32_t place, std::uint32_t warp) const {
    Record own;
    own.block = block_bits_;
    own.warp = warp;
    own.place = place;
    own.time = std::min(order_.now(), Record::kLastTime);
    return own.pack();
  }
  bool is_before(const Record& record, const Now& now) const;
  bool lacks_fence(const Record& record, const Now& now) const;
  bool is_weak(std::uint32_t place) const {
    return checker_.places[place].ordering == Ordering::weak;
  }
  bool conflicts(std::uint64_t bits, const Now& now) const;
  bool writes_the_same(const Record& record, const Now& now) const;
  bool has_stored_it_itself(const Record& record, const Now& now) const;
  bool is_of_marks(std::uint64_t bits, const Now& now) const;
  /// nullptr: it has been said.
  Violation* report_race(std::uint64_t bits, const Now& now);
  Violation::Kind kind_of(const Record& record, const Now& now) const;
  bool is_update(const Record& record, const Now& now) const;
  bool is_kept_update(const Record& record, const Now& now) const;
  /// This warp has looked at a word by which the other block has told of the access, and nobody
  /// there has made a fence in between.
  bool is_told_without_fence(const Record& record, const Now& now) const;
  /// Every block uses these places, because an index has the number of the thread in it and not
  /// that of the block.
  bool lacks_block_in_index(const Record& record, const Now& now, Violation::Kind kind) const;

  // announced_stores.cpp
  void announce(const AccessEvent& event, std::uint64_t address);
  void note_look(const AccessEvent& event, std::uint64_t address);
  void share_looks(std::span<const WarpLanes> waiting);
  /// Strong loads of what another block has told of without a fence.
  void check_announced(const AccessEvent& event, std::uint32_t place);

  // copy_sources.cpp
  void watch_copy(const AccessEvent& event, std::uint32_t place);
  void check_sources(const AccessEvent& event, std::uint32_t place);
  // plain_locks.cpp
  bool is_lock_store(const AccessEvent& event) const;
  void watch_lock(const AccessEvent& event, std::uint32_t place);
  bool is_known(const PlainLock& lock, const AccessEvent& event, std::uint32_t place) const;
  void report_plain_lock(const PlainLock& lock, const AccessEvent& event);

  // tried_locks.cpp
  void watch_tries(const AccessEvent& event, std::uint32_t place);
  /// Floats that an atomic compares as integers.
  void watch_float_bits(const AccessEvent& event, std::uint32_t place);
  /// Sums by atomics that pass the end of an int.
  void watch_sums(const AccessEvent& event, std::uint32_t place);
  FailedTry& failed_try(std::uint32_t warp, std::uint32_t place);
  void leave_tries(std::uint32_t warp);

  // folds.cpp
  void look_for_fold(const AccessEvent& event, std::uint32_t place);
  void note_fold(std::uint32_t place, std::uint32_t lanes);
  void report_fold();

  // polled_words.cpp
  void see_word(const AccessEvent& event, std::uint32_t place, std::uint32_t lane);
  void store_word(const AccessEvent& event, std::uint32_t lane);
  void note_stored_word(const AccessEvent& event, std::uint32_t lane, std::uint64_t before);

  void acquire(const AccessEvent& event, std::uint32_t place);
  void release(const AccessEvent& event);
  void remember(const AccessEvent& event, std::uint32_t place) {
    remember_visit(event.warp, place, event.lanes);
    if (event.kind != AccessKind::read) return;
    LastReads& reads = last_reads_[event.warp];
    LastRead& last = reads.next();
    // Behind a look at a flag the word is no longer what it was before.
    if (event.ordering != Ordering::weak) reads.reads[reads.older].place = 0;
    last.place = place;
    last.lanes = event.lanes;
    last.pattern = event.pattern;
    last.size_bytes = event.size_bytes;
    last.addresses[0] = event.addresses[0];
    if (event.pattern == AddressPattern::any)
      std::copy(event.addresses, event.addresses + last.addresses.size(), last.addresses.begin());
  }
  void remember_visit(std::uint32_t warp, std::uint32_t place, std::uint32_t lanes) {
    auto& visits = last_visits_[warp];
    if (place >= visits.size()) [[unlikely]]
      visits.resize(std::max<std::size_t>(place + 1, checker_.places.size()));
    visits[place] = {++sequence_, lanes};
    if (place < folding_.size() && folding_[place] == Folding::yes) note_fold(place, lanes);
    last_places_[warp] = place;
  }

  Checker& checker_;
  BlockOrder order_;
  std::uint64_t number_ = 0;      ///< of the block in the grid
  std::uint32_t block_bits_ = 0;  ///< its lowest bits, as Record has them
  std::uint64_t horizon_ = 0;     ///< the last release of another block that a warp has seen
  std::uint64_t past_ = 0;        ///< the last strong access that came before: PolledWords
  std::uint64_t local_bytes_ = 0;
  std::uint64_t shared_bytes_ = 0;
  memory::WrittenBytes shared_written_;
  std::vector<memory::WrittenBytes> local_written_;          ///< by warp
  std::vector<std::vector<UnwrittenRead>> unwritten_reads_;  ///< by warp
  std::vector<Checker::EarlyRead> early_shared_reads_;
  std::vector<std::uint64_t> shared_records_;  ///< of each row, for its Cells
  std::uint64_t shared_rows_ = 0;
  Cells shared_cells_;
  CoveredWrites shared_covered_;
  CopySources shared_sources_, global_sources_;
  /// Of the copy that is told of now.
  struct ReadsOfCopy {
    std::uint32_t instruction = 0, warp = 0, lanes = 0;
    ptx::Space space = ptx::Space::global;
    std::array<std::pair<std::uint64_t, std::uint64_t>, 32> ranges{};
  } reads_of_copy_;
  PlainLocks shared_locks_;
  std::vector<LockLook> lock_looks_;  ///< by warp
  TriedLocks shared_tried_locks_;
  std::vector<std::vector<FailedTry>> failed_tries_;  ///< by warp
  std::size_t ended_warps_ = 0;
  enum class Folding : std::uint8_t { unknown, no, yes };
  std::vector<Folding> folding_;                              ///< by place
  std::vector<std::optional<Checker::BitOrder>> bit_orders_;  ///< the same
  std::vector<std::optional<SumWatch>> atomic_sums_;          ///< the same
  struct FoldRound {
    std::uint32_t place = 0, time = 0, lanes = 0;
  };
  std::vector<FoldRound> fold_rounds_;
  const std::byte* folded_at_ = nullptr;  ///< where shared memory begins
  std::int32_t folded_array_ = -1;        ///< as AccessEvent has it
  bool has_seen_words_ = false;           ///< that may have told of other blocks' stores
  std::vector<SeenWords> seen_words_;     ///< by warp
  std::vector<LookRun> look_runs_;        ///< by warp
  std::vector<DoubtfulLook> doubtful_looks_;
  std::vector<std::uint32_t> last_places_;  ///< of each warp's last access
  bool has_copies_ = false;                 ///< asynchronous copies have been issued
  Harmless harmless_;
  Layout layout_;                           ///< of the access that is looked at
  std::array<std::uint32_t, 32> exited_{};  ///< by warp, lanes when a barrier last opened
  WarpLanes partial_;                       ///< of the last PartialUse
  std::uint32_t partial_instruction_ = 0;
  struct LastRead {
    std::uint32_t place = 0, lanes = 0;
    AddressPattern pattern = AddressPattern::any;
    std::uint32_t size_bytes = 0;
    std::array<std::uint64_t, 32> addresses{};  ///< of a pattern the first one
    std::uint64_t address(std::uint32_t lane) const;
  };
  /// By warp the last two, the older one next to go: a condition may look at two words.
  struct LastReads {
    std::array<LastRead, 2> reads;
    std::size_t older = 0;
    LastRead& next() {
      LastRead& last = reads[older];
      older = 1 - older;
      return last;
    }
  };
  std::vector<LastReads> last_reads_;
  std::uint64_t sequence_ = 0;  ///< accesses of the block so far
  struct Visit {
    std::uint64_t when = 0;  ///< in sequence_; 0: never
    std::uint32_t lanes = 0;
  };
  Visit last_visit(std::uint32_t warp, std::uint32_t place) const;
  struct Initialisation {
    WarpLanes who;
    std::uint32_t time = 0;  ///< of order_
    std::uint32_t instruction = 0;
  };
  std::unordered_map<std::uint32_t, Initialisation> mbarriers_;  ///< by offset
  std::vector<std::uint64_t> last_barriers_;                     ///< by warp, in sequence_
  std::vector<std::vector<Visit>> last_visits_;                  ///< by warp and place
};

}  // namespace warpscope::exec::checks
