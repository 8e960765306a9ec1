#include "vgpu/exec/footprint/undo_log.h"

#include <immintrin.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <thread>

namespace warpscope::exec {
namespace {

constexpr std::size_t kMostSpareBlocks = (std::size_t{32} << 20) / UndoPool::kBlockBytes;
constexpr std::uint32_t kSectorShift = 5;
// Neighbouring blocks often share sectors of small arrays (a sum per block), which cost little.
constexpr std::uint64_t kAlwaysExactBytes = std::uint64_t{64} << 10;
// Of exact footprints, of all workers together.
constexpr std::uint64_t kMostExactBytes = std::uint64_t{64} << 20;

constexpr std::align_val_t kBlockAlignment{64};

// Which memcpy would do a word at a time.
void copy_chunk(std::byte* to, const std::byte* from) {
  for (std::size_t at = 0; at < UndoRegion::kChunkBytes; at += sizeof(__m256i)) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + at),
                       _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + at)));
  }
}

}  // namespace

void UndoPool::Release::operator()(std::byte* bytes) const {
  ::operator delete[](bytes, kBlockAlignment);
}

UndoPool::Block UndoPool::take(std::uint32_t worker) {
  {
    const std::lock_guard lock(mutex_);
    const auto own = spare_.find(worker);
    const auto found = own != spare_.end() ? own : spare_.begin();
    if (found != spare_.end()) {
      Block block = std::move(found->second.back());
      found->second.pop_back();
      --spare_blocks_;
      if (found->second.empty()) spare_.erase(found);
      return block;
    }
  }
  return Block(static_cast<std::byte*>(::operator new[](kBlockBytes, kBlockAlignment)));
}

void UndoPool::give_back(std::uint32_t worker, Block block) {
  const std::lock_guard lock(mutex_);
  if (spare_blocks_ == kMostSpareBlocks) return;
  spare_[worker].push_back(std::move(block));
  ++spare_blocks_;
}

UndoRegion& UndoLog::region(const memory::Allocation& allocation) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<UndoRegion>& region = regions_[allocation.id];
  if (region == nullptr) {
    auto fresh = std::make_unique<UndoRegion>();
    fresh->host = allocation.host;
    fresh->size_bytes = allocation.size_bytes;
    fresh->chunks =
        std::vector<std::atomic<std::uint8_t>>(allocation.size_bytes / UndoRegion::kChunkBytes + 1);
    // A bit per byte, for what was read and for what was written, for each worker.
    const std::uint64_t exact_bytes = allocation.size_bytes / 4 * limits_.workers;
    const bool is_exact =
        (limits_.has_exact_regions || allocation.size_bytes <= kAlwaysExactBytes) &&
        exact_bytes <= kMostExactBytes && exact_bytes_ <= kMostExactBytes - exact_bytes;
    if (is_exact) exact_bytes_ += exact_bytes;
    fresh->shift = is_exact ? 0 : kSectorShift;
    region = std::move(fresh);
  }
  return *region;
}

UndoPool::Block UndoLog::take_block(std::uint32_t worker) {
  if (taken_bytes_.fetch_add(UndoPool::kBlockBytes) + UndoPool::kBlockBytes > limits_.saved_bytes) {
    taken_bytes_ -= UndoPool::kBlockBytes;
    has_overflowed_ = true;
    return nullptr;
  }
  return pool_.take(worker);
}

void UndoLog::give_back(std::uint32_t worker, UndoPool::Block block) {
  taken_bytes_ -= UndoPool::kBlockBytes;
  pool_.give_back(worker, std::move(block));
}

bool UndoWriter::save(UndoRegion& region, std::uint64_t offset, std::uint64_t bytes) {
  if (bytes == 0) return true;
  const std::uint64_t last = (offset + bytes - 1) / UndoRegion::kChunkBytes;
  for (std::uint64_t chunk = offset / UndoRegion::kChunkBytes; chunk <= last; ++chunk) {
    if (!save_chunk(region, chunk)) return false;
  }
  return true;
}

// Nobody writes to a chunk before one worker has saved it, so what is saved is what it held before.
bool UndoWriter::save_chunk(UndoRegion& region, std::uint64_t chunk) {
  std::atomic<std::uint8_t>& state = region.chunks[chunk];
  std::uint8_t seen = state.load(std::memory_order_acquire);
  while (seen != UndoRegion::saved) {
    if (seen == UndoRegion::being_saved) {
      std::this_thread::yield();
      seen = state.load(std::memory_order_acquire);
      continue;
    }
    if (!has_room()) return false;
    if (!state.compare_exchange_strong(seen, UndoRegion::being_saved, std::memory_order_acquire))
      continue;
    const UndoPool::Block& block = blocks_.back();
    const Origin origin{&region, chunk};
    origins(block)[entries_] = origin;
    std::byte* copy = copies(block) + entries_ * UndoRegion::kChunkBytes;
    if (origin.bytes() == UndoRegion::kChunkBytes) {
      copy_chunk(copy, origin.place());
    } else {
      std::memcpy(copy, origin.place(), origin.bytes());
    }
    ++entries_;
    state.store(UndoRegion::saved, std::memory_order_release);
    fetch_next();
    return true;
  }
  return true;
}

bool UndoWriter::has_room() {
  if (entries_ < kEntriesPerBlock) return true;
  blocks_.reserve(blocks_.size() + 1);
  UndoPool::Block block = log_.take_block(worker_);
  if (block == nullptr) return false;
  blocks_.push_back(std::move(block));
  entries_ = 0;
  return true;
}

// The lines of the next entry will be there when it is written.
void UndoWriter::fetch_next() const {
  constexpr std::size_t kLineBytes = 64;
  if (entries_ == kEntriesPerBlock) return;
  const std::byte* next = copies(blocks_.back()) + entries_ * UndoRegion::kChunkBytes;
  for (std::size_t at = 0; at < UndoRegion::kChunkBytes; at += kLineBytes)
    asm volatile("prefetchw %0" : : "m"(next[at]));  // for writing, which the builtin is not
}

std::size_t UndoWriter::entries_in(std::size_t block) const {
  return block + 1 == blocks_.size() ? entries_ : kEntriesPerBlock;
}

void UndoWriter::restore() {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    for (std::size_t k = 0; k < entries_in(i); ++k) {
      const Origin& origin = origins(blocks_[i])[k];
      std::memcpy(origin.place(), copies(blocks_[i]) + k * UndoRegion::kChunkBytes, origin.bytes());
    }
  }
  forget();
}

void UndoWriter::forget() {
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    for (std::size_t k = 0; k < entries_in(i); ++k) {
      const Origin& origin = origins(blocks_[i])[k];
      origin.region->chunks[origin.chunk].store(UndoRegion::clean, std::memory_order_relaxed);
    }
  }
  release();
}

void UndoWriter::release() {
  for (UndoPool::Block& block : blocks_) log_.give_back(worker_, std::move(block));
  blocks_.clear();
  entries_ = kEntriesPerBlock;
}

}  // namespace warpscope::exec
