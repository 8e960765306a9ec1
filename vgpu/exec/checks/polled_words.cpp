#include "vgpu/exec/checks/polled_words.h"

#include <algorithm>
#include <cstring>

#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kMostBytesOfPolledWord = 8;

std::uint64_t word_at(const std::byte* bytes, std::uint32_t size) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, size);
  return word;
}

}  // namespace

std::uint64_t PolledWords::look(std::uint64_t address) {
  ++accesses_;
  Word* at = word(address);
  if (at == nullptr) return accesses_;
  at->looked_at = accesses_;
  return at->stored_at;
}

std::uint64_t PolledWords::store(std::uint64_t address) {
  ++accesses_;
  Word* at = word(address);
  if (at == nullptr) return accesses_;
  const std::uint64_t before = std::max(at->looked_at, at->stored_at);
  at->stored_at = accesses_;
  return before;
}

void PolledWords::forget(std::uint64_t address) {
  const auto found = words_.find(address);
  if (found != words_.end()) found->second.stores.clear();
}

void PolledWords::add(std::uint64_t address, const StoredValue& before, StoredValue after) {
  Word* at = word(address);
  if (at == nullptr) return;
  std::vector<StoredValue>& stores = at->stores;
  // Somebody has stored in another way: what was before is not known any more.
  if (stores.empty() || stores.back().value != before.value) stores.assign(1, before);
  after.access = accesses_;
  stores.push_back(after);
  if (stores.size() > kMostStores) stores.erase(stores.begin());
}

PolledWords::Found PolledWords::earliest(std::uint64_t address, std::uint64_t value,
                                         std::uint32_t size_bytes, std::uint64_t past,
                                         std::uint64_t block) const {
  const auto found = words_.find(address);
  if (found == words_.end() || found->second.stores.empty()) return {};
  const std::vector<StoredValue>& stores = found->second.stores;
  if (stores.back().value != value || stores.back().size_bytes != size_bytes) return {};
  Found earliest{&stores.back(), true};
  for (auto store = stores.rbegin(); store != stores.rend(); ++store) {
    if (store->size_bytes != size_bytes) break;
    if (store->value == value) earliest = {&*store, store == stores.rbegin()};
    // The block's own, too: which of its threads knows of it is not asked here.
    if (store->access <= past || store->block == block) break;
  }
  return earliest;
}

bool LookRun::goes_on_with(std::uint64_t value) {
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(count);
  const auto found = std::find(values.begin(), end, value);
  if (found != end) return found + 1 == end;
  if (count == kMostValues) return false;
  values.at(count++) = value;
  return true;
}

// To be called behind acquire() of the block's own words.
void BlockChecker::see_word(const AccessEvent& event, std::uint32_t place, std::uint32_t lane) {
  PolledWords& words = checker_.polled_words;
  const std::uint64_t address = event.addresses[lane];
  const std::uint64_t newest = checker_.released_at(address);
  const bool is_acquiring_itself = is_acquiring(event.ordering);
  if (event.kind != AccessKind::read || words.is_empty() ||
      event.size_bytes > kMostBytesOfPolledWord || has_apart(event)) {
    order_.see(event.warp, newest, is_acquiring_itself);
    if (event.kind == AccessKind::read && !words.is_empty())
      past_ = std::max(past_, words.look(address));
    return;
  }
  const std::uint64_t value = word_at(event.host(lane), event.size_bytes);
  LookRun& run = look_runs_[event.warp];
  const bool goes_on = run.place == place && last_places_[event.warp] == place &&
                       run.address == address && run.seen_horizon == order_.horizon(event.warp) &&
                       run.seen_past == past_ && run.goes_on_with(value);
  if (!goes_on) {
    run = {};
    run.place = place;
    run.address = address;
    run.horizon = order_.horizon(event.warp);
    run.acquired_horizon = order_.acquired_horizon(event.warp);
    run.past = past_;
    run.goes_on_with(value);
  }
  const auto [store, is_last] = words.earliest(address, value, event.size_bytes, run.past, number_);
  const std::uint64_t before = words.look(address);
  if (store == nullptr) {
    order_.see(event.warp, newest, is_acquiring_itself);
    past_ = std::max(past_, before);
  } else {
    order_.look_again(event.warp, run.horizon, run.acquired_horizon);
    order_.see(event.warp, store->release, is_acquiring_itself);
    past_ = std::max(run.past, store->access);
  }
  if (!is_last) doubtful_looks_[event.warp] = {place, value, newest};
  run.seen_horizon = order_.horizon(event.warp);
  run.seen_past = past_;
}

void BlockChecker::store_word(const AccessEvent& event, std::uint32_t lane) {
  if (event.kind == AccessKind::atomic && checker_.polled_words.is_empty()) return;
  past_ = std::max(past_, checker_.polled_words.store(event.addresses[lane]));
}

// To be called behind the word's release; `before` is the number of the last release there before
// it.
void BlockChecker::note_stored_word(const AccessEvent& event, std::uint32_t lane,
                                    std::uint64_t before) {
  PolledWords& words = checker_.polled_words;
  const std::uint64_t address = event.addresses[lane];
  const bool is_known = event.values[0] != nullptr && event.size_bytes == event.element_bytes &&
                        event.size_bytes <= kMostBytesOfPolledWord;
  const bool is_plain = event.kind == AccessKind::write && event.scope != Scope::block;
  if (!is_known || (!is_plain && !words.holds(address)) ||
      (event.kind == AccessKind::atomic && !checker_.is_exchange(event.instruction))) {
    words.forget(address);
    return;
  }
  const std::uint64_t old_value = word_at(event.host(lane), event.size_bytes);
  const std::uint64_t value =
      word_at(event.values[0] + std::size_t{lane} * event.register_bytes, event.size_bytes);
  words.add(address, {old_value, before, 0, ~std::uint64_t{0}, event.size_bytes},
            {value, checker_.released_at(address), 0, number_, event.size_bytes});
}

}  // namespace warpscope::exec::checks
