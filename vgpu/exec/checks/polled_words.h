// Words that threads wait for, with what was stored to them.
//
// A thread that waits until a word is 0, and finds it so, need not have waited for the last store
// of that 0: where it was 0 before as well, and nothing else has told the thread of the stores in
// between, it could have come earlier, found the older 0 and gone on. So it knows no more than the
// older store tells it. Two producers that wait for the same slot to be free are the example: each
// may find it free before the other one fills it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace warpscope::exec::checks {

/// What a word of global memory had behind a strong store, or before the first one.
struct StoredValue {
  std::uint64_t value = 0;
  std::uint64_t release = 0;  ///< the last release at the word then; 0: none
  std::uint64_t access = 0;   ///< the store's number among the strong accesses
  std::uint64_t block = 0;    ///< number in the grid, of who stored it
  std::uint32_t size_bytes = 0;
};

/// By address. There is room for few words and few stores of each; where there are more, the oldest
/// stores are forgotten, which may miss a race and never invents one.
///
/// Strong accesses have numbers, from the first strong store on. A block cannot have come earlier
/// than an access of which it has found what it left, or over which it has stored: the other one
/// would have found something else, as in Peterson's algorithm.
class PolledWords {
 public:
  bool is_empty() const { return words_.empty(); }
  bool holds(std::uint64_t address) const { return words_.contains(address); }
  /// Somebody looks at the word, or stores to it: the access of others that came before it.
  std::uint64_t look(std::uint64_t address);
  std::uint64_t store(std::uint64_t address);
  /// A store of `after` where `before` was, behind store(). `after.access` is set here.
  void add(std::uint64_t address, const StoredValue& before, StoredValue after);
  /// Stored in a way of which the value is not known.
  void forget(std::uint64_t address);
  /// The earliest store that a thread of `block` may have found that cannot have come before access
  /// `past`, and whose look has found `value`.
  struct Found {
    const StoredValue* store = nullptr;  ///< nullptr: the word is not known
    bool is_last = true;
  };
  Found earliest(std::uint64_t address, std::uint64_t value, std::uint32_t size_bytes,
                 std::uint64_t past, std::uint64_t block) const;

 private:
  static constexpr std::size_t kMostWords = 1 << 12, kMostStores = 8;
  struct Word {
    std::uint64_t looked_at = 0, stored_at = 0;  ///< numbers of the last accesses
    std::vector<StoredValue> stores;
  };
  /// nullptr when there are too many.
  Word* word(std::uint64_t address) {
    if (words_.size() < kMostWords) return &words_[address];
    const auto found = words_.find(address);
    return found == words_.end() ? nullptr : &found->second;
  }

  std::uint64_t accesses_ = 0;
  std::unordered_map<std::uint64_t, Word> words_;
};

/// A warp's looks at one word by one instruction, one behind the other, with nothing in between:
/// waiting for it. Had it come at another time, it would have looked more or less often.
struct LookRun {
  std::uint32_t place = 0;  ///< Places; 0: none
  std::uint64_t address = 0;
  /// What the warp knew before the first look, and behind the last one.
  std::uint64_t horizon = 0, acquired_horizon = 0, past = 0;
  std::uint64_t seen_horizon = 0, seen_past = 0;
  /// Values that it has found, each once, the last one last.
  static constexpr std::size_t kMostValues = 4;
  std::array<std::uint64_t, kMostValues> values{};
  std::size_t count = 0;

  /// False when the look that finds `value` is no more of the same wait, which would have ended
  /// when it found that for the first time.
  bool goes_on_with(std::uint64_t value);
};

/// The last wait of a warp that an older store would have ended as well.
struct DoubtfulLook {
  std::uint32_t place = 0;  ///< 0: none
  std::uint64_t value = 0;
  std::uint64_t horizon = 0;  ///< what the warp would know if it had waited for the last store
};

}  // namespace warpscope::exec::checks
