// Which bytes of a piece of memory something has written: a bit for each.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>

namespace warpscope::memory {

/// Nothing is written at first. Every range must lie inside.
class WrittenBytes {
 public:
  /// std::bad_alloc when the host lacks memory. Pages of bits that nobody asks for are not touched.
  explicit WrittenBytes(std::uint64_t size_bytes);

  std::uint64_t size_bytes() const { return size_bytes_; }
  void mark(std::uint64_t offset, std::uint64_t bytes);
  /// Forgets that anything is written in the range.
  void clear(std::uint64_t offset, std::uint64_t bytes);
  /// True when the whole range is written.
  bool has_all(std::uint64_t offset, std::uint64_t bytes) const;
  /// The same of whole words: both numbers are multiples of 64.
  void mark_words(std::uint64_t offset, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes / 64; ++i) words_[offset / 64 + i] = ~std::uint64_t{0};
  }
  bool has_all_words(std::uint64_t offset, std::uint64_t bytes) const {
    std::uint64_t all = ~std::uint64_t{0};
    for (std::uint64_t i = 0; i < bytes / 64; ++i) all &= words_[offset / 64 + i];
    return all == ~std::uint64_t{0};
  }
  /// True when at least one byte of the range is written.
  bool has_any(std::uint64_t offset, std::uint64_t bytes) const;
  /// Makes the range at `offset` what `from` has at `from_offset`; the two may overlap.
  void copy(std::uint64_t offset, const WrittenBytes& from, std::uint64_t from_offset,
            std::uint64_t bytes);
  /// True when no byte is written that is less than `distance` bytes away from the range.
  bool is_in_gap(std::uint64_t offset, std::uint64_t bytes, std::uint64_t distance) const;

 private:
  struct Free {
    void operator()(std::uint64_t* words) const { std::free(words); }
  };
  /// Calls `visit(word, bits)` with each word that has bits of the range, until it gives false.
  template <typename Visit>
  static bool for_each_word(std::uint64_t offset, std::uint64_t bytes, const Visit& visit);
  void copy_bits(std::uint64_t offset, const WrittenBytes& from, std::uint64_t from_offset,
                 std::uint64_t bytes);

  std::uint64_t size_bytes_;
  std::unique_ptr<std::uint64_t[], Free> words_;
};

}  // namespace warpscope::memory
