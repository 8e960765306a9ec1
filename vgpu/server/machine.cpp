#include "vgpu/server/machine.h"

#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/protocol_error.h"
#include "vgpu/server/device_state.h"
#include "vgpu/server/kept_times.h"

namespace warpscope::device {

static_assert(kMostDevices == memory::kMostDevices);

Machine::Machine(const DeviceOptions& device_options, RunProgress& run_progress)
    : options(device_options),
      progress(run_progress),
      clock(device_options.profile, device_options.device_count),
      staging_fd(make_sealed_memory(kStagingBytes)),
      staging(staging_fd.get(), kStagingBytes) {
  if (options.uses_clock && !options.times_folder.empty())
    kept_times = std::make_unique<KeptTimes>(options.times_folder, options.profile, build_id());
  for (std::uint32_t index = 0; index < options.device_count; ++index) {
    devices_.push_back(std::make_unique<DeviceState>(*this, index));
  }
  for (std::uint32_t index = 0; index < options.device_count; ++index) connect(index);
}

Machine::~Machine() = default;

void Machine::connect(std::uint32_t index) {
  memory::DeviceMemory& mine = devices_[index]->memory;
  for (const auto& other : devices_) {
    if (other->index == index) continue;
    mine.connect(other->index, &other->memory);
    other->memory.connect(index, &mine);
  }
}

DeviceState& Machine::device(std::uint32_t index) {
  if (index >= devices_.size()) throw ProtocolError("A request names a device that is not there.");
  return *devices_[index];
}

void Machine::reset(std::uint32_t index) {
  auto fresh = std::make_unique<DeviceState>(*this, index);
  for (const auto& [address, region] : shared) {
    fresh->memory.adopt(address, region.bytes,
                        region.pages.bytes().data() + (address - region.page_begin));
  }
  for (const auto& other : devices_) other->memory.connect(index, nullptr);
  devices_[index] = std::move(fresh);
  connect(index);
  clock.destroy_streams_of(index);
  std::erase_if(events, [&](const auto& entry) { return entry.second.device == index; });
}

std::uint32_t Machine::owner_of(std::uint64_t address) const {
  return memory::DeviceNumber{0, static_cast<std::uint32_t>(devices_.size())}.owner_of(address);
}

std::byte* Machine::translate(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint32_t owner = owner_of(address);
  return devices_[owner < devices_.size() ? owner : 0]->memory.translate(address, bytes);
}

std::uint64_t Machine::used_bytes() const {
  std::uint64_t total = 0;
  for (const auto& device : devices_) total += device->memory.used_bytes();
  return total;
}

std::vector<std::span<std::byte>> Machine::shared_memory() const {
  std::vector<std::span<std::byte>> all;
  const bool is_looked_at = !progress.exchanged_inputs.is_empty();
  for (const auto& [address, region] : shared) {
    if (region.borrowed && is_looked_at) region.borrowed->use();
    all.push_back(region.bytes_of(address));
  }
  return all;
}

void Machine::expect_stream(std::uint32_t id) const {
  if (!clock.has_stream(id)) throw CommandError(cuda_error::invalid_resource_handle);
}

EventState& Machine::event(std::uint32_t id) {
  const auto found = events.find(id);
  if (found == events.end()) throw CommandError(cuda_error::invalid_resource_handle);
  return found->second;
}

}  // namespace warpscope::device
