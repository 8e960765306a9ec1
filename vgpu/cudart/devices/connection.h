// The program's connection to its virtual GPUs.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/unique_fd.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/protocol/exchanges.h"
#include "vgpu/protocol/message.h"
#include "vgpu/protocol/staging.h"

namespace warpscope::cudart {

/// One sentence on standard error, with "warpscope: " before it.
void tell_user(std::string_view sentence);

/// Who has memory of the program that devices borrow.
class Lender {
 public:
  virtual ~Lender() = default;
  /// A device needs the bytes of what begins at `address` for the request that it handles.
  virtual void lend(std::uint64_t address) = 0;
  /// The request has been handled: what the device has changed of that becomes the program's.
  virtual void take_back() = 0;
};

/// What the devices share: the socket, and the memory for bulk data.
class Link {
 public:
  /// Connects through the descriptor that WARPSCOPE_DEVICE_FD names, or else at the socket that
  /// WARPSCOPE_DEVICE_SOCKET names. CudaFailure with
  /// cudaErrorNoDevice, and a sentence on standard error, when there is none. `lender` outlives it.
  explicit Link(Lender& lender);

  /// Sends a request to a device and waits for its reply; what comes after the status. CudaFailure
  /// with the device's error; the device's sentence, if it sent one, goes to standard error.
  std::vector<std::byte> exchange(int device, device::Opcode opcode, std::vector<std::byte> body,
                                  UniqueFd* passed_fd);
  /// Sends a request together with the next one that waits for its reply. Its own reply is not
  /// looked at, so it must be one that only prepares that next request. CudaFailure when the
  /// request is too long.
  void post(int device, device::Opcode opcode, std::vector<std::byte> body);
  const device::DeviceDescription& device() const { return device_; }
  std::span<std::byte> staging() const { return staging_.bytes(); }

 private:
  void append(int device, device::Opcode opcode, std::vector<std::byte> body);  ///< to posted_
  device::Message receive_reply(UniqueFd* passed_fd);
  void lend(const device::Message& question);

  Lender& lender_;
  UniqueFd socket_;
  device::MessageAssembler replies_;
  std::vector<std::byte> posted_;  ///< messages that were not sent yet
  device::DeviceDescription device_;
  device::SharedMapping staging_;
  std::uint32_t sequence_ = 0;
  std::uint32_t answered_ = 0;  ///< the last request whose reply has come
};

/// To one device.
class Connection {
 public:
  Connection(std::shared_ptr<Link> link, int number) : link_(std::move(link)), number_(number) {}

  template <device::Opcode opcode>
  using Request = typename device::Exchange<opcode>::Request;
  template <device::Opcode opcode>
  using Reply = typename device::Exchange<opcode>::Reply;

  /// Sends a request and waits for its reply. CudaFailure as Link::exchange has it.
  template <device::Opcode opcode>
  Reply<opcode> request(const Request<opcode>& fields = {}) {
    const std::vector<std::byte> payload = exchange(opcode, device::body_of(fields), nullptr);
    device::BodyReader reader(payload);
    return device::get<Reply<opcode>>(reader);
  }
  /// As Link::post has it.
  template <device::Opcode opcode>
  void post(const Request<opcode>& fields) {
    static_assert(std::is_same_v<Reply<opcode>, device::Nothing>);
    link_->post(number_, opcode, device::body_of(fields));
  }
  /// The same as request() for a reply that is a descriptor.
  template <device::Opcode opcode>
  UniqueFd request_descriptor(const Request<opcode>& fields) {
    UniqueFd passed_fd;
    exchange(opcode, device::body_of(fields), &passed_fd);
    return passed_fd;
  }

  int number() const { return number_; }  ///< the device's
  const device::DeviceDescription& device() const { return link_->device(); }
  std::span<std::byte> staging() const { return link_->staging(); }

 private:
  std::vector<std::byte> exchange(device::Opcode opcode, std::vector<std::byte> body,
                                  UniqueFd* passed_fd) {
    return link_->exchange(number_, opcode, std::move(body), passed_fd);
  }

  std::shared_ptr<Link> link_;
  int number_;
};

}  // namespace warpscope::cudart
