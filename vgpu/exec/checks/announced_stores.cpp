#include "vgpu/exec/checks/announced_stores.h"

#include <algorithm>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint64_t kNeighbourBytes = 8;

bool are_neighbours(std::uint64_t a, std::uint64_t b) {
  return a / kNeighbourBytes == b / kNeighbourBytes;
}

}  // namespace

void SeenWords::add(const SeenWord& word) {
  const auto same = std::find_if(words.begin(), words.end(), [&](const SeenWord& each) {
    return each.number != 0 && each.address == word.address;
  });
  const auto oldest =
      std::min_element(words.begin(), words.end(),
                       [](const SeenWord& a, const SeenWord& b) { return a.number < b.number; });
  SeenWord& to = same != words.end() ? *same : *oldest;
  if (to.number <= word.number) to = word;
}

void AnnouncedStores::announce(std::uint64_t word, std::uint32_t block, std::uint32_t warp,
                               const Known& known) {
  if (announcements_ == kMostAnnouncements) return;
  const auto [at, is_new] =
      words_[word].insert_or_assign(key_of(block, warp), Announcement{++number_, known});
  if (is_new) ++announcements_;
}

void AnnouncedStores::hide(std::uint64_t word) {
  const auto found = words_.find(word);
  if (found == words_.end()) return;
  announcements_ -= found->second.size();
  words_.erase(found);
}

void AnnouncedStores::store(std::uint64_t address) {
  ++number_;
  if (stores_.size() < kMostStores) {
    stores_[address] = number_;
  } else if (const auto found = stores_.find(address); found != stores_.end()) {
    found->second = number_;
  }
}

bool AnnouncedStores::tells_of(std::uint64_t address, const SeenWords& seen, std::uint32_t block,
                               std::uint32_t warp, std::uint32_t time) const {
  const auto store = stores_.find(address);
  if (store == stores_.end()) return false;
  const auto is_told = [&](const SeenWord& look) {
    if (look.number < store->second || are_neighbours(look.address, address)) return false;
    const auto word = words_.find(look.address);
    if (word == words_.end()) return false;
    for (std::uint32_t by = 0; by < kWarpSize; ++by) {
      const auto found = word->second.find(key_of(block, by));
      if (found == word->second.end()) continue;
      const Announcement& told = found->second;
      if (told.number > store->second && told.number <= look.number &&
          (by == warp || time <= told.known.at(warp)))
        return true;
    }
    return false;
  };
  return std::any_of(seen.words.begin(), seen.words.end(), is_told);
}

bool AnnouncedStores::tells_of_access(const SeenWords& seen, std::uint32_t block,
                                      std::uint32_t warp, std::uint32_t time) const {
  return std::any_of(seen.words.begin(), seen.words.end(), [&](const SeenWord& look) {
    const auto word = look.number == 0 ? words_.end() : words_.find(look.address);
    if (word == words_.end()) return false;
    for (std::uint32_t by = 0; by < kWarpSize; ++by) {
      const auto found = word->second.find(key_of(block, by));
      if (found != word->second.end() && found->second.number <= look.number &&
          time <= found->second.known.at(warp))
        return true;
    }
    return false;
  });
}

// To be called for a strong write to a word that blocks share and that changes it. Flags and
// tickets are words that lanes change one at a time; where each lane has one of its own, that is
// data.
void BlockChecker::announce(const AccessEvent& event, std::uint64_t address) {
  AnnouncedStores& announced = checker_.announced_stores;
  const bool is_store = event.kind == AccessKind::write;
  if (is_store) announced.hide(address);
  if (!has_apart(event))
    announced.announce(address, block_bits_, event.warp, order_.known(event.warp));
  if (is_store) announced.store(address);
}

// A look tells what somebody has done if the program makes something depend on it: a flag that is
// polled, a ticket that is the last one. The number of a task from a counter tells nothing.
void BlockChecker::note_look(const AccessEvent& event, std::uint64_t address) {
  const AnnouncedStores& announced = checker_.announced_stores;
  if (!announced.is_announcement(address) || has_apart(event)) return;
  const auto compared = checker_.value_flow.comparisons_of(event.instruction);
  if (event.kind == AccessKind::read ? !compared.any : !compared.for_equality) return;
  has_seen_words_ = true;
  seen_words_[event.warp].add({address, announced.number()});
}

// What each of them has seen, all know behind a barrier.
void BlockChecker::share_looks(std::span<const WarpLanes> waiting) {
  if (!has_seen_words_) return;
  SeenWords all;
  for (const WarpLanes& who : waiting) {
    for (const SeenWord& word : seen_words_[who.warp].words) {
      if (word.number != 0) all.add(word);
    }
  }
  for (const WarpLanes& who : waiting) seen_words_[who.warp] = all;
}

// A value that is compared with something may be polled, or tell itself whether it is there.
void BlockChecker::check_announced(const AccessEvent& event, std::uint32_t place) {
  if (!has_seen_words_ || event.kind != AccessKind::read || event.ordering == Ordering::weak ||
      !checker_.places[place].is_known())
    return;
  const auto compared = checker_.value_flow.comparisons_of(event.instruction);
  if (!compared.is_known || compared.any) return;
  const AnnouncedStores& announced = checker_.announced_stores;
  const SeenWords& seen = seen_words_[event.warp];
  Now now{&event, place, 0, 0, 0, false, true};
  for (std::uint32_t rest = event.lanes; rest != 0; rest &= rest - 1) {
    now.lane = first_lane(rest);
    now.address = event.addresses[now.lane];
    const GlobalPiece& piece = checker_.piece(place, now.address);
    if (!piece.holds(now.address, event.size_bytes)) continue;
    const std::uint64_t bits =
        piece.writes.get(now.address / checker_.cell_bytes() - piece.first_cell);
    Record record = Record::unpack(bits);
    if (bits == 0 || record.block == block_bits_) continue;
    const Place& other = checker_.places[record.place];
    if (!other.is_known() || other.kind != AccessKind::write || !other.is_strong(true) ||
        !announced.tells_of(now.address, seen, record.block, record.warp, record.time))
      continue;
    // With any fence of the warp behind the store, this one is not to blame.
    record.lane = Record::kManyLanes;
    if (checker_.has_released(record, ~std::uint64_t{0})) continue;
    Violation* violation = report_race(bits, now);
    if (violation != nullptr) violation->lacks_fence_of_store = true;
  }
}

}  // namespace warpscope::exec::checks
