#include "vgpu/exec/checks/record_rows.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace warpscope::exec::checks {
namespace {

// Doubled with each chunk: a small launch takes little, a large one asks seldom.
constexpr std::uint64_t kFirstChunkWords = 4096, kMostChunkWords = std::uint64_t{1} << 19;

/// The words of the chunk that a pool takes after `taken` others.
std::uint64_t chunk_words(std::size_t taken) {
  return std::min(kMostChunkWords, kFirstChunkWords << std::min<std::size_t>(taken, 16));
}

/// Chunks of pools that are gone.
class KeptChunks {
 public:
  static KeptChunks& of_process() {
    static KeptChunks kept;
    return kept;
  }
  std::unique_ptr<ZeroedWords> take(std::size_t taken) {
    const std::uint64_t words = chunk_words(taken);
    const std::scoped_lock lock(mutex_);
    auto& chunks = chunks_[words];
    if (chunks.empty()) return std::make_unique<ZeroedWords>(words);
    auto chunk = std::move(chunks.back());
    chunks.pop_back();
    words_ -= words;
    return chunk;
  }
  void keep(std::vector<std::unique_ptr<ZeroedWords>> chunks) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const std::uint64_t words = chunk_words(i);
      if (words_ + words > kMostWords) return;
      words_ += words;
      chunks_[words].push_back(std::move(chunks[i]));
    }
  }

 private:
  static constexpr std::uint64_t kMostWords = std::uint64_t{4} << 20;  // 32 MiB

  std::mutex mutex_;
  std::uint64_t words_ = 0;
  std::map<std::uint64_t, std::vector<std::unique_ptr<ZeroedWords>>> chunks_;  ///< by their words
};

}  // namespace

RecordPool::~RecordPool() { KeptChunks::of_process().keep(std::move(chunks_)); }

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
    const std::size_t taken = chunks_.size();
    chunks_.push_back(KeptChunks::of_process().take(taken));
    next_ = chunks_.back()->data();
    end_ = next_ + chunk_words(taken);
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
