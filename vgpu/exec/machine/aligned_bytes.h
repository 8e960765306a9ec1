// A block of memory that vector instructions read without crossing cache lines.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace warpscope::exec {

/// Owns bytes aligned to 64. Their contents are kept when reserve() finds enough of them, otherwise
/// zero.
class AlignedBytes {
 public:
  AlignedBytes() = default;
  /// Makes sure that there are at least `size_bytes`.
  void reserve(std::size_t size_bytes) {
    if (size_bytes <= size_bytes_) return;
    bytes_.reset(static_cast<std::byte*>(::operator new(size_bytes, kAlignment)));
    std::memset(bytes_.get(), 0, size_bytes);
    size_bytes_ = size_bytes;
  }
  std::size_t size_bytes() const { return size_bytes_; }
  std::byte* data() { return bytes_.get(); }
  const std::byte* data() const { return bytes_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Release {
    void operator()(std::byte* bytes) const { ::operator delete(bytes, kAlignment); }
  };
  std::unique_ptr<std::byte, Release> bytes_;
  std::size_t size_bytes_ = 0;
};

}  // namespace warpscope::exec
