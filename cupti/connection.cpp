#include "cupti/connection.h"

#include <fcntl.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "vgpu/protocol/device_listener.h"

namespace warpscope::cupti {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} << 10;

std::optional<UniqueFd> inherited() {
  const char* text = std::getenv(device::kDescriptorVariable);
  if (text == nullptr) return std::nullopt;
  int fd = -1;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, fd);
  if (error != std::errc() || stop != end || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
    return std::nullopt;
  return UniqueFd(fd);
}

}  // namespace

std::optional<Connection> Connection::open() {
  try {
    if (auto fd = inherited()) return Connection(std::move(*fd));
    if (const char* path = std::getenv(device::kSocketVariable))
      return Connection(device::connect_to_device(path));
  } catch (const std::exception&) {
    // A program of its own, or one too many: it runs as if we were not there.
  }
  return std::nullopt;
}

void Connection::send(const device::Event& event) {
  const std::string line = device::to_json_line(event) + "\n";
  std::size_t sent = 0;
  while (sent < line.size()) {
    const auto count = ::send(socket_.get(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

std::vector<device::Command> Connection::receive(bool may_wait) {
  std::vector<device::Command> commands;
  while (commands.empty()) {
    std::array<char, kReadBytes> buffer;
    const auto count =
        ::recv(socket_.get(), buffer.data(), buffer.size(), may_wait ? 0 : MSG_DONTWAIT);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return commands;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (auto end = unread_.find('\n'); end != std::string::npos; end = unread_.find('\n', begin)) {
      commands.push_back(device::command_from_json(unread_.substr(begin, end - begin)));
      begin = end + 1;
    }
    unread_.erase(0, begin);
  }
  return commands;
}

}  // namespace warpscope::cupti
