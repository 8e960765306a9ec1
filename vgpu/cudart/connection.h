// The program's connection to its virtual GPUs.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/unique_fd.h"
#include "vgpu/protocol/protocol.h"
#include "vgpu/protocol/requests.h"
#include "vgpu/protocol/staging.h"

namespace warpscope::cudart {

/// Ends a runtime call with a CUDA error.
class CudaFailure {
 public:
  explicit CudaFailure(cudaError_t code) : code_(code) {}
  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

/// One sentence on standard error, with "warpscope: " before it.
void tell_user(std::string_view sentence);

/// What the devices share: the socket, and the memory for bulk data.
class Link {
 public:
  /// Connects through the descriptor that WARPSCOPE_DEVICE_FD names. CudaFailure with
  /// cudaErrorNoDevice, and a sentence on standard error, when there is none.
  Link();

  /// Sends a request to a device and waits for its reply.
  std::vector<std::byte> exchange(int device, device::Opcode opcode, device::BodyWriter body,
                                  UniqueFd* passed_fd);
  const device::DeviceDescription& device() const { return device_; }
  std::span<std::byte> staging() const { return staging_.bytes(); }

 private:
  UniqueFd socket_;
  device::DeviceDescription device_;
  device::SharedMapping staging_;
  std::uint32_t sequence_ = 0;
};

/// To one device.
class Connection {
 public:
  Connection(std::shared_ptr<Link> link, int number) : link_(std::move(link)), number_(number) {}

  /// Sends a request and waits for its reply; the payload after the status. CudaFailure with the
  /// device's error; the device's sentence, if it sent one, goes to standard error.
  std::vector<std::byte> request(device::Opcode opcode, device::BodyWriter body = {});
  /// Like request(), for a reply that comes with a descriptor.
  UniqueFd request_descriptor(device::Opcode opcode, device::BodyWriter body);
  /// Like request(), for a reply that is one number.
  template <typename T>
  T request_value(device::Opcode opcode, device::BodyWriter body = {}) {
    const std::vector<std::byte> payload = request(opcode, std::move(body));
    return device::BodyReader(payload).get<T>();
  }

  int number() const { return number_; }  ///< the device's
  const device::DeviceDescription& device() const { return link_->device(); }
  std::span<std::byte> staging() const { return link_->staging(); }

 private:
  std::shared_ptr<Link> link_;
  int number_;
};

}  // namespace warpscope::cudart
