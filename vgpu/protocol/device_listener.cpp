#include "vgpu/protocol/device_listener.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <span>
#include <string_view>
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

constexpr std::string_view kFolderPrefix = "warpscope-";
constexpr const char* kSocket = "device";

/// Whether nobody listens at this socket any more.
bool is_deserted(const std::string& socket_path) {
  if (!fits(socket_path)) return false;
  const auto socket = local_socket(SOCK_NONBLOCK);
  const auto address = address_of(socket_path);
  const int connected =
      ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
  return connected != 0 && errno == ECONNREFUSED;
}

/// A process that is killed leaves its folder: another one of the same user removes it later. Only
/// a folder of ours with nothing but a socket goes, and not while its owner may be about to listen.
void remove_deserted(const fs::path& parent) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    if (!entry.path().filename().string().starts_with(kFolderPrefix)) continue;
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) continue;
    constexpr std::time_t kAtLeast_s = 60;
    const bool is_old = status.st_mtime < std::time(nullptr) - kAtLeast_s;
    const auto socket = (entry.path() / kSocket).string();
    if (!is_old || status.st_uid != ::geteuid() || !is_deserted(socket)) continue;
    ::unlink(socket.c_str());
    ::rmdir(entry.path().c_str());
  }
}

/// A new folder that nobody else may look into.
fs::path private_folder() {
  std::error_code ignored;
  auto parent = fs::temp_directory_path(ignored);
  const std::string name = std::string(kFolderPrefix) + "XXXXXX";
  // The system allows a socket 107 characters.
  if (parent.empty() || !fits((parent / name / kSocket).string())) parent = "/tmp";
  remove_deserted(parent);
  auto path = (parent / name).string();
  if (::mkdtemp(path.data()) == nullptr) {
    throw std::runtime_error("Cannot make a folder in " + parent.string() + ": " +
                             std::strerror(errno) + ".");
  }
  return path;
}

}  // namespace

std::optional<UniqueFd> inherited_connection() {
  const char* text = std::getenv(kDescriptorVariable);
  if (text == nullptr) return std::nullopt;
  int fd = -1;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, fd);
  if (error != std::errc() || stop != end || ::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
    return std::nullopt;
  return UniqueFd(fd);
}

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
