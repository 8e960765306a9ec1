// Records of cells of memory, 32 neighbouring ones to a row.
//
// A warp mostly accesses whole rows. Then one word is enough for 32 cells: a record, in which the
// lane says how the row's cells belong to the lanes. Only a row whose cells differ in another way
// has a word for each of them, elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/exec/checks/record.h"
#include "vgpu/exec/checks/zeroed_words.h"

namespace warpscope::exec::checks {

inline constexpr std::uint32_t kRowCells = 32;

/// How the lanes of a warp lie on a row, as values of Record::lane. Below are a single lane and
/// Record::kManyLanes, which then hold for each cell.
namespace row_shape {
inline constexpr std::uint32_t kNone = 0;
/// From here on, for k below kExchanges: cell c is lane c ^ k's.
inline constexpr std::uint32_t kExchanged = Record::kManyLanes + 1, kExchanges = 16;
inline constexpr std::uint32_t kPairs = kExchanged + kExchanges;  ///< two cells for each lane …
inline constexpr std::uint32_t kQuads = kPairs + 2;            ///< … or four, from its first lane
inline constexpr std::uint32_t kHalvesExchanged = kQuads + 4;  ///< c ^ 16
inline constexpr std::uint32_t kReversed = kHalvesExchanged + 1;  ///< c ^ 31
inline constexpr std::uint32_t kCount = kReversed + 1;
static_assert(kCount <= 1u << Record::kLaneBits);

/// The lane that is exchanged with lane 0; kNone where there is no shape for it.
constexpr std::uint32_t exchanged_by(std::uint64_t k) {
  if (k < kExchanges) return kExchanged + static_cast<std::uint32_t>(k);
  return k == 16 ? kHalvesExchanged : k == 31 ? kReversed : kNone;
}
/// Each lane has one cell of the row.
constexpr bool is_exchange(std::uint32_t shape) {
  return shape >= kHalvesExchanged || (shape >= kExchanged && shape < kPairs);
}
/// Row `row` of several that are one behind the other, with 1, 2 or 4 cells for each lane.
constexpr std::uint32_t of_wide(std::uint32_t cells_per_lane, std::uint32_t row) {
  return (cells_per_lane == 1 ? kExchanged : cells_per_lane == 2 ? kPairs : kQuads) + row;
}

using LaneOfCell = std::array<std::array<std::uint8_t, kRowCells>, kCount>;
constexpr LaneOfCell make_lanes() {
  LaneOfCell lanes{};
  for (std::uint32_t cell = 0; cell < kRowCells; ++cell) {
    const auto set = [&](std::uint32_t shape, std::uint32_t lane) {
      lanes[shape][cell] = static_cast<std::uint8_t>(lane);
    };
    for (std::uint32_t lane = 0; lane <= Record::kManyLanes; ++lane) set(lane, lane);
    for (std::uint32_t k = 0; k < kExchanges; ++k) set(kExchanged + k, cell ^ k);
    for (std::uint32_t row = 0; row < 2; ++row) set(kPairs + row, row * 16 + cell / 2);
    for (std::uint32_t row = 0; row < 4; ++row) set(kQuads + row, row * 8 + cell / 4);
    set(kHalvesExchanged, cell ^ 16);
    set(kReversed, cell ^ 31);
  }
  return lanes;
}
inline constexpr LaneOfCell kLaneOfCell = make_lanes();
}  // namespace row_shape

/// Words for rows whose cells differ. What it had stays with the process for the next one: each
/// launch has its own, and a page costs more to get from the kernel than a row to check.
class RecordPool {
 public:
  RecordPool() = default;
  ~RecordPool();
  RecordPool(const RecordPool&) = delete;
  RecordPool& operator=(const RecordPool&) = delete;

