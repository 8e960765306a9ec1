// Many words of 64 bits that are zero at first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpscope::exec::checks {

/// Pages take no memory before they are written.
class ZeroedWords {
 public:
  /// std::bad_alloc when the host grants no address space.
  explicit ZeroedWords(std::uint64_t count);
  ~ZeroedWords();
  ZeroedWords(const ZeroedWords&) = delete;
  ZeroedWords& operator=(const ZeroedWords&) = delete;

  std::uint64_t* data() { return words_; }

 private:
  std::uint64_t* words_;
  std::size_t size_bytes_;
};

}  // namespace warpscope::exec::checks
