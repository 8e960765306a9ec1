#include "vgpu/cudart/connection.h"

#include <fcntl.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

#include "vgpu/protocol/device_listener.h"
#include "vgpu/protocol/message.h"
#include "vgpu/protocol/socket_io.h"

namespace warpscope::cudart {
namespace {

/// The descriptor that WARPSCOPE_DEVICE_FD names, if it is open. Not for programs that this one
/// starts.
std::optional<int> inherited_descriptor() {
  const char* text = std::getenv(device::kDescriptorVariable);
  if (text == nullptr) return std::nullopt;
  int fd = -1;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, fd);
  if (error != std::errc() || stop != end || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)
    return std::nullopt;
  return fd;
}

/// Throws device::NoDevice.
UniqueFd connect_to_device() {
  if (const auto fd = inherited_descriptor()) return UniqueFd(*fd);
  if (const char* path = std::getenv(device::kSocketVariable))
    return device::connect_to_device(path);
  throw device::NoDevice(
      "no virtual GPU: this libcudart is Warpscope's; start the program with `warpscope exec "
      "PROGRAM`.");
}

}  // namespace

void tell_user(std::string_view sentence) {
  std::fprintf(stderr, "warpscope: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

Link::Link() {
  try {
    socket_ = connect_to_device();
  } catch (const device::NoDevice& error) {
    tell_user(error.what());
    throw CudaFailure(cudaErrorNoDevice);
  } catch (const std::system_error& error) {
    tell_user(std::string("lost the virtual GPU: ") + error.what() + ".");
    throw CudaFailure(cudaErrorNoDevice);
  }
  UniqueFd staging_fd;
  const std::vector<std::byte> payload = exchange(0, device::Opcode::hello, {}, &staging_fd);
  device::BodyReader reader(payload);
  device_ = device::get<device::DeviceDescription>(reader);
  try {
    staging_ = device::SharedMapping(staging_fd.get(), device_.staging_bytes);
  } catch (const std::system_error& error) {
    tell_user(error.what());
    throw CudaFailure(cudaErrorInitializationError);
  }
}

std::vector<std::byte> Link::exchange(int device, device::Opcode opcode,
                                      std::vector<std::byte> body, UniqueFd* passed_fd) {
  try {
    device::Message message;
    message.opcode = opcode;
    message.sequence = ++sequence_;
    message.device = static_cast<std::uint8_t>(device);
    message.body = std::move(body);
    device::send_all(socket_.get(), device::encode(message));

    std::array<std::byte, sizeof(device::Header)> header_bytes;
    if (!device::receive_exactly(socket_.get(), header_bytes, passed_fd)) {
      throw device::ProtocolError("the virtual GPU has ended.");
    }
    const device::Header header = device::decode_header(header_bytes);
    if (header.sequence != message.sequence) {
      throw device::ProtocolError("the virtual GPU answered another request.");
    }
    std::vector<std::byte> reply(header.body_bytes);
    if (!device::receive_exactly(socket_.get(), reply)) {
      throw device::ProtocolError("the virtual GPU has ended.");
    }
    device::BodyReader reader(reply);
    const auto status = device::get<device::Status>(reader);
    if (!status.message.empty()) tell_user(status.message);
    if (status.code != cudaSuccess) throw CudaFailure(static_cast<cudaError_t>(status.code));
    return {reader.rest().begin(), reader.rest().end()};
  } catch (const device::ProtocolError& error) {
    tell_user(error.what());
  } catch (const std::system_error& error) {
    tell_user(std::string("lost the virtual GPU: ") + error.what() + ".");
  }
  throw CudaFailure(cudaErrorUnknown);
}

}  // namespace warpscope::cudart
