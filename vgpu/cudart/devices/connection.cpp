#include "vgpu/cudart/devices/connection.h"

#include <fcntl.h>

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "vgpu/protocol/device_listener.h"
#include "vgpu/protocol/message.h"
#include "vgpu/protocol/socket_io.h"

namespace warpscope::cudart {
namespace {

/// That are asked for at once; nearly all replies are shorter.
constexpr std::size_t kReceivedBytes = 16 << 10;

/// Of a connection that does not work. Where its descriptor is none any more, the program has
/// closed it, or has written over what this library keeps.
std::string lost_text(const std::system_error& error) {
  if (error.code() == std::errc::not_a_socket || error.code() == std::errc::bad_file_descriptor)
    return "lost the virtual GPU: the program has closed the connection to it, or has written to "
           "memory of the host that is not its own.";
  return std::string("lost the virtual GPU: ") + error.what() + ".";
}

/// Throws device::NoDevice.
UniqueFd connect_to_device() {
  if (auto connection = device::inherited_connection()) return std::move(*connection);
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

Link::Link(Lender& lender) : lender_(lender) {
  try {
    socket_ = connect_to_device();
  } catch (const device::NoDevice& error) {
    tell_user(error.what());
    throw CudaFailure(cudaErrorNoDevice);
  } catch (const std::system_error& error) {
    tell_user(lost_text(error));
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

void Link::post(int device, device::Opcode opcode, std::vector<std::byte> body) {
  try {
    append(device, opcode, std::move(body));
  } catch (const device::ProtocolError& error) {
    tell_user(error.what());
    throw CudaFailure(cudaErrorUnknown);
  }
}

void Link::append(int device, device::Opcode opcode, std::vector<std::byte> body) {
  device::Message message;
  message.opcode = opcode;
  message.sequence = sequence_ + 1;
  message.device = static_cast<std::uint8_t>(device);
  message.body = std::move(body);
  const auto bytes = device::encode(message);
  ++sequence_;
  posted_.insert(posted_.end(), bytes.begin(), bytes.end());
}

void Link::lend(const device::Message& question) {
  device::BodyReader reader(question.body);
  lender_.lend(device::get<device::Address>(reader).address);
  device::send_all(socket_.get(), device::encode(question));
}

device::Message Link::receive_reply(UniqueFd* passed_fd) {
  std::array<std::byte, kReceivedBytes> buffer;
  while (true) {
    if (auto reply = replies_.next()) {
      if (reply->opcode == device::Opcode::bring_memory) {
        lend(*reply);
        continue;
      }
      if (reply->sequence != ++answered_)
        throw device::ProtocolError("the virtual GPU answered another request.");
      return std::move(*reply);
    }
    const std::size_t count = device::receive_some(socket_.get(), buffer, passed_fd);
    if (count == 0) throw device::ProtocolError("the virtual GPU has ended.");
    replies_.append(std::span(buffer).first(count));
  }
}

std::vector<std::byte> Link::exchange(int device, device::Opcode opcode,
                                      std::vector<std::byte> body, UniqueFd* passed_fd) {
  try {
    append(device, opcode, std::move(body));
    device::send_all(socket_.get(), std::exchange(posted_, {}));
    // A descriptor may come with the bytes of an earlier reply.
    while (answered_ + 1 != sequence_) receive_reply(passed_fd);
    const device::Message reply = receive_reply(passed_fd);
    lender_.take_back();
    device::BodyReader reader(reply.body);
    const auto status = device::get<device::Status>(reader);
    if (!status.message.empty()) tell_user(status.message);
    if (status.code != cudaSuccess) throw CudaFailure(static_cast<cudaError_t>(status.code));
    return {reader.rest().begin(), reader.rest().end()};
  } catch (const device::ProtocolError& error) {
    tell_user(error.what());
  } catch (const std::system_error& error) {
    tell_user(lost_text(error));
  }
  throw CudaFailure(cudaErrorUnknown);
}

}  // namespace warpscope::cudart
