// Looks for mistakes that stop no launch: reads of memory that nothing has written, and races.
//
// A read is one of bytes that nothing has written only if none of the element's bytes are, and, of
// a load whose values are merely stored again, none within 16 bytes of it: so copies of structures
// with padding are no mistake.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "vgpu/exec/checks/announced_stores.h"
#include "vgpu/exec/checks/block_order.h"
#include "vgpu/exec/checks/covered_writes.h"
#include "vgpu/exec/checks/marks.h"
#include "vgpu/exec/checks/places.h"
#include "vgpu/exec/checks/plain_locks.h"
#include "vgpu/exec/checks/polled_words.h"
#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/record_rows.h"
#include "vgpu/exec/checks/settled_reads.h"
#include "vgpu/exec/checks/tried_locks.h"
#include "vgpu/exec/checks/value_flow.h"
#include "vgpu/exec/launch/launch_footprint.h"
#include "vgpu/exec/launch/launch_options.h"
#include "vgpu/exec/launch/violation.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/program/aligned_barrier.h"
#include "vgpu/exec/program/program.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::exec::checks {

/// Memory that the launch may share among blocks, as its accesses see it.
struct GlobalPiece {
  std::uint64_t begin = 1, end = 0;         ///< addresses
  memory::WrittenBytes* written = nullptr;  ///< nullptr: all counts as written
  RecordRows writes;                        ///< each cell's last write
  RecordRows reads;                         ///< a read of each cell
  SettledReads settled;
  std::uint64_t first_cell = 0;  ///< of the row in which `begin` lies
  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return address >= begin && address < end && end - address >= bytes;
  }
};

/// How much of a launch is watched.
struct WatchExtent {
  std::uint64_t most_accesses = 0;  ///< LaunchOptions::most_checked_accesses
  bool has_all_blocks = true;       ///< false: a sample of them runs
};

class Checker : public LaunchObserver {
 public:
  /// The parameters of `configuration` outlive it.
  Checker(const Program& program, const Kernel& kernel, const memory::DeviceMemory& memory,
          const LaunchConfiguration& configuration, const WatchExtent& extent = {});
  ~Checker() override;
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;

  /// What was found, likeliest cause first. To be called once, when the launch has ended;
  /// `is_whole`: with all its blocks.
  std::vector<Violation> take_violations(bool is_whole = true);
  /// What the launch did to global memory. To be called when it has ended.
  LaunchFootprint footprint() const;

  /// Bytes of the records of global memory: at most kMostRecordBytes for each byte of the arrays
  /// that the launch has used, besides kFewRecordBytes. Beyond that readers are forgotten.
  std::uint64_t record_bytes() const { return row_bytes_ + pool.bytes(); }
  std::uint64_t used_bytes() const { return used_bytes_; }
  static constexpr std::uint64_t kMostRecordBytes = 3, kFewRecordBytes = std::uint64_t{1} << 18;

  /// Accesses that were looked at.
  std::uint64_t accesses() const { return accesses_; }
  /// There were more, which were not looked at.
  bool has_stopped() const { return has_stopped_; }
  /// A write does not fill the cells of global memory that it writes to.
  void note_write_of_part() { has_written_parts_ = true; }
  /// Who wrote last to global memory at the address.
  Violation::Access last_writer(std::uint64_t address);

