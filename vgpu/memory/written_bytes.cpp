#include "vgpu/memory/written_bytes.h"

#include <algorithm>
#include <new>
#include <vector>

namespace warpscope::memory {
namespace {

constexpr std::uint64_t kBits = 64;
constexpr std::uint64_t kManyWords = 16;

}  // namespace

// calloc gives large pieces as pages of zeros that take no memory before they are written.
WrittenBytes::WrittenBytes(std::uint64_t size_bytes)
    : size_bytes_(size_bytes),
      words_(static_cast<std::uint64_t*>(std::calloc(size_bytes / kBits + 1, sizeof(kBits)))) {
  if (words_ == nullptr) throw std::bad_alloc();
}

template <typename Visit>
bool WrittenBytes::for_each_word(std::uint64_t offset, std::uint64_t bytes, const Visit& visit) {
  // Mostly whole words.
  for (; (offset | bytes) % kBits == 0 && bytes > 0; offset += kBits, bytes -= kBits) {
    if (!visit(offset / kBits, ~std::uint64_t{0})) return false;
  }
  while (bytes > 0) {
    const std::uint64_t first = offset % kBits;
    const std::uint64_t count = std::min(bytes, kBits - first);
    const std::uint64_t bits = (~std::uint64_t{0} >> (kBits - count)) << first;
    if (!visit(offset / kBits, bits)) return false;
    offset += count;
    bytes -= count;
  }
  return true;
}

void WrittenBytes::mark(std::uint64_t offset, std::uint64_t bytes) {
  // A launch marks whole arrays.
  const std::uint64_t first = (offset + kBits - 1) / kBits, end = (offset + bytes) / kBits;
  if (end > first + kManyWords) {
    std::fill(words_.get() + first, words_.get() + end, ~std::uint64_t{0});
    mark(end * kBits, offset + bytes - end * kBits);
    bytes = first * kBits - offset;
  }
  for_each_word(offset, bytes, [&](std::uint64_t word, std::uint64_t bits) {
    words_[word] |= bits;
    return true;
  });
}

void WrittenBytes::clear(std::uint64_t offset, std::uint64_t bytes) {
  for_each_word(offset, bytes, [&](std::uint64_t word, std::uint64_t bits) {
    words_[word] &= ~bits;
    return true;
  });
}

bool WrittenBytes::has_all(std::uint64_t offset, std::uint64_t bytes) const {
  return for_each_word(offset, bytes, [&](std::uint64_t word, std::uint64_t bits) {
    return (words_[word] & bits) == bits;
  });
}

bool WrittenBytes::has_any(std::uint64_t offset, std::uint64_t bytes) const {
  return !for_each_word(offset, bytes, [&](std::uint64_t word, std::uint64_t bits) {
    return (words_[word] & bits) == 0;
  });
}

bool WrittenBytes::is_in_gap(std::uint64_t offset, std::uint64_t bytes,
                             std::uint64_t distance) const {
  const std::uint64_t begin = offset - std::min(offset, distance);
  const std::uint64_t end = std::min(size_bytes_, offset + bytes + distance);
  return !has_any(begin, end - begin);
}

void WrittenBytes::copy(std::uint64_t offset, const WrittenBytes& from, std::uint64_t from_offset,
                        std::uint64_t bytes) {
  constexpr std::uint64_t kChunk = 4096;
  const bool overlaps =
      &from == this && offset < from_offset + bytes && from_offset < offset + bytes;
  const std::uint64_t step = overlaps ? bytes : kChunk;
  for (std::uint64_t at = 0; at < bytes; at += step) {
    const std::uint64_t count = std::min(step, bytes - at);
    if (from.has_all(from_offset + at, count)) {
      mark(offset + at, count);
    } else if (!from.has_any(from_offset + at, count)) {
      clear(offset + at, count);
    } else {
      copy_bits(offset + at, from, from_offset + at, count);
    }
  }
}

void WrittenBytes::copy_bits(std::uint64_t offset, const WrittenBytes& from,
                             std::uint64_t from_offset, std::uint64_t bytes) {
  std::vector<bool> bits(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) bits[i] = from.has_all(from_offset + i, 1);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (bits[i]) {
      mark(offset + i, 1);
    } else {
      clear(offset + i, 1);
    }
  }
}

}  // namespace warpscope::memory
