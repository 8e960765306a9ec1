// A fold of an array in shared memory, s[t] += s[t + k] with fewer threads in each round, that
// leaves elements out: half of an odd number, rounded down, forgets one each time.
//
// What is left out was stored before the last round, by whoever filled the array or by an earlier
// round, and nobody has read it since when the block ends. A sum over a warp whose lanes all take
// part leaves values, too, but those are of the last round.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::size_t kFewestRounds = 3;
constexpr std::uint32_t kWordBytes = 4;

/// Values that change no sum, and those that maxima and minima begin with.
bool is_neutral(std::uint32_t bits) {
  constexpr std::array<std::uint32_t, 8> kNeutral{0,          0x80000000, 0x7f800000, 0xff800000,
                                                  0x7f7fffff, 0xff7fffff, 0x7fffffff, 0xffffffff};
  return std::find(kNeutral.begin(), kNeutral.end(), bits) != kNeutral.end();
}

}  // namespace

bool Checker::is_fold(std::uint32_t store) {
  const ptx::Instruction& instruction = kernel_.instruction(store);
  if (!has_modifier(instruction, "shared") && !has_modifier(instruction, "shared::cta"))
    return false;
  const auto& loads = value_flow.loads_in(store);
  const auto is_of_shared = [&](std::uint32_t load) {
    return has_modifier(kernel_.instruction(load), "shared") ||
           has_modifier(kernel_.instruction(load), "shared::cta");
  };
  return loads.size() == 2 && std::all_of(loads.begin(), loads.end(), is_of_shared) &&
         std::count_if(loads.begin(), loads.end(), [&](std::uint32_t load) {
           return value_flow.stores_back(store, load);
         }) == 1;
}

void BlockChecker::look_for_fold(const AccessEvent& event, std::uint32_t place) {
  if (event.kind != AccessKind::write || event.size_bytes != kWordBytes ||
      checker_.cell_bytes() != kWordBytes)
    return;
  if (place >= folding_.size()) folding_.resize(place + 1);
  if (folding_[place] == Folding::unknown)
    folding_[place] = checker_.is_fold(event.instruction) ? Folding::yes : Folding::no;
  if (folding_[place] != Folding::yes) return;
  const std::uint32_t lane = first_lane(event.lanes);
  folded_at_ = event.host(lane) - event.addresses[lane];
  folded_array_ = event.shared_array;
}

void BlockChecker::note_fold(std::uint32_t place, std::uint32_t lanes) {
  const auto count = static_cast<std::uint32_t>(std::popcount(lanes));
  if (!fold_rounds_.empty() && fold_rounds_.back().time == order_.now()) {
    fold_rounds_.back().lanes += count;
  } else {
    fold_rounds_.push_back({place, order_.now(), count});
  }
}

void BlockChecker::report_fold() {
  const auto rounds = std::exchange(fold_rounds_, {});
  if (!checker_.has_evidence(Violation::Kind::fold_leaves_out)) return;
  if (rounds.size() < kFewestRounds || folded_array_ < 0 || rounds.back().lanes != 1) return;
  const bool shrinks =
      std::adjacent_find(rounds.begin(), rounds.end(), [](const FoldRound& a, const FoldRound& b) {
        return b.lanes >= a.lanes;
      }) == rounds.end();
  if (!shrinks || rounds.back().time >= Record::kLastTime) return;
  const auto& array = checker_.shared_array(folded_array_);
  const std::uint64_t end =
      array.size_bytes == 0 ? shared_bytes_ : std::uint64_t{array.offset} + array.size_bytes;
  std::uint64_t left_out = 0, first = 0;
  Record writer;
  for (std::uint64_t at = array.offset; at + kWordBytes <= end; at += kWordBytes) {
    const std::uint64_t cell = at / kWordBytes;
    const Record write = Record::unpack(shared_cells_.writes.get(cell));
    const bool is_of_block = write.place != 0 && write.block == block_bits_;
    if (!is_of_block || write.time >= rounds.back().time) continue;
    const auto is_read = [&](const RecordRows& rows) {
      const std::uint64_t bits = rows.get(cell);
      return bits != 0 && Record::unpack(bits).block == block_bits_;
    };
    if (is_read(shared_cells_.reads) || is_read(shared_cells_.other_reads)) continue;
    std::uint32_t bits = 0;
    std::memcpy(&bits, folded_at_ + at, sizeof bits);
    if (is_neutral(bits)) continue;
    if (left_out++ == 0) {
      first = at;
      writer = write;
    }
  }
  if (left_out == 0) return;
  Violation* violation =
      checker_.add(Violation::Kind::fold_leaves_out, rounds.front().place, rounds.front().place);
  if (violation == nullptr) return;
  violation->access = checker_.describe(rounds.front().place, number_, 0, 0);
  violation->space = ptx::Space::shared;
  violation->address = first;
  const Violation::Access stored =
      checker_.describe(writer.place, number_, writer.warp, writer.lane);
  violation->detail = "The " + std::to_string(rounds.size()) + " rounds of this fold leave out " +
                      std::to_string(left_out) + (left_out == 1 ? " element" : " elements") +
                      " of the block's array: nobody reads what line " +
                      std::to_string(stored.where.line) + " has stored at byte " +
                      std::to_string(first - array.offset) + ".";
}

}  // namespace warpscope::exec::checks
