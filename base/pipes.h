// Pipes and sockets as pairs of file descriptors, each with one owner.
#pragma once

#include "base/unique_fd.h"

namespace warpscope {

/// Both ends of a pipe, closed on exec.
struct Pipe {
  UniqueFd read_end, write_end;
};
/// Throws std::system_error.
Pipe make_pipe();

/// Both ends of a local stream socket, closed on exec.
struct SocketPair {
  UniqueFd ours, theirs;
};
/// Throws std::system_error.
SocketPair make_socket_pair();

/// Makes reads and writes return instead of waiting. Throws std::system_error.
void set_nonblocking(int fd);

}  // namespace warpscope