  /// kRowCells words, of any value; nullptr when as many as allowed are taken. std::bad_alloc when
  /// the host lacks memory.
  std::uint64_t* take();
  void give_back(std::uint64_t* cells);
  /// At first as many as somebody wants.
  void allow(std::uint64_t bytes) { most_bytes_ = bytes; }
  /// That were taken at a time, at most.
  std::uint64_t bytes() const { return bytes_; }
  /// A write was not noted because nothing was left.
  void lose_write() { has_lost_write_ = true; }
  bool has_lost_write() const { return has_lost_write_; }

 private:
  std::uint64_t bytes_ = 0, most_bytes_ = ~std::uint64_t{0};
  bool has_lost_write_ = false;
  std::vector<std::unique_ptr<ZeroedWords>> chunks_;
  std::uint64_t* next_ = nullptr;
  std::uint64_t* end_ = nullptr;
  std::uint64_t* free_ = nullptr;  ///< the first word of each is the address of the next
};

/// Records of consecutive cells.
class RecordRows {
 public:
  using Cells = std::array<std::uint64_t, kRowCells>;

  RecordRows() = default;
  /// `words`: one for each row, `stride` apart and zeros at first; they and the pool outlive this.
  RecordRows(std::uint64_t* words, std::uint64_t stride, RecordPool* pool)
      : words_(words), stride_(stride), pool_(pool) {}
  explicit operator bool() const { return words_ != nullptr; }

  /// A row's word: 0, a record for all its cells with a row_shape, or apart.
  std::uint64_t word(std::uint64_t row) const { return words_[row * stride_]; }
  std::uint64_t* at(std::uint64_t row) const { return &words_[row * stride_]; }
  /// Each cell has a word of its own.
  static bool is_apart(std::uint64_t word) {
    return (word & Record::kPlaceOfPacked) == 0 && word != 0;
  }
  static std::uint32_t shape(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> Record::kLaneShift) & Record::kLaneMask;
  }
  /// What the row's cells have: there, or written into `room`.
  static const std::uint64_t* cells_of(std::uint64_t word, Cells& room);

  /// A cell's record; 0: none.
  std::uint64_t get(std::uint64_t cell) const {
    const std::uint64_t word = this->word(cell / kRowCells);
    if (is_apart(word)) return place(word)[cell % kRowCells];
    const std::uint32_t shape = RecordRows::shape(word);
    if (shape <= Record::kManyLanes) return word;
    return (word & ~Record::kLaneOfPacked) |
           std::uint64_t{row_shape::kLaneOfCell[shape][cell % kRowCells]} << Record::kLaneShift;
  }
  /// Where the pool has nothing left, it stays as it was.
  void set(std::uint64_t cell, std::uint64_t record) {
    if (get(cell) == record) return;
    std::uint64_t* cells = apart(cell / kRowCells);
    if (cells != nullptr) cells[cell % kRowCells] = record;
  }
  /// Gives all cells of the row a record with a row_shape, or none.
  void set_row(std::uint64_t row, std::uint64_t word) {
    std::uint64_t& at = words_[row * stride_];
    if (is_apart(at)) pool_->give_back(place(at));
    at = word;
  }
  /// The words of the row's cells, which it has from now on; nullptr when the pool has none left.
  std::uint64_t* apart(std::uint64_t row);
  /// A write to one of the cells is not noted.
  void lose_write() { pool_->lose_write(); }
  /// Where get() will look.
  void prefetch(std::uint64_t cell) const {
    const std::uint64_t word = this->word(cell / kRowCells);
    if (is_apart(word)) __builtin_prefetch(place(word) + cell % kRowCells);
  }

 private:
  // Places are aligned to 256 bytes, so that their address leaves the bits free that a record has
  // for its Places number.
  static constexpr std::uint32_t kAddressShift = 2;
  static std::uint64_t* place(std::uint64_t word) {
    return reinterpret_cast<std::uint64_t*>(word >> kAddressShift);
  }

  std::uint64_t* words_ = nullptr;
  std::uint64_t stride_ = 1;
  RecordPool* pool_ = nullptr;
};

}  // namespace warpscope::exec::checks
