#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

constexpr std::size_t kMaxStreams = 65536;
constexpr std::size_t kMaxEvents = std::size_t{1} << 20;

template <typename... Handles>
void read(BodyReader& request, Handles&... handles) {
  ((handles = request.get<std::uint32_t>()), ...);
  request.expect_end();
}

double recorded_s(DeviceState& device, std::uint32_t event) {
  const std::optional<double>& time_s = device.machine.event(event).time_s;
  if (!time_s) throw CommandError(cuda_error::invalid_resource_handle);
  return *time_s;
}

}  // namespace

BodyWriter create_stream(DeviceState& device, BodyReader& request) {
  const bool is_blocking = request.get_flag();
  request.expect_end();
  if (device.machine.clock.stream_count() >= kMaxStreams) {
    throw CommandError(cuda_error::memory_allocation);
  }
  BodyWriter reply;
  reply.put(device.machine.clock.create_stream(is_blocking, device.index));
  return reply;
}

BodyWriter destroy_stream(DeviceState& device, BodyReader& request) {
  std::uint32_t stream = 0;
  read(request, stream);
  if (!device.machine.clock.destroy_stream(stream)) {
    throw CommandError(cuda_error::invalid_resource_handle);
  }
  return {};
}

BodyWriter synchronize(DeviceState& device, BodyReader& request) {
  std::uint32_t stream = 0;
  read(request, stream);
  if (stream == kAllStreams) {
    device.machine.clock.synchronize_all(device.index);
  } else {
    device.machine.expect_stream(stream);
    device.machine.clock.synchronize(stream);
  }
  return {};
}

BodyWriter create_event(DeviceState& device, BodyReader& request) {
  request.expect_end();
  if (device.machine.events.size() >= kMaxEvents) throw CommandError(cuda_error::memory_allocation);
  const std::uint32_t id = device.machine.next_event++;
  device.machine.events.emplace(id, EventState{device.index, std::nullopt});
  BodyWriter reply;
  reply.put(id);
  return reply;
}

BodyWriter destroy_event(DeviceState& device, BodyReader& request) {
  std::uint32_t event = 0;
  read(request, event);
  if (device.machine.events.erase(event) == 0)
    throw CommandError(cuda_error::invalid_resource_handle);
  return {};
}

BodyWriter record_event(DeviceState& device, BodyReader& request) {
  std::uint32_t event = 0;
  std::uint32_t stream = 0;
  read(request, event, stream);
  device.machine.expect_stream(stream);
  device.machine.event(event).time_s = device.machine.clock.record(stream);
  return {};
}

BodyWriter wait_event(DeviceState& device, BodyReader& request) {
  std::uint32_t stream = 0;
  std::uint32_t event = 0;
  read(request, stream, event);
  device.machine.expect_stream(stream);
  // An event that was never recorded is no reason to wait (CUDA's rule).
  if (const auto time_s = device.machine.event(event).time_s)
    device.machine.clock.wait_until(stream, *time_s);
  return {};
}

BodyWriter synchronize_event(DeviceState& device, BodyReader& request) {
  std::uint32_t event = 0;
  read(request, event);
  if (const auto time_s = device.machine.event(event).time_s)
    device.machine.clock.synchronize_until(*time_s);
  return {};
}

BodyWriter elapsed_time(DeviceState& device, BodyReader& request) {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  read(request, first, second);
  BodyWriter reply;
  reply.put(recorded_s(device, second) - recorded_s(device, first));
  return reply;
}

}  // namespace warpscope::device
