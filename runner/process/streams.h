// The ends of pipes that we hold while a child runs. All are non-blocking; a loop around poll()
// calls on_ready().
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace warpscope::runner {

/// Keeps the first bytes of what a child prints and drops the rest, so that a flood neither fills
/// our memory nor blocks the child.
class OutputCollector {
 public:
  OutputCollector(UniqueFd fd, std::uint64_t limit_bytes);
  int fd() const { return fd_.get(); }
  bool is_open() const { return fd_.is_open(); }
  /// Reads some; closes at the end.
  void on_ready();
  /// What was kept, with a note when something was dropped.
  std::string text() const;

 private:
  UniqueFd fd_;
  std::uint64_t limit_bytes_;
  std::uint64_t dropped_bytes_ = 0;
  std::string kept_;
};

/// Bytes on their way to a child, over a socket: writing to a closed pipe would signal us.
class InputFeeder {
 public:
  explicit InputFeeder(UniqueFd fd);
  int fd() const { return fd_.get(); }
  bool is_pending() const { return fd_.is_open() && done_ < bytes_.size(); }
  /// The child closed its end.
  bool is_broken() const { return is_broken_; }
  void send(std::vector<std::byte> bytes);
  void on_ready();
  void close() { fd_.reset(); }

 private:
  UniqueFd fd_;
  std::vector<std::byte> bytes_;
  std::size_t done_ = 0;
  bool is_broken_ = false;
};

/// Bytes from a child, up to a number that the reader sets beforehand.
class BoundedReader {
 public:
  explicit BoundedReader(UniqueFd fd);
  int fd() const { return fd_.get(); }
  bool is_ended() const { return is_ended_; }
  /// Forgets what came and reads the next `count` bytes.
  void expect(std::size_t count);
  bool is_complete() const { return bytes_.size() == wanted_; }
  bool is_waiting() const { return !is_ended_ && !is_complete(); }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  void on_ready();

 private:
  UniqueFd fd_;
  std::vector<std::byte> bytes_;
  std::unique_ptr<std::byte[]> chunk_;  ///< what one read may bring
  std::size_t wanted_ = 0;
  bool is_ended_ = false;
};

}  // namespace warpscope::runner
