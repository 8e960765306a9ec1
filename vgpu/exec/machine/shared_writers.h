// Which thread of a block wrote each word of its shared memory last.
//
// A launch that leaves out what threads exchange there (LeftOut::shared_exchange) asks it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warpscope::exec {

class SharedWriters {
 public:
  /// A block begins that has so many bytes.
  void begin(std::uint64_t shared_bytes) {
    writers_.assign((shared_bytes + kWordBytes - 1) / kWordBytes, kNobody);
  }
  /// False where nobody asks: nothing is noted.
  bool is_on() const { return !writers_.empty(); }

  /// `thread` of the block has written these bytes. What lies outside of the memory is ignored.
  void write(std::uint64_t offset, std::uint64_t bytes, std::uint32_t thread) {
    each(offset, bytes, [&](std::uint16_t& writer) { writer = name_of(thread); });
  }
  /// It has changed them by an atomic, so they have what others wrote as well.
  void change(std::uint64_t offset, std::uint64_t bytes, std::uint32_t thread) {
    each(offset, bytes, [&](std::uint16_t& writer) {
      writer = writer == kNobody || writer == name_of(thread) ? name_of(thread) : kSeveral;
    });
  }
  /// What is there now could be written down: it is nobody's.
  void clear(std::uint64_t offset, std::uint64_t bytes) {
    each(offset, bytes, [](std::uint16_t& writer) { writer = kNobody; });
  }
  /// Somebody has written somewhere.
  void write_all() { std::fill(writers_.begin(), writers_.end(), kSeveral); }
  /// Another thread than this one has written one of these bytes.
  bool has_of_another(std::uint64_t offset, std::uint64_t bytes, std::uint32_t thread) {
    bool has = false;
    each(offset, bytes, [&](std::uint16_t& writer) {
      has = has || (writer != kNobody && writer != name_of(thread));
    });
    return has;
  }

 private:
  static constexpr std::uint64_t kWordBytes = 4;
  static constexpr std::uint16_t kNobody = 0, kSeveral = 0xffff;
  static std::uint16_t name_of(std::uint32_t thread) {
    return static_cast<std::uint16_t>(thread + 1);
  }
  template <typename Action>
  void each(std::uint64_t offset, std::uint64_t bytes, Action action) {
    const std::uint64_t size = writers_.size();
    if (bytes == 0 || offset / kWordBytes >= size) return;
    const std::uint64_t end = std::min(size, (offset + bytes - 1) / kWordBytes + 1);
    for (std::uint64_t word = offset / kWordBytes; word < end; ++word) action(writers_[word]);
  }

  std::vector<std::uint16_t> writers_;  ///< by word; a block has at most 1024 threads
};

}  // namespace warpscope::exec
