// Pairs of file descriptors, each with one owner.
#pragma once

#include "vgpu/server/unique_fd.h"

namespace warpscope::runner {

using device::UniqueFd;

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
