#include "vgpu/protocol/socket_io.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace warpscope::device {
namespace {

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// Room for one descriptor in a control message.
struct ControlBuffer {
  alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(int))> bytes{};
};

void take_descriptor(msghdr& message, UniqueFd* passed_fd) {
  for (cmsghdr* header = CMSG_FIRSTHDR(&message); header != nullptr;
       header = CMSG_NXTHDR(&message, header)) {
    const bool is_descriptor = header->cmsg_level == SOL_SOCKET &&
                               header->cmsg_type == SCM_RIGHTS &&
                               header->cmsg_len == CMSG_LEN(sizeof(int));
    if (!is_descriptor) continue;
    int fd = -1;
    std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
    UniqueFd received(fd);
    if (passed_fd != nullptr) *passed_fd = std::move(received);
  }
}

}  // namespace

void send_all(int socket, std::span<const std::byte> bytes, int passed_fd) {
  while (!bytes.empty()) {
    iovec vector{const_cast<std::byte*>(bytes.data()), bytes.size()};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    ControlBuffer control;
    if (passed_fd >= 0) {
      message.msg_control = control.bytes.data();
      message.msg_controllen = control.bytes.size();
      cmsghdr* header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(header), &passed_fd, sizeof passed_fd);
    }
    const ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      fail("cannot send");
    }
    passed_fd = -1;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
}

Received receive_available(int socket, std::span<std::byte> buffer) {
  while (true) {
    iovec vector{buffer.data(), buffer.size()};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    // No room for descriptors: the kernel drops what a hostile program passes.
    const ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count >= 0) return {static_cast<std::size_t>(count), false};
    if (errno == EAGAIN || errno == EWOULDBLOCK) return {0, true};
    if (errno == ECONNRESET) return {0, false};
    if (errno != EINTR) fail("cannot receive");
  }
}

std::size_t receive_some(int socket, std::span<std::byte> buffer, UniqueFd* passed_fd) {
  while (true) {
    iovec vector{buffer.data(), buffer.size()};
    msghdr message{};
    message.msg_iov = &vector;
    message.msg_iovlen = 1;
    ControlBuffer control;
    message.msg_control = control.bytes.data();
    message.msg_controllen = control.bytes.size();
    const ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != ECONNRESET) fail("cannot receive");
    if (count <= 0) return 0;
    take_descriptor(message, passed_fd);
    return static_cast<std::size_t>(count);
  }
}

bool receive_exactly(int socket, std::span<std::byte> buffer, UniqueFd* passed_fd) {
  while (!buffer.empty()) {
    const std::size_t count = receive_some(socket, buffer, passed_fd);
    if (count == 0) return false;
    buffer = buffer.subspan(count);
  }
  return true;
}

bool is_hung_up(int socket) {
  pollfd entry{socket, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0 &&
         (entry.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

}  // namespace warpscope::device
