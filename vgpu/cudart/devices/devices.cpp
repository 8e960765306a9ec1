#include "vgpu/cudart/devices/devices.h"

#include <unistd.h>

#include <memory>

namespace warpscope::cudart {

void Devices::connect() {
  try {
    const auto link = std::make_shared<Link>(lender_);
    const int count = static_cast<int>(link->device().device_count);
    for (int device = 0; device < count; ++device) connections_.emplace_back(link, device);
    process_id_ = getpid();
    begin_(count, link->device());
  } catch (const CudaFailure& failure) {
    connection_failure_ = failure;
    throw;
  }
}

Connection& Devices::connection(int device) {
  if (connection_failure_) throw *connection_failure_;
  if (connections_.empty()) connect();
  if (getpid() != process_id_) {
    tell_user(
        "a child process cannot use the CUDA device that its parent uses; call fork() before the "
        "first CUDA call.");
    connection_failure_.emplace(cudaErrorInitializationError);
    throw *connection_failure_;
  }
  return connections_.at(static_cast<std::size_t>(device));
}

void Devices::expect_device(int device) {
  expect(device >= 0 && device < count(), cudaErrorInvalidDevice);
}

bool Devices::is_device_address(const void* address) {
  const device::DeviceDescription& description = connection().device();
  return address_of(address) - description.address_base < description.address_range_bytes;
}

bool Devices::is_watched() const {
  return !connections_.empty() && !connection_failure_ &&
         connections_.front().device().watches_host && getpid() == process_id_;
}

void Devices::forget_peers(int device) {
  settings(device).peers = 0;
  for (DeviceSettings& other : settings_)
    other.peers &= static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(device)));
}

int& current_device() {
  thread_local int device = 0;
  return device;
}

}  // namespace warpscope::cudart
