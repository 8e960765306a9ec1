// Reads of memory that nothing has written.
#include <algorithm>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

// A structure's padding is shorter.
constexpr std::uint64_t kPaddingBytes = 16;
// All that lies between lanes that are not further apart is looked at together.
constexpr std::uint64_t kNearBytes = 4096;
constexpr std::size_t kMostEarlyReadsOfBlock = 64;

}  // namespace

bool BlockChecker::is_unwritten(const AccessEvent& event, const memory::WrittenBytes& written,
                                std::uint64_t offset) const {
  const auto is_none = [&](std::uint64_t at, std::uint64_t bytes) {
    return !written.has_any(at, bytes) &&
           (!event.is_only_copied || event.space != ptx::Space::global ||
            written.is_in_gap(at, bytes, kPaddingBytes));
  };
  const std::uint32_t element = event.element_bytes;
  // No structure's padding: a sum of a word of which half is written is as wrong.
  if (event.kind == AccessKind::atomic && event.size_bytes == element && event.used_bytes != 0 &&
      checker_.is_computing_atomic(event.instruction))
    return true;
  if (element == 0 || event.size_bytes > 32) return is_none(offset, event.size_bytes);
  const std::uint32_t all = element == 32 ? ~0u : (1u << element) - 1;
  for (std::uint32_t at = 0; at < event.size_bytes; at += element) {
    if ((event.used_bytes >> at & all) == all && is_none(offset + at, element)) return true;
  }
  return false;
}

// Lane l's bytes begin at its address - base + l * lane_stride.
void BlockChecker::check_written(const AccessEvent& event, std::uint32_t place,
                                 memory::WrittenBytes& written, std::uint64_t base,
                                 std::uint64_t lane_stride) {
  if (event.kind == AccessKind::copy_issued && event.space == ptx::Space::shared) return;
  // What an asynchronous copy brings is looked at where it is used, as are paddings of rows.
  const bool is_asynchronous =
      event.kind == AccessKind::read && event.is_only_copied && event.element_bytes == 0;
  const bool reads =
      !is_asynchronous && (event.kind == AccessKind::read || event.kind == AccessKind::atomic);
  const bool writes = event.kind != AccessKind::read;
  if (lane_stride == 0 && (layout_.is_contiguous || layout_.is_row())) {
    const std::uint64_t first =
        layout_.is_row() ? layout_.row * kRowCells * checker_.cell_bytes() : event.addresses[0];
    const std::uint64_t offset = first - base;
    const std::uint64_t bytes = std::uint64_t{kWarpSize} * event.size_bytes;
    if (offset <= written.size_bytes() && bytes <= written.size_bytes() - offset) {
      if (!writes && written.has_all(offset, bytes)) {
        if (!unwritten_reads_[event.warp].empty()) note_unwritten(event, place, 0);
        return;
      }
      if (!reads) return written.mark(offset, bytes);
    }
  }
  if (!writes && lane_stride == 0 && event.lanes == kFullMask) {
    const auto [lowest, highest] =
        std::minmax_element(event.addresses, event.addresses + kWarpSize);
    const std::uint64_t offset = *lowest - base;
    const std::uint64_t bytes = *highest - *lowest + event.size_bytes;
    if (bytes <= kNearBytes && offset <= written.size_bytes() &&
        bytes <= written.size_bytes() - offset && written.has_all(offset, bytes))
      return note_unwritten(event, place, 0);
  }
  std::uint32_t unwritten = 0;
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t lane = first_lane(rest);
    const std::uint64_t offset = event.addresses[lane] - base + lane * lane_stride;
    if (offset > written.size_bytes() || event.size_bytes > written.size_bytes() - offset) continue;
    if (reads && event.used_bytes != 0 && !written.has_all(offset, event.size_bytes) &&
        is_unwritten(event, written, offset))
      unwritten |= 1u << lane;
    if (writes) written.mark(offset, event.size_bytes);
  }
  note_unwritten(event, place, unwritten);
}