  // For the checks of its blocks.
  /// Counts an access; false: it is not to be looked at.
  bool may_look() {
    if (accesses_ == most_accesses_) has_stopped_ = true;
    if (has_stopped_) return false;
    ++accesses_;
    return true;
  }
  bool has_looks_left() const { return accesses_ != most_accesses_ && !has_stopped_; }
  Places places;
  RecordPool pool;           ///< of global memory
  RecordPool shared_pool;    ///< of the blocks' shared memory
  CoveredWrites covered;     ///< of global memory
  PlainLocks plain_locks;    ///< the same
  PolledWords polled_words;  ///< the same
  TriedLocks tried_locks;    ///< the same
  AnnouncedStores announced_stores;
  /// Of threads that have ended without a lock that they wanted; `tried` has no more of them.
  void report_left_tries(TriedLocks& tried);
  /// Of the kernel's text, where the launch has come to such a read.
  void report_flags_read_once();
  bool has_one_block() const { return grid_.count() == 1; }
  /// Blocks run one after the other, as far as is known.
  bool is_in_sequence() const { return block_checkers_ == 1; }
  bool has_rows =
      true;  ///< looks at rows of cells at once; false: one by one, which finds the same
  /// The piece that holds the address; found again quickly by the same place.
  const GlobalPiece& piece(std::uint32_t place, std::uint64_t address);
  /// Bytes of a cell: the least that an access of the kernel has, at most 4.
  std::uint32_t cell_bytes() const { return std::uint32_t{1} << cell_shift_; }
  std::uint32_t cell_shift() const { return cell_shift_; }
  /// True for a load that asks the L2 cache, which all multiprocessors share.
  bool is_past_l1(std::uint32_t place) const;
  /// True for atomicCAS.
  bool is_compare_and_swap(std::uint32_t place) const;
  /// True for an atomic that computes with all the bits that it finds: a sum, a maximum.
  bool is_computing_atomic(std::uint32_t instruction) const;
  /// True for a store of what is computed from the place itself and one other of shared memory.
  bool is_fold(std::uint32_t store);
  /// How an atomic maximum or minimum compares words of 32 bits that may be floats.
  enum class BitOrder : std::uint8_t { none, of_signed, of_unsigned };
  BitOrder bit_order(std::uint32_t atomic) const;
  /// True for an atomic sum of 32 bits.
  bool is_sum_of_words(std::uint32_t atomic) const;
  /// True for atomicExch.
  bool is_exchange(std::uint32_t instruction) const;
  /// True where a thread may come from the second place to the first one, and never back.
  bool is_only_behind(std::uint32_t place, std::uint32_t first);
  ValueFlow value_flow;
  Marks marks;
  /// One side of a violation.
  Violation::Access describe(std::uint32_t place, std::uint64_t block, std::uint32_t warp,
                             std::uint32_t lane) const;
  /// What is seen of the launch is enough to say so.
  bool has_evidence(Violation::Kind kind) const;
  /// A new one, or nullptr when there is an equal one, to which it is counted, or not enough
  /// evidence.
  Violation* add(Violation::Kind kind, std::uint32_t place, std::uint32_t other_place);
  struct EarlyRead {
    std::uint32_t place = 0;
    std::uint64_t block = 0;
    std::uint32_t warp = 0, lane = 0;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
  };
  /// Notes such a read of memory that nothing had written: a race is the reason only where
  /// something writes it later. Of shared memory only reads of what the block has never written; of
  /// global memory that is looked at when the launch has ended.
  void note_early_read(Violation::Kind kind, const EarlyRead& read);
  /// The same of instructions that are no accesses.
  Violation::Access describe_instruction(std::uint32_t instruction, std::uint64_t block,
                                         std::uint32_t warp, std::uint32_t lane) const;
  Violation* add_at(Violation::Kind kind, std::uint32_t instruction,
                    std::uint32_t other_instruction);
  const Kernel::SharedArray& shared_array(std::int32_t index) const {
    return kernel_.shared_arrays[static_cast<std::size_t>(index)];
  }
  /// False: lanes of a warp may come to the barrier from different places.
  bool wants_whole_warps(std::uint32_t barrier_instruction) const {
    return is_aligned_barrier(kernel_.instruction(barrier_instruction));
  }
  std::uint32_t reserved_shared_bytes() const { return kernel_.reserved_shared_bytes; }
  std::uint32_t threads_per_block() const { return static_cast<std::uint32_t>(block_.count()); }
  /// Something is said once in a launch: true the first time.
  bool is_first(Violation::Kind kind);
  bool has_said(Violation::Kind kind) const { return said_.contains(kind); }
  /// Name of the array at an offset of shared memory.
  void name_shared(Violation& violation) const;
  void name_global(Violation& violation) const;

