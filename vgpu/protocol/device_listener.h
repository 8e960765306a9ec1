// How a program that was not given its connection to a virtual GPU gets one: it connects to a local
// socket, whose path it reads from the environment, and is sent a descriptor.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/unique_fd.h"

namespace warpscope::device {

/// Names the socket's path.
inline constexpr const char* kSocketVariable = "WARPSCOPE_DEVICE_SOCKET";
/// Names an open descriptor instead, which is the connection itself.
inline constexpr const char* kDescriptorVariable = "WARPSCOPE_DEVICE_FD";

/// There is no virtual GPU to be had; what() is a sentence that says why.
class NoDevice : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The connection that kDescriptorVariable names, if it is open. Not for programs that this one
/// starts.
std::optional<UniqueFd> inherited_connection();

/// The program's side: its connection. Throws NoDevice.
UniqueFd connect_to_device(const std::string& path);

/// The other side of it. Not readable by other users; the file is removed when this goes.
class DeviceListener {
 public:
  /// In a new folder for temporary files. Throws std::runtime_error with a sentence.
  DeviceListener();
  ~DeviceListener();
  DeviceListener(const DeviceListener&) = delete;
  DeviceListener& operator=(const DeviceListener&) = delete;

  std::string path() const { return (folder_ / "device").string(); }
  /// Readable (poll) when a program waits.
  int fd() const { return socket_.get(); }
  /// The next program that waits; not open when none does.
  UniqueFd accept();
  /// Gives a program its connection.
  static void admit(const UniqueFd& program, const UniqueFd& connection);
  /// Sends a program away, with a sentence for its user.
  static void refuse(const UniqueFd& program, const std::string& reason);

 private:
  std::filesystem::path folder_;
  UniqueFd socket_;
};

}  // namespace warpscope::device
