// Sending and receiving on local stream sockets.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/unique_fd.h"

namespace warpscope::device {

/// Sends all of `bytes`; with the first of them the descriptor `passed_fd`, unless it is negative.
/// Never raises SIGPIPE. std::system_error when the other side is gone or does not read for long.
void send_all(int socket, std::span<const std::byte> bytes, int passed_fd = -1);

struct Received {
  std::size_t count = 0;  ///< 0 at the end of the stream
  bool would_block = false;
};
/// Takes what is there, without waiting.
Received receive_available(int socket, std::span<std::byte> buffer);

/// Waits until there is something and takes what fits; how much, 0 at the end of the stream. A
/// descriptor that arrives with it is put into `passed_fd` when that is not null, else closed.
std::size_t receive_some(int socket, std::span<std::byte> buffer, UniqueFd* passed_fd = nullptr);

/// Waits for exactly buffer.size() bytes; false when the stream ends before. A descriptor that
/// arrives with them is treated as by receive_some().
bool receive_exactly(int socket, std::span<std::byte> buffer, UniqueFd* passed_fd = nullptr);

/// True when the other side has closed its end.
bool is_hung_up(int socket);

}  // namespace warpscope::device
