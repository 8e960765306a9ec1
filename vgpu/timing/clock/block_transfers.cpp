#include "vgpu/timing/clock/block_transfers.h"

#include <algorithm>
#include <utility>

namespace warpscope::timing {

BlockTransfers::Piece BlockTransfers::request(Kind kind, std::uint32_t instruction,
                                              std::uint64_t bytes, Ticks asked, Ticks arrives) {
  return {kind,  instruction, 1, bytes, bytes * (arrives - std::min(asked, arrives)),
          asked, arrives};
}

void BlockTransfers::join(Piece& sum, const Piece& piece) {
  if (piece.requests == 0) return;
  sum.asked = sum.requests == 0 ? piece.asked : std::min(sum.asked, piece.asked);
  sum.arrived = std::max(sum.arrived, piece.arrived);
  sum.kind = piece.kind;
  sum.requests += piece.requests;
  sum.bytes += piece.bytes;
  sum.byte_ticks += piece.byte_ticks;
}

BlockTransfers::Phases& BlockTransfers::phases(Place place) {
  const auto found = std::ranges::find(phases_, place, &Phases::place);
  if (found != phases_.end()) return *found;
  phases_.push_back({place});
  return phases_.back();
}

void BlockTransfers::hand_over(std::uint32_t warp, Phases& to, const Piece& piece) {
  if (piece.requests == 0) return;
  if (to.stage == kNoStage) to.stage = next_stage();
  if (to.open == kNone) {
    if (transfers_.size() == kMost) {
      left_out_ += to.is_left_out ? 0 : 1;
      to.is_left_out = true;
      return;
    }
    to.open = transfers_.size();
    transfers_.push_back({piece.kind, to.stage});
    transfers_.back().asked = piece.asked;
  }
  Transfer& transfer = transfers_[to.open];
  transfer.asking_warps |= std::uint64_t{1} << warp;
  transfer.requests += piece.requests;
  transfer.bytes += piece.bytes;
  transfer.byte_ticks += piece.byte_ticks;
  transfer.asked = std::min(transfer.asked, piece.asked);
  transfer.arrived = std::max(transfer.arrived, piece.arrived);
}

void BlockTransfers::load(std::uint32_t warp, std::uint32_t instruction, std::uint64_t bytes,
                          Ticks asked, Ticks arrives) {
  auto& loads = warps_[warp].loads;
  // Values that nobody stored after all.
  if (loads.size() == kMostPieces) loads.erase(loads.begin());
  loads.push_back(request(Kind::loads, instruction, bytes, asked, arrives));
}

void BlockTransfers::store(std::uint32_t warp, const std::vector<std::uint32_t>& from) {
  Warp& of = warps_[warp];
  Piece stored;
  std::erase_if(of.loads, [&](const Piece& piece) {
    if (std::ranges::find(from, piece.instruction) == from.end()) return false;
    join(stored, piece);
    return true;
  });
  if (stored.requests == 0) return;
  if (!of.held.empty() && of.held.back().kind == Kind::loads)
    join(of.held.back(), stored);
  else
    of.held.push_back(stored);
}

void BlockTransfers::copy_asynchronously(std::uint32_t warp, std::uint64_t bytes, Ticks asked,
                                         Ticks arrives) {
  join(warps_[warp].group, request(Kind::asynchronous_copies, 0, bytes, asked, arrives));
}

void BlockTransfers::end_group(std::uint32_t warp) {
  Warp& of = warps_[warp];
  of.groups.push_back(std::exchange(of.group, {}));
}

void BlockTransfers::has_waited_for_groups(std::uint32_t warp, std::size_t left) {
  Warp& of = warps_[warp];
  while (of.groups.size() > left) {
    if (of.groups.front().requests != 0) of.held.push_back(of.groups.front());
    of.groups.erase(of.groups.begin());
  }
}

void BlockTransfers::tell_mbarrier(std::uint32_t warp, std::uint32_t offset) {
  Warp& of = warps_[warp];
  Phases& to = phases({true, offset});
  for (const Piece& piece : of.groups) hand_over(warp, to, piece);
  of.groups.clear();
  hand_over(warp, to, std::exchange(of.group, {}));
}

void BlockTransfers::copy_in_bulk(std::uint32_t warp, std::uint32_t mbarrier, std::uint64_t bytes,
                                  Ticks asked, Ticks arrives) {
  hand_over(warp, phases({true, mbarrier}), request(Kind::bulk_copies, 0, bytes, asked, arrives));
}

void BlockTransfers::read_shared(std::uint32_t warp, Ticks now) {
  Warp& of = warps_[warp];
  if (of.held.empty()) return;
  give_back(warp, now);
  Phases& own = phases({false, kOwn + warp});
  for (const Piece& piece : std::exchange(of.held, {})) hand_over(warp, own, piece);
  own.is_left_out = false;
  if (own.open == kNone) return;
  use(warp, own.open, std::max(now, transfers_[own.open].arrived));
  own.open = kNone;
}

void BlockTransfers::arrive(std::uint32_t warp, Place place, Ticks now) {
  give_back(warp, now);
  Warp& of = warps_[warp];
  if (of.held.empty()) return;
  Phases& to = phases(place);
  for (const Piece& piece : std::exchange(of.held, {})) hand_over(warp, to, piece);
}

void BlockTransfers::end_phase(Place place) {
  Phases& of = phases(place);
  of.ended = std::exchange(of.open, kNone);
  of.is_left_out = false;
}

void BlockTransfers::go_on(std::uint32_t warp, Place place, Ticks when) {
  const Phases& of = phases(place);
  if (of.ended != kNone) use(warp, of.ended, when);
}

void BlockTransfers::use(std::uint32_t warp, std::size_t index, Ticks when) {
  Transfer& transfer = transfers_[index];
  transfer.used = transfer.used == 0 ? when : std::min(transfer.used, when);
  transfer.using_warps |= std::uint64_t{1} << warp;
  auto& in_use = warps_[warp].in_use;
  if (std::ranges::find(in_use, index) == in_use.end()) in_use.push_back(index);
}

void BlockTransfers::give_back(std::uint32_t warp, Ticks now) {
  for (const std::size_t index : std::exchange(warps_[warp].in_use, {})) {
    Transfer& transfer = transfers_[index];
    transfer.given_back = std::max({transfer.given_back, transfer.used, now});
  }
}

void BlockTransfers::end() {
  warps_ = {};
  phases_ = {};
  transfers_.shrink_to_fit();
}

}  // namespace warpscope::timing
