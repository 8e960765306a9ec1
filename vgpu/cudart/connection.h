// The program's connection to the virtual GPU.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "vgpu/server/protocol.h"
#include "vgpu/server/requests.h"
#include "vgpu/server/staging.h"
#include "vgpu/server/unique_fd.h"

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

class Connection {
 public:
  /// Connects through the descriptor that WARPSCOPE_DEVICE_FD names. CudaFailure with
  /// cudaErrorNoDevice, and a sentence on standard error, when there is none.
  Connection();

  /// Sends a request and waits for its reply; the payload after the status. CudaFailure with the
  /// device's error; the device's sentence, if it sent one, goes to standard error.
  std::vector<std::byte> request(device::Opcode opcode, device::BodyWriter body = {});
  /// Like request(), for a reply that comes with a descriptor.
  device::UniqueFd request_descriptor(device::Opcode opcode, device::BodyWriter body);
  /// Like request(), for a reply that is one number.
  template <typename T>
  T request_value(device::Opcode opcode, device::BodyWriter body = {}) {
    const std::vector<std::byte> payload = request(opcode, std::move(body));
    return device::BodyReader(payload).get<T>();
  }
  /// Greets again: the device frees everything that this program had.
  void reset();

  const device::DeviceDescription& device() const { return device_; }
  std::span<std::byte> staging() const { return staging_.bytes(); }

 private:
  void greet();
  std::vector<std::byte> exchange(device::Opcode opcode, device::BodyWriter body,
                                  device::UniqueFd* passed_fd);

  device::UniqueFd socket_;
  device::DeviceDescription device_;
  device::SharedMapping staging_;
  std::uint32_t sequence_ = 0;
};

}  // namespace warpscope::cudart
