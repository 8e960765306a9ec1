// The library's end of the connection to the trusted side: JSON lines both ways, device/commands.h
// in and device/events.h out.
#pragma once

#include <optional>
#include <vector>

#include "base/line_splitter.h"
#include "base/unique_fd.h"
#include "device/commands.h"
#include "device/events.h"

namespace warpscope::cupti {

class Connection {
 public:
  /// Where the environment says how (vgpu/protocol/device_listener.h); nothing where it does not,
  /// or nobody answers.
  static std::optional<Connection> open();
  explicit Connection(UniqueFd socket) : socket_(std::move(socket)) {}

  /// Events that nobody reads any more are lost.
  void send(const device::Event& event);
  /// What has come; waits for the first unless `may_wait` is false. Nothing: the other side has
  /// hung up, or nothing is there. Throws record::RecordError for a line that is no command.
  std::vector<device::Command> receive(bool may_wait);

 private:
  UniqueFd socket_;
  LineSplitter lines_;
};

}  // namespace warpscope::cupti
