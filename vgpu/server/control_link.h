// The device's end of the control socket: events to the runner, commands from it, JSON lines both
// ways.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "device/commands.h"
#include "device/events.h"

namespace warpscope::device {

class ControlLink {
 public:
  explicit ControlLink(UniqueFd socket) : socket_(std::move(socket)) {}

  /// Sends one event; when the runner is gone, remembers that and sends nothing more.
  void send(const Event& event);
  /// Takes what has arrived. record::RecordError for a line that is no command.
  std::vector<Command> take_commands();
  /// Waits for the first one; nothing when the runner is gone. The same error.
  std::optional<Command> wait_for_command();
  /// True when the runner has closed its end.
  bool is_closed() const;
  int fd() const { return socket_.get(); }

 private:
  UniqueFd socket_;
  std::string partial_line_;
  bool is_closed_ = false;
};

}  // namespace warpscope::device
