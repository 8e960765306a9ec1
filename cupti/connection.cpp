#include "cupti/connection.h"

#include <array>
#include <cstdlib>
#include <span>
#include <system_error>

#include "vgpu/protocol/device_listener.h"
#include "vgpu/protocol/socket_io.h"

namespace warpscope::cupti {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} << 10;

}  // namespace

std::optional<Connection> Connection::open() {
  try {
    if (auto inherited = device::inherited_connection()) return Connection(std::move(*inherited));
    if (const char* path = std::getenv(device::kSocketVariable))
      return Connection(device::connect_to_device(path));
  } catch (const std::exception&) {
    // A program of its own, or one too many: it runs as if we were not there.
  }
  return std::nullopt;
}

void Connection::send(const device::Event& event) {
  const std::string line = device::to_json_line(event) + "\n";
  try {
    device::send_all(socket_.get(), std::as_bytes(std::span(line)));
  } catch (const std::system_error&) {
    // Nobody reads any more.
  }
}

std::vector<device::Command> Connection::receive(bool may_wait) {
  std::vector<device::Command> commands;
  while (commands.empty()) {
    std::array<char, kReadBytes> buffer;
    const auto room = std::as_writable_bytes(std::span(buffer));
    const auto count = may_wait ? device::receive_some(socket_.get(), room)
                                : device::receive_available(socket_.get(), room).count;
    if (count == 0) return commands;
    lines_.append({buffer.data(), count});
    while (const auto line = lines_.next()) commands.push_back(device::command_from_json(*line));
  }
  return commands;
}

}  // namespace warpscope::cupti