  // What blocks tell each other by fences and flags. Each release has a number.
  struct Release {
    std::uint32_t covered_time = 0;  ///< of the warp: what it did until then
    std::uint64_t number = 0;
  };
  /// `covered`: of the block's `warps` warps, until when what they did is published. `lanes`: the
  /// same of the lanes of the warp `by`; nullptr: equal for all of them.
  void release(std::uint32_t block, const Known& covered, std::uint32_t warps,
               std::uint64_t address, std::uint32_t by, const Known* lanes);
  /// The last release at the address; 0: none.
  std::uint64_t released_at(std::uint64_t address) const;
  /// True when the block has published what the lane did at `time`, not later than by release
  /// `horizon`. kManyLanes: what any of the warp's lanes did whose warp has made a fence.
  bool has_released(const Record& record, std::uint64_t horizon) const;

 private:
  struct Cells;
  /// Records of the cells of an allocation, from the row in which it begins.
  struct CellView {
    RecordRows writes, reads;
    std::uint64_t rows = 0;
  };
  /// `pool`: nullptr for one that is only read.
  static CellView view_of(Cells& cells, RecordPool* pool);
  void add_spans(const CellView& view, std::uint64_t first,
                 std::vector<LaunchFootprint::Span>& spans) const;
  void count_writers(std::uint64_t address, const CellView& view, LaunchFootprint& footprint) const;
  LastWrites last_writes() const;
  /// Of each place the index of its line, which are put into `lines`.
  std::vector<std::uint32_t> lines_of_places(std::vector<SourceLine>& lines) const;
  using Key = std::tuple<Violation::Kind, std::uint32_t, std::uint32_t>;

  const Program& program_;
  const Kernel& kernel_;
  const memory::DeviceMemory& memory_;
  Dim3 grid_, block_;
  std::uint64_t most_accesses_, accesses_ = 0;
  bool has_all_blocks_;
  bool has_stopped_ = false, has_written_parts_ = false;
  std::uint32_t cell_shift_ = 2;
  std::uint32_t block_checkers_ = 0;
  std::uint64_t used_bytes_ = 0, row_bytes_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Cells>> cells_;  ///< by address of the allocation
  std::vector<GlobalPiece> last_pieces_;                   ///< by place
  std::vector<Violation> violations_;
  std::set<Violation::Kind> said_;
  std::map<Key, std::size_t> found_;
  Key key_of_read(Violation::Kind kind, std::uint32_t place) const;
  std::map<Key, std::vector<EarlyRead>> early_reads_;
  void settle_early_reads();
  std::uint64_t releases_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> release_of_address_;
  static constexpr std::uint32_t kAllWarps = 32;
  static std::uint64_t key_of(std::uint32_t block, std::uint32_t warp) {
    return std::uint64_t{block} * (kAllWarps + 1) + warp;
  }
  using Releases = std::unordered_map<std::uint64_t, std::vector<Release>>;
  void add_release(Releases& to, std::uint64_t key, std::uint32_t covered_time) const;
  static bool is_covered(const Releases& by, std::uint64_t key, std::uint32_t time,
                         std::uint64_t horizon);
  /// By block and warp; what all warps of a block have in common is kept once.
  std::unordered_map<std::uint64_t, std::vector<Release>> releases_of_warp_;
  static std::uint64_t lane_key_of(std::uint32_t block, std::uint32_t warp, std::uint32_t lane) {
    return key_of(block, warp) * (Record::kManyLanes + 1) + lane;
  }
  /// Where not all lanes of a warp have made a fence.
  std::unordered_map<std::uint64_t, std::vector<Release>> releases_of_lane_;
};

}  // namespace warpscope::exec::checks
