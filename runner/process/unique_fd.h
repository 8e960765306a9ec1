// A file descriptor with one owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace warpscope::runner {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  UniqueFd(const UniqueFd&) = delete;
  UniqueFd& operator=(const UniqueFd&) = delete;
  ~UniqueFd() { reset(); }

  int get() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  void reset() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/// Both ends of a pipe, closed on exec. Throws std::system_error.
struct Pipe {
  UniqueFd read_end, write_end;
};
Pipe make_pipe();

/// Both ends of a stream socket pair, closed on exec. Throws std::system_error.
struct SocketPair {
  UniqueFd ours, theirs;
};
SocketPair make_socket_pair();

/// Makes reads and writes return instead of waiting.
void set_nonblocking(int fd);

}  // namespace warpscope::runner
