// What memory held before several workers wrote to it, so that it can be put back.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "vgpu/memory/device_memory.h"

namespace warpscope::exec {

/// Memory for undo logs. Whoever launches often keeps one, so that its pages are there already.
class UndoPool {
 public:
  static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
  struct Release {
    void operator()(std::byte* bytes) const;
  };
  using Block =
      std::unique_ptr<std::byte[], Release>;  ///< kBlockBytes of any contents, aligned to 64
  /// `worker`: its number; it gets what it had before, which its core's caches may hold.
  Block take(std::uint32_t worker);
  /// Keeps up to 32 MiB.
  void give_back(std::uint32_t worker, Block block);

 private:
  std::mutex mutex_;
  std::map<std::uint32_t, std::vector<Block>> spare_;  ///< by worker
  std::size_t spare_blocks_ = 0;
};

/// One allocation that workers share: which parts of it have been saved.
struct UndoRegion {
  static constexpr std::uint32_t kChunkBytes = 512;
  enum State : std::uint8_t { clean, being_saved, saved };

  std::byte* host = nullptr;
  std::uint64_t size_bytes = 0;
  /// A bit of the workers' footprints stands for 2^shift bytes.
  std::uint32_t shift = 0;
  std::vector<std::atomic<std::uint8_t>> chunks;  ///< State of each kChunkBytes
};

/// True when all of a part has been saved; `chunks` as in UndoRegion.
inline bool is_saved(const std::atomic<std::uint8_t>* chunks, std::uint64_t offset,
                     std::uint64_t bytes) {
  const std::uint64_t last = (offset + bytes - 1) / UndoRegion::kChunkBytes;
  for (std::uint64_t chunk = offset / UndoRegion::kChunkBytes; chunk < last; ++chunk) {
    if (chunks[chunk].load(std::memory_order_acquire) != UndoRegion::saved) return false;
  }
  return chunks[last].load(std::memory_order_acquire) == UndoRegion::saved;
}

/// What the workers of one launch share.
class UndoLog {
 public:
  struct Limits {
    std::uint64_t saved_bytes = 0;   ///< that all workers may save
    std::uint32_t workers = 1;       ///< whose footprints share the memory for exact ones
    bool has_exact_regions = false;  ///< footprints are kept by the byte where memory allows
    bool is_saving = true;           ///< false: nothing will have to be put back
  };
  UndoLog(UndoPool& pool, const Limits& limits) : pool_(pool), limits_(limits) {}
  UndoLog(const UndoLog&) = delete;
  UndoLog& operator=(const UndoLog&) = delete;

  /// Of a live allocation; stays where it is. Any thread may ask.
  UndoRegion& region(const memory::Allocation& allocation);
  bool is_saving() const { return limits_.is_saving; }
  /// More than half of what may be saved has been: it is time to come to an end.
  bool is_filling() const { return taken_bytes_.load() * 2 > limits_.saved_bytes; }
  /// Something could not be saved.
  bool has_overflowed() const { return has_overflowed_.load(); }

 private:
  friend class UndoWriter;
  UndoPool::Block take_block(std::uint32_t worker);
  void give_back(std::uint32_t worker, UndoPool::Block block);

  UndoPool& pool_;
  Limits limits_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<UndoRegion>> regions_;  ///< by Allocation::id
  std::uint64_t exact_bytes_ = 0;  ///< of footprints, in regions kept by the byte
  std::atomic<std::uint64_t> taken_bytes_{0};
  std::atomic<bool> has_overflowed_{false};
};

/// What one worker has saved.
class UndoWriter {
 public:
  UndoWriter(UndoLog& log, std::uint32_t worker) : log_(log), worker_(worker) {}
  ~UndoWriter() { release(); }
  UndoWriter(const UndoWriter&) = delete;
  UndoWriter& operator=(const UndoWriter&) = delete;

  /// Makes sure that a part of the region can be put back. False when the log is full.
  bool save(UndoRegion& region, std::uint64_t offset, std::uint64_t bytes);
  /// Puts back what this worker saved. No worker may be running.
  void restore();
  /// Forgets it: what memory holds now is right. No worker may be running.
  void forget();

 private:
  /// Where what was saved came from.
  struct Origin {
    UndoRegion* region;
    std::uint64_t chunk;
    std::uint64_t bytes() const {
      return std::min<std::uint64_t>(UndoRegion::kChunkBytes,
                                     region->size_bytes - chunk * UndoRegion::kChunkBytes);
    }
    std::byte* place() const { return region->host + chunk * UndoRegion::kChunkBytes; }
  };
  /// A block of memory holds first the origins, then as many chunks.
  static constexpr std::size_t kEntriesPerBlock =
      UndoPool::kBlockBytes / (sizeof(Origin) + UndoRegion::kChunkBytes);
  static Origin* origins(const UndoPool::Block& block) {
    return reinterpret_cast<Origin*>(block.get());
  }
  static std::byte* copies(const UndoPool::Block& block) {
    return block.get() + UndoPool::kBlockBytes - kEntriesPerBlock * UndoRegion::kChunkBytes;
  }

  bool save_chunk(UndoRegion& region, std::uint64_t chunk);
  bool has_room();
  void fetch_next() const;
  std::size_t entries_in(std::size_t block) const;
  void release();

  UndoLog& log_;
  std::uint32_t worker_;
  std::vector<UndoPool::Block> blocks_;
  std::size_t entries_ = kEntriesPerBlock;  ///< in the last block
};

}  // namespace warpscope::exec
