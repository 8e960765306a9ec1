#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/graph_marks.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

constexpr std::size_t kMaxStreams = 65536;
constexpr std::size_t kMaxEvents = std::size_t{1} << 20;

double recorded_s(DeviceState& device, std::uint32_t event) {
  const std::optional<double>& time_s = device.machine.event(event).time_s;
  if (!time_s) throw CommandError(cuda_error::invalid_resource_handle);
  return *time_s;
}

/// A node of a graph, for those of other branches that come after it.
void mark(DeviceState& device, const EventRecord& request) {
  auto& events = device.machine.events;
  if (!events.contains(request.event) && events.size() >= kMaxEvents)
    throw CommandError(cuda_error::memory_allocation);
  events.insert_or_assign(request.event,
                          EventState{device.index, device.machine.clock.done_s(request.stream)});
}

}  // namespace

StreamNumber create_stream(DeviceState& device, const NewStream& request) {
  if (device.machine.clock.stream_count() >= kMaxStreams) {
    throw CommandError(cuda_error::memory_allocation);
  }
  const std::uint32_t id = device.machine.clock.create_stream(request.is_blocking, device.index);
  if (!request.is_of_thread) device.machine.streams_of_case.insert(id);
  return {id};
}

void destroy_stream(DeviceState& device, const StreamNumber& request) {
  if (!device.machine.clock.destroy_stream(request.stream)) {
    throw CommandError(cuda_error::invalid_resource_handle);
  }
}

void synchronize(DeviceState& device, const StreamNumber& request) {
  if (request.stream != kAllStreams)
    device.machine.needless_waits.host_waits_for_stream(request.stream);
  if (request.stream == kAllStreams) {
    device.machine.clock.synchronize_all(device.index);
  } else {
    device.machine.expect_stream(request.stream);
    device.machine.clock.synchronize(request.stream);
  }
}

EventNumber create_event(DeviceState& device, const Nothing&) {
  if (device.machine.events.size() >= kMaxEvents) throw CommandError(cuda_error::memory_allocation);
  const std::uint32_t id = device.machine.next_event++;
  device.machine.events.emplace(id, EventState{device.index, std::nullopt});
  device.machine.events_of_case.insert(id);
  return {id};
}

void destroy_event(DeviceState& device, const EventNumber& request) {
  if (device.machine.events.erase(request.event) == 0)
    throw CommandError(cuda_error::invalid_resource_handle);
}

void record_event(DeviceState& device, const EventRecord& request) {
  device.machine.expect_stream(request.stream);
  if (request.event >= kFirstMark) {
    mark(device, request);
    return;
  }
  device.machine.event(request.event).time_s = device.machine.clock.record(request.stream);
  device.machine.needless_waits.record(request.event);
}

void wait_event(DeviceState& device, const EventWait& request) {
  device.machine.expect_stream(request.stream);
  // An event that was never recorded is no reason to wait (CUDA's rule).
  if (const auto time_s = device.machine.event(request.event).time_s)
    device.machine.clock.wait_until(request.stream, *time_s);
  if (request.event < kFirstMark) device.machine.needless_waits.wait(request.event);
}

void synchronize_event(DeviceState& device, const EventNumber& request) {
  if (const auto time_s = device.machine.event(request.event).time_s)
    device.machine.clock.synchronize_until(*time_s);
  device.machine.needless_waits.host_waits_for_event(request.event);
}

ElapsedTime elapsed_time(DeviceState& device, const EventPair& request) {
  return {recorded_s(device, request.second) - recorded_s(device, request.first)};
}

}  // namespace warpscope::device
