// A table of words of 4 bytes by words. Copies are searched for millions of words that are not in
// it, so it is one piece of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/word_hash.h"

namespace warpscope::origin {

class WordMap {
 public:
  bool is_empty() const { return size_ == 0; }
  /// The first that is put for a word stays.
  void put(std::uint32_t word, std::uint32_t value) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[place_of(word)];
    if (slot.is_used) return;
    slot = {word, value, true};
    ++size_;
  }
  /// What is there for it, or nullptr.
  const std::uint32_t* find(std::uint32_t word) const {
    if (is_empty()) return nullptr;
    const Slot& slot = slots_[place_of(word)];
    return slot.is_used ? &slot.value : nullptr;
  }

 private:
  struct Slot {
    std::uint32_t word = 0, value = 0;
    bool is_used = false;
  };

  /// Where it is, or the free place where it would be: at most half of them are used.
  std::size_t place_of(std::uint32_t word) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = hash_of_word(word) & mask;
    while (slots_[place].is_used && slots_[place].word != word) place = (place + 1) & mask;
    return place;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 16 : 2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.is_used) slots_[place_of(slot.word)] = slot;
  }

  std::vector<Slot> slots_;  ///< a power of two
  std::size_t size_ = 0;
};

}  // namespace warpscope::origin
