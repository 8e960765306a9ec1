#include "vgpu/protocol/device_listener.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <system_error>

#include "vgpu/protocol/socket_io.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;

/// The first byte of the answer; a descriptor comes with `admitted`, the reason follows `refused`.
constexpr std::byte kAdmitted{1}, kRefused{0};
constexpr int kWaiting = 64;
constexpr std::size_t kMostReasonBytes = 1000;

UniqueFd local_socket(int more) {
  return UniqueFd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | more, 0));
}

bool fits(const std::string& path) { return path.size() < sizeof(sockaddr_un::sun_path); }

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  return address;
}

std::string read_reason(const UniqueFd& socket) {
  std::string text;
  for (char c = 0; text.size() < kMostReasonBytes; text += c) {
    if (!receive_exactly(socket.get(), std::as_writable_bytes(std::span(&c, 1)))) break;
  }
  return text;
}

/// A new folder that nobody else may look into.
fs::path private_folder() {
  std::error_code ignored;
  auto parent = fs::temp_directory_path(ignored);
  const std::string name = "warpscope-XXXXXX";
  // The system allows a socket 107 characters.
  if (parent.empty() || !fits((parent / name / "device").string())) parent = "/tmp";
  auto path = (parent / name).string();
  if (::mkdtemp(path.data()) == nullptr) {
    throw std::runtime_error("Cannot make a folder in " + parent.string() + ": " +
                             std::strerror(errno) + ".");
  }
  return path;
}

}  // namespace

UniqueFd connect_to_device(const std::string& path) {
  const auto socket = local_socket(0);
  const auto address = address_of(fits(path) ? path : "");
  const int connected =
      ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  if (connected != 0 && (errno == EACCES || errno == EPERM)) {
    throw NoDevice(
        "the virtual GPU of `warpscope exec` belongs to the user who started it, and this program "
        "runs as another.");
  }
  if (connected != 0) {
    throw NoDevice("no virtual GPU: the `warpscope exec` that started this program has ended.");
  }
  UniqueFd connection;
  std::byte answer{};
  if (!receive_exactly(socket.get(), std::span(&answer, 1), &connection)) {
    throw NoDevice("no virtual GPU: the `warpscope exec` that started this program has ended.");
  }
  if (answer != kAdmitted) throw NoDevice("no virtual GPU: " + read_reason(socket));
  return connection;
}

DeviceListener::DeviceListener() : folder_(private_folder()), socket_(local_socket(SOCK_NONBLOCK)) {
  const auto address = address_of(path());
  if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::listen(socket_.get(), kWaiting) == 0) {
    return;
  }
  const std::string reason = std::strerror(errno);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
  throw std::runtime_error("Cannot make a local socket at " + path() + ": " + reason + ".");
}

DeviceListener::~DeviceListener() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

UniqueFd DeviceListener::accept() {
  return UniqueFd(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
}

void DeviceListener::admit(const UniqueFd& program, const UniqueFd& connection) {
  try {
    send_all(program.get(), std::span(&kAdmitted, 1), connection.get());
  } catch (const std::system_error&) {
    // The program is gone; its device sees that the connection ends.
  }
}

void DeviceListener::refuse(const UniqueFd& program, const std::string& reason) {
  try {
    send_all(program.get(), std::span(&kRefused, 1));
    send_all(program.get(), std::as_bytes(std::span(reason)));
  } catch (const std::system_error&) {
    // It does not wait for the answer.
  }
}

}  // namespace warpscope::device
