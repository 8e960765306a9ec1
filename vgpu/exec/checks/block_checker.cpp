#include "vgpu/exec/checks/block_checker.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

std::uint64_t rows_of(const BlockShape& shape, const Checker& checker) {
  return shape.shared_bytes / checker.cell_bytes() / kRowCells + 1;
}

}  // namespace

BlockChecker::BlockChecker(Checker& checker, const BlockShape& shape)
    : checker_(checker),
      order_(shape.warps),
      local_bytes_(shape.local_bytes),
      shared_bytes_(shape.shared_bytes),
      shared_written_(shape.shared_bytes),
      unwritten_reads_(shape.warps),
      shared_records_(std::size_t{3} * rows_of(shape, checker)),
      shared_rows_(rows_of(shape, checker)),
      lock_looks_(shape.warps),
      failed_tries_(shape.warps),
      seen_words_(shape.warps),
      look_runs_(shape.warps),
      doubtful_looks_(shape.warps),
      last_places_(shape.warps),
      last_reads_(shape.warps),
      last_barriers_(shape.warps),
      last_visits_(shape.warps) {
  shared_cells_ = {{shared_records_.data(), 3, &checker.shared_pool},
                   {shared_records_.data() + 1, 3, &checker.shared_pool},
                   {shared_records_.data() + 2, 3, &checker.shared_pool}};
  shared_cells_.covered = &shared_covered_;
  for (std::uint32_t warp = 0; warp < shape.warps && local_bytes_ > 0; ++warp)
    local_written_.emplace_back(local_bytes_ * kWarpSize);
}

void BlockChecker::on(const BlockBegin& block) {
  const std::uint64_t number = block.number;
  // Cells of shared memory know by the block's bits that they are of an earlier one.
  if (number >> Record::kBlockBits != number_ >> Record::kBlockBits)
    for (std::uint64_t row = 0; row < shared_rows_; ++row) {
      for (RecordRows* rows :
           {&shared_cells_.writes, &shared_cells_.reads, &shared_cells_.other_reads})
        rows->set_row(row, 0);
    }
  number_ = number;
  block_bits_ = static_cast<std::uint32_t>(number) & Record::kBlockMask;
  horizon_ = 0;
  past_ = 0;
  order_.begin();
  shared_written_.clear(0, shared_bytes_);
  // What the system reserves it sets to zero: cooperative groups count arrivals there.
  shared_written_.mark(0, std::min<std::uint64_t>(checker_.reserved_shared_bytes(), shared_bytes_));
  shared_covered_.clear();
  shared_sources_.clear();
  global_sources_.clear();
  reads_of_copy_.lanes = 0;
  shared_locks_.clear();
  for (LockLook& look : lock_looks_) look.is_valid = false;
  shared_tried_locks_.clear();
  for (auto& tries : failed_tries_) tries.clear();
  ended_warps_ = 0;
  fold_rounds_.clear();
  has_seen_words_ = false;
  std::fill(seen_words_.begin(), seen_words_.end(), SeenWords{});
  for (LookRun& run : look_runs_) run.place = 0;
  for (DoubtfulLook& look : doubtful_looks_) look.place = 0;
  exited_ = {};
  for (LastReads& last : last_reads_) {
    for (LastRead& read : last.reads) read.place = 0;
  }
  sequence_ = 0;
  mbarriers_.clear();
  std::fill(last_barriers_.begin(), last_barriers_.end(), 0);
  for (auto& visits : last_visits_) visits.clear();
}

void BlockChecker::on(const WarpBegin& begun) {
  const std::uint32_t warp = begun.warp;
  unwritten_reads_[warp].clear();
  if (local_bytes_ > 0) local_written_[warp].clear(0, local_bytes_ * kWarpSize);
}

void BlockChecker::on(const BarrierOpening& opening) {
  const auto& [barrier, waiting] = opening;
  const std::uint32_t known = order_.known_to_all();
  // What lanes did that have returned was done before, as that of whole warps.
  std::vector<WarpLanes> all(waiting.begin(), waiting.end());
  for (WarpLanes& who : all) who.lanes |= exited_.at(who.warp);
  order_.open(barrier, all);
  if (order_.known_to_all() != known) {
    shared_covered_.clear();
    if (checker_.has_one_block()) checker_.covered.clear();
  }
  share_looks(waiting);
  for (const WarpLanes& who : waiting) {
    last_barriers_[who.warp] = sequence_;
    look_runs_[who.warp].place = 0;
  }
}