// A load again, before anything was stored, forgets the last one: its value went nowhere.
void BlockChecker::note_unwritten(const AccessEvent& event, std::uint32_t place,
                                  std::uint32_t lanes) {
  auto& reads = unwritten_reads_[event.warp];
  if (lanes == 0 && reads.empty()) return;
  auto found = std::find_if(reads.begin(), reads.end(),
                            [&](const UnwrittenRead& read) { return read.place == place; });
  if (found != reads.end()) found->lanes &= ~event.lanes;
  if (lanes == 0) return;
  if (found == reads.end()) found = reads.insert(reads.end(), UnwrittenRead{});
  if (found->lanes == 0) found->origin = UnwrittenRead::kOwn;
  found->place = place;
  found->lanes |= lanes;
  found->size_bytes = event.size_bytes;
  found->space = event.space;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    found->addresses.at(first_lane(rest)) = event.addresses[first_lane(rest)];
  // An atomic has used it, and so have matrices.
  if (event.kind != AccessKind::read || event.element_bytes == 0)
    use_unwritten({event.warp, lanes});
}

// All that take part get a value in which those of the others are.
void BlockChecker::on(const WarpReduction& reduction) {
  const auto& [who, instruction] = reduction;
  for (UnwrittenRead& read : unwritten_reads_[who.warp]) {
    const Place& place = checker_.places[read.place];
    if ((read.lanes & who.lanes) == 0 || !place.is_known()) continue;
    const auto& loads = checker_.value_flow.loads_in(instruction);
    if (!std::binary_search(loads.begin(), loads.end(), place.instruction)) continue;
    const std::uint32_t new_lanes = who.lanes & ~read.lanes;
    const std::uint64_t address = read.addresses.at(first_lane(read.lanes & who.lanes));
    if (read.origin == UnwrittenRead::kOwn) read.origin = first_lane(read.lanes & who.lanes);
    read.lanes |= who.lanes;
    for (std::uint32_t rest = new_lanes; rest != 0; rest &= rest - 1)
      read.addresses.at(first_lane(rest)) = address;
  }
}

void BlockChecker::use_unwritten(WarpLanes who) {
  auto& reads = unwritten_reads_[who.warp];
  if (reads.empty()) return;
  for (UnwrittenRead& read : reads) {
    UnwrittenRead used = read;
    used.lanes &= who.lanes;
    read.lanes &= ~who.lanes;
    if (used.lanes != 0) report_unwritten(used, who.warp);
  }
  std::erase_if(reads, [](const UnwrittenRead& read) { return read.lanes == 0; });
}

void BlockChecker::report_unwritten(const UnwrittenRead& read, std::uint32_t warp) {
  const auto kind = read.space == ptx::Space::shared  ? Violation::Kind::uninitialised_shared
                    : read.space == ptx::Space::local ? Violation::Kind::uninitialised_local
                                                      : Violation::Kind::uninitialised_global;
  const std::uint32_t lane =
      read.origin == UnwrittenRead::kOwn ? first_lane(read.lanes) : read.origin;
  const Checker::EarlyRead early{read.place,     number_, warp, lane, read.addresses.at(lane),
                                 read.size_bytes};
  if (read.space == ptx::Space::global) checker_.note_early_read(kind, early);
  if (read.space == ptx::Space::shared && early_shared_reads_.size() < kMostEarlyReadsOfBlock)
    early_shared_reads_.push_back(early);
  Violation* violation = checker_.add(kind, read.place, 0);
  if (violation == nullptr) return;
  violation->access = checker_.describe(read.place, number_, warp, lane);
  violation->access.is_store = false;
  violation->space = read.space;
  violation->address = read.addresses.at(lane);
  violation->access_bytes = read.size_bytes;
  if (read.space == ptx::Space::shared) checker_.name_shared(*violation);
  if (read.space == ptx::Space::global) checker_.name_global(*violation);
}

// The block's shared memory is as it leaves it.
void BlockChecker::settle_early_shared_reads() {
  if (checker_.has_stopped()) early_shared_reads_.clear();  // who writes later was not looked at
  for (const Checker::EarlyRead& read : early_shared_reads_) {
    if (read.address + read.bytes > shared_bytes_ ||
        shared_written_.has_any(read.address, read.bytes))
      continue;
    checker_.note_early_read(Violation::Kind::uninitialised_shared, read);
  }
  early_shared_reads_.clear();
}

}  // namespace warpscope::exec::checks
