// Cells of memory of which one more read tells nothing new.
#pragma once

#include <cstdint>

#include "vgpu/exec/checks/record_rows.h"

namespace warpscope::exec::checks {

/// A bit for each cell: nobody has written it, and a block has read it whose record stays when
/// another block reads it, too. Of blocks that run one after the other.
class SettledReads {
 public:
  SettledReads() = default;
  /// `words`: one for each row, zeros at first; they outlive this.
  explicit SettledReads(std::uint64_t* words) : words_(words) {}

  /// Of cells from `first` on, a bit of `cells` for each. The block `block` need not look at them.
  bool holds(std::uint64_t first, std::uint64_t cells, std::uint64_t block) const {
    const std::uint64_t word = words_[first / kRowCells];
    return (word >> first % kRowCells & cells) == cells && word >> kRowCells != block + 1;
  }
  bool is_empty(std::uint64_t row) const { return words_[row] == 0; }
  /// They have records now, perhaps of this block.
  void add(std::uint64_t first, std::uint64_t cells, std::uint64_t block) {
    std::uint64_t& word = words_[first / kRowCells];
    constexpr std::uint64_t kCells = (std::uint64_t{1} << kRowCells) - 1;
    word = (word & kCells) | cells << first % kRowCells | (block + 1) << kRowCells;
  }
  /// Records of the row become, or became, this block's by reads.
  void note_reads(std::uint64_t row, std::uint64_t block) {
    if (words_ != nullptr && words_[row] != 0) add(row * kRowCells, 0, block);
  }
  /// To be called where the row is written.
  void forget(std::uint64_t row) {
    if (words_ != nullptr && words_[row] != 0) words_[row] = 0;
  }

 private:
  std::uint64_t* words_ = nullptr;  ///< the lower half: cells; the upper one: who came last, + 1
};

}  // namespace warpscope::exec::checks