void BlockChecker::on(const AccessEvent& event) {
  if (event.lanes == 0 || event.size_bytes == 0 || !checker_.may_look()) return;
  const std::uint32_t place = checker_.places.number_of(event);
  const bool is_read_of_copy =
      event.kind == AccessKind::read && event.is_only_copied && event.element_bytes == 0;
  if (is_read_of_copy || event.kind == AccessKind::copy_issued) watch_copy(event, place);
  if (event.kind == AccessKind::write || event.kind == AccessKind::atomic)
    check_sources(event, place);
  look_at_layout(event);
  if (is_done_quickly(event, place)) return;
  if (event.kind != AccessKind::read && !unwritten_reads_[event.warp].empty())
    use_unwritten({event.warp, event.lanes});
  if (event.kind == AccessKind::write) check_lanes_of_store(event, place);
  switch (event.space) {
    case ptx::Space::shared:
      look_for_fold(event, place);
      check_array(event, place);
      check_written(event, place, shared_written_, 0, 0);
      watch_lock(event, place);
      watch_tries(event, place);
      watch_float_bits(event, place);
      watch_sums(event, place);
      acquire(event, place);
      check_shared(event, place);
      release(event);
      return;
    case ptx::Space::local:
      check_written(event, place, local_written_[event.warp], 0, local_bytes_);
      return;
    default:
      watch_lock(event, place);
      watch_tries(event, place);
      watch_float_bits(event, place);
      watch_sums(event, place);
      acquire(event, place);
      check_announced(event, place);
      check_global(event, place);
      release(event);
  }
}

namespace {

// Offsets in shared memory and device addresses never meet.
//
// A thread that does not look at what it found cannot know who was there before: an atomicCAS whose
// result nobody reads takes no lock.
bool acquires(const AccessEvent& event) {
  return event.ordering != Ordering::weak &&
         (event.kind == AccessKind::read ||
          (event.kind == AccessKind::atomic && event.is_result_used));
}

// A write that leaves the word as it was tells nobody anything: who reads the word finds the same
// with and without it. So is a lock given back that nobody had taken, and a swap that failed.
bool leaves_as_it_was(const AccessEvent& event, std::uint32_t lane) {
  if (event.values[0] == nullptr || event.size_bytes != event.element_bytes) return false;
  const auto is_there = [&](const std::byte* values) {
    return std::memcmp(event.host(lane), values + std::size_t{lane} * event.register_bytes,
                       event.size_bytes) == 0;
  };
  return is_there(event.values[0]) || (event.compared != nullptr && !is_there(event.compared));
}

}  // namespace

// A strong read takes what was published there. Whether a fence follows is asked where the
// words of others are read: lacks_fence().
void BlockChecker::acquire(const AccessEvent& event, std::uint32_t place) {
  if (!acquires(event)) return;
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t address = event.addresses[lane];
    if (address == last) continue;
    last = address;
    order_.acquire(event.warp, address, is_acquiring(event.ordering));
    if (event.space != ptx::Space::global || event.scope == Scope::block) continue;
    see_word(event, place, lane);
    if (!checker_.has_one_block()) note_look(event, address);
    horizon_ = std::max(horizon_, order_.horizon(event.warp));
  }
}

// A strong write behind a fence, or one that releases, publishes what the warp knows, if it changes
// the word.
void BlockChecker::release(const AccessEvent& event) {
  if (event.ordering == Ordering::weak || event.kind == AccessKind::read ||
      event.kind == AccessKind::copy_done)
    return;
  const bool is_releasing_itself = is_releasing(event.ordering);
  const Known known = is_releasing_itself ? order_.known(event.warp) : Known{};
  const Known* covered = is_releasing_itself ? &known : order_.device_fenced(event.warp);
  const bool is_of_some = is_releasing_itself && event.lanes != kFullMask;
  const Known own_lanes = is_of_some ? order_.known_to_lanes({event.warp, event.lanes}) : Known{};
  const Known* lanes = is_of_some            ? &own_lanes
                       : is_releasing_itself ? nullptr
                                             : order_.device_fenced_lanes(event.warp);
  std::uint64_t last = ~std::uint64_t{0};
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t address = event.addresses[first_lane(rest)];
    if (address == last) continue;
    const bool is_shared_by_blocks =
        event.space == ptx::Space::global && event.scope != Scope::block;
    if (is_shared_by_blocks) store_word(event, first_lane(rest));
    if (leaves_as_it_was(event, first_lane(rest))) continue;
    last = address;
    const std::uint64_t before = is_shared_by_blocks ? checker_.released_at(address) : 0;
    if (is_shared_by_blocks && covered != nullptr)
      checker_.release(block_bits_, *covered, static_cast<std::uint32_t>(last_reads_.size()),
                       address, event.warp, lanes);
    if (is_shared_by_blocks) note_stored_word(event, first_lane(rest), before);
    if (is_shared_by_blocks && !checker_.has_one_block()) announce(event, address);
    order_.release(event.warp, address, !is_releasing_itself);
  }
}

}  // namespace warpscope::exec::checks
