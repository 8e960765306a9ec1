// Writes that are no longer the last ones of their cells, and may race all the same.
//
// A strong write (an atomic, say) races with no other strong one, so it says nothing of the plain
// write that it follows, nor of strong ones by other warps: these are kept beside the records.
#pragma once

#include <array>
#include <cstdint>

namespace warpscope::exec::checks {

/// A packed Record for each of some cells. There is room for few: of cells that share a slot the
/// last one is kept, which may miss a race and never invents one.
class CoveredCells {
 public:
  bool is_empty() const { return is_empty_; }
  /// A cell's record; 0: none.
  std::uint64_t get(std::uint64_t cell) const {
    const Slot& slot = slots_.at(slot_of(cell));
    return slot.cell == cell ? slot.record : 0;
  }
  void put(std::uint64_t cell, std::uint64_t record) {
    slots_.at(slot_of(cell)) = {cell, record};
    is_empty_ = false;
  }
  void forget(std::uint64_t cell) {
    if (!is_empty_ && slots_.at(slot_of(cell)).cell == cell) slots_.at(slot_of(cell)).record = 0;
  }
  void clear() {
    if (!is_empty_) slots_ = {};
    is_empty_ = true;
  }

 private:
  static constexpr std::uint32_t kSlotBits = 8;
  struct Slot {
    std::uint64_t cell = 0, record = 0;
  };
  // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): neighbours
  // and cells at equal distances get different slots.
  static std::size_t slot_of(std::uint64_t cell) {
    return static_cast<std::size_t>((cell * 0x9e3779b97f4a7c15ULL) >> (64 - kSlotBits));
  }

  bool is_empty_ = true;
  std::array<Slot, std::size_t{1} << kSlotBits> slots_{};
};

/// Of cells whose last write is a strong one.
struct CoveredWrites {
  CoveredCells plain;   ///< the last plain write, where not all threads know of it
  CoveredCells strong;  ///< the last one of another warp that the next one does not know of
  void clear() {
    plain.clear();
    strong.clear();
  }
};

}  // namespace warpscope::exec::checks
