#include "vgpu/server/control_link.h"

#include <array>
#include <span>
#include <system_error>

#include "vgpu/protocol/socket_io.h"

namespace warpscope::device {
namespace {

constexpr std::size_t kLongestLineBytes = 64 << 10;

}  // namespace

void ControlLink::send(const Event& event) {
  if (is_closed_) return;
  const std::string line = to_json_line(event) + "\n";
  try {
    send_all(socket_.get(), std::as_bytes(std::span(line)));
  } catch (const std::system_error&) {
    is_closed_ = true;
  }
}

std::vector<Command> ControlLink::take_commands() {
  std::array<std::byte, 4096> buffer;
  std::vector<Command> commands;
  while (!is_closed_) {
    const Received received = receive_available(socket_.get(), buffer);
    if (received.would_block) break;
    if (received.count == 0) is_closed_ = true;
    for (std::size_t i = 0; i < received.count; ++i) {
      const char character = static_cast<char>(buffer.at(i));
      if (character != '\n') {
        partial_line_ += character;
        continue;
      }
      commands.push_back(command_from_json(partial_line_));
      partial_line_.clear();
    }
    if (partial_line_.size() > kLongestLineBytes) {
      throw record::RecordError("A command on the control socket is longer than 64 KiB.");
    }
  }
  return commands;
}

std::optional<Command> ControlLink::wait_for_command() {
  std::string line;
  std::array<std::byte, 1> one;
  while (receive_exactly(socket_.get(), one)) {
    if (one[0] == std::byte{'\n'}) return command_from_json(line);
    line += static_cast<char>(one[0]);
    if (line.size() > kLongestLineBytes) {
      throw record::RecordError("A command on the control socket is longer than 64 KiB.");
    }
  }
  is_closed_ = true;
  return std::nullopt;
}

bool ControlLink::is_closed() const { return is_closed_ || is_hung_up(socket_.get()); }

}  // namespace warpscope::device
