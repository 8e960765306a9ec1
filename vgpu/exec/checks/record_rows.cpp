#include "vgpu/exec/checks/record_rows.h"

#include <algorithm>

namespace warpscope::exec::checks {
namespace {

// Doubled with each chunk: a small launch takes little, a large one asks seldom.
constexpr std::uint64_t kFirstChunkWords = 4096, kMostChunkWords = std::uint64_t{1} << 19;

}  // namespace

std::uint64_t* RecordPool::take() {
  if (free_ != nullptr) {
    std::uint64_t* cells = free_;
    free_ = reinterpret_cast<std::uint64_t*>(*cells);
    return cells;
  }
  constexpr std::uint64_t kRowBytes = kRowCells * sizeof(std::uint64_t);
  if (bytes_ + kRowBytes > most_bytes_) return nullptr;
  bytes_ += kRowBytes;
  if (next_ == end_) {
    const std::uint64_t words =
        std::min(kMostChunkWords, kFirstChunkWords << std::min<std::size_t>(chunks_.size(), 16));
    chunks_.push_back(std::make_unique<ZeroedWords>(words));
    next_ = chunks_.back()->data();
    end_ = next_ + words;
  }
  std::uint64_t* cells = next_;
  next_ += kRowCells;
  return cells;
}

void RecordPool::give_back(std::uint64_t* cells) {
  *cells = reinterpret_cast<std::uint64_t>(free_);
  free_ = cells;
}

const std::uint64_t* RecordRows::cells_of(std::uint64_t word, Cells& room) {
  if (is_apart(word)) return place(word);
  const auto& lanes = row_shape::kLaneOfCell.at(shape(word));
  const std::uint64_t rest = word & ~Record::kLaneOfPacked;
  for (std::uint32_t i = 0; i < kRowCells; ++i)
    room[i] = rest | std::uint64_t{lanes[i]} << Record::kLaneShift;
  return room.data();
}

std::uint64_t* RecordRows::apart(std::uint64_t row) {
  std::uint64_t& word = words_[row * stride_];
  if (is_apart(word)) return place(word);
  Cells room;
  const std::uint64_t* cells = cells_of(word, room);
  std::uint64_t* own = pool_->take();
  if (own == nullptr) return nullptr;
  std::copy(cells, cells + kRowCells, own);
  word = reinterpret_cast<std::uint64_t>(own) << kAddressShift;
  return own;
}

}  // namespace warpscope::exec::checks
