#include "vgpu/timing/streams/virtual_clock.h"

#include <algorithm>

namespace warpscope::timing {
namespace {

/// A copy to the device of at most this size is staged at once and returns; a larger one from
/// pageable memory is staged piece by piece, which keeps the host busy until the last piece (CUDA
/// Programming Guide, "Asynchronous Concurrent Execution").
constexpr std::uint64_t kStagedAtOnceBytes = std::uint64_t{64} << 10;

}  // namespace

VirtualClock::VirtualClock(const Profile& profile, DeviceIndex device_count)
    : profile_(profile),
      engines_(device_count),
      next_stream_(device_count),
      next_number_(device_count) {
  for (DeviceIndex device = 0; device < device_count; ++device) {
    streams_.emplace(device, Stream{.device = device, .shown_number = device});
  }
}

StreamId VirtualClock::create_stream(bool is_blocking, DeviceIndex device) {
  const StreamId id = next_stream_++;
  Stream stream{.is_blocking = is_blocking, .device = device, .done_s = now_s_};
  stream.shown_number = take_number();
  streams_.emplace(id, stream);
  return id;
}

StreamId VirtualClock::take_number() {
  if (unused_numbers_.empty()) return next_number_++;
  const StreamId number = *unused_numbers_.begin();
  unused_numbers_.erase(number);
  return number;
}

bool VirtualClock::destroy_stream(StreamId stream) {
  const auto found = streams_.find(stream);
  if (stream < engines_.size() || found == streams_.end()) return false;
  const Stream& destroyed = found->second;
  Engines& engines = engines_[destroyed.device];
  engines.destroyed_s = std::max(engines.destroyed_s, destroyed.done_s);
  if (destroyed.is_blocking)
    engines.destroyed_blocking_s = std::max(engines.destroyed_blocking_s, destroyed.done_s);
  unused_numbers_.insert(destroyed.shown_number);
  streams_.erase(found);
  return true;
}

void VirtualClock::destroy_streams_of(DeviceIndex device) {
  std::erase_if(streams_, [&](const auto& entry) {
    const bool is_destroyed = entry.second.device == device && entry.first >= engines_.size();
    if (is_destroyed) unused_numbers_.insert(entry.second.shown_number);
    return is_destroyed;
  });
}

VirtualClock::Engines& VirtualClock::engines_of(StreamId stream) {
  return engines_[streams_.at(stream).device];
}

double& VirtualClock::copy_engine(Engines& engines, Copy direction) const {
  const bool is_shared = profile_.copy_engines == 1;
  return direction == Copy::to_device || is_shared ? engines.to_device_s : engines.to_host_s;
}

double VirtualClock::ready_s(const Stream& stream, StreamId id, double done_s) const {
  double ready = std::max(now_s_, done_s);
  if (id < engines_.size()) {
    ready = std::max(ready, engines_[stream.device].destroyed_blocking_s);
    for (const auto& [other_id, other] : streams_) {
      if (other.is_blocking && other.device == stream.device) ready = std::max(ready, other.done_s);
    }
  } else if (stream.is_blocking) {
    ready = std::max(ready, streams_.at(stream.device).done_s);
  }
  return ready;
}

Interval VirtualClock::occupy(StreamId id, double& engine_free_s, double gap_s, double duration_s) {
  Stream& stream = streams_.at(id);
  now_s_ += profile_.launch.host_enqueue_s;
  Interval interval;
  interval.start_s = std::max(ready_s(stream, id), engine_free_s) + gap_s;
  const double done_s = stream.done_without_waits_s.value_or(stream.done_s);
  stream.lost_by_waits_s =
      interval.start_s - gap_s - std::max(ready_s(stream, id, done_s), engine_free_s);
  stream.done_without_waits_s.reset();
  interval.end_s = interval.start_s + duration_s;
  engine_free_s = interval.end_s;
  stream.done_s = interval.end_s;
  return interval;
}

Interval VirtualClock::launch(StreamId stream, double duration_s) {
  return occupy(stream, engines_of(stream).compute_s, profile_.launch.dispatch_gap_s, duration_s);
}

double VirtualClock::start_of_launch_s(StreamId stream) const {
  VirtualClock then = *this;
  return then.launch(stream, 0).start_s;
}

Interval VirtualClock::copy(StreamId stream, Copy kind, std::uint64_t bytes, bool is_pinned) {
  const auto amount = static_cast<double>(bytes);
  Engines& engines = engines_of(stream);
  const double device_bytes_per_s =
      profile_.memory.dram_bytes_per_s * profile_.memory.dram_efficiency;
  switch (kind) {
    case Copy::on_device:  // read and written
      return occupy(stream, engines.compute_s, 0,
                    profile_.launch.kernel_floor_s + 2 * amount / device_bytes_per_s);
    case Copy::fill:
      return occupy(stream, engines.compute_s, 0,
                    profile_.launch.kernel_floor_s + amount / device_bytes_per_s);
    case Copy::between_devices:
      return occupy(stream, engines.to_peer_s, 0,
                    profile_.copy.fixed_s + amount / profile_.copy.peer_bytes_per_s);
    case Copy::to_device:
    case Copy::to_host:
      break;
  }
  const double bytes_per_s =
      is_pinned ? profile_.copy.pinned_bytes_per_s : profile_.copy.pageable_bytes_per_s;
  const Interval interval =
      occupy(stream, copy_engine(engines, kind), 0, profile_.copy.fixed_s + amount / bytes_per_s);
  const bool is_staged_by_host =
      kind == Copy::to_device && !is_pinned && bytes > kStagedAtOnceBytes;
  if (is_staged_by_host) synchronize_until(interval.end_s);
  return interval;
}

double VirtualClock::record(StreamId id) {
  Stream& stream = streams_.at(id);
  now_s_ += profile_.launch.host_enqueue_s;
  stream.done_s = ready_s(stream, id);
  return stream.done_s;
}

void VirtualClock::wait_until(StreamId id, double time_s) {
  Stream& stream = streams_.at(id);
  if (!stream.done_without_waits_s) stream.done_without_waits_s = stream.done_s;
  stream.done_s = std::max(stream.done_s, time_s);
}

void VirtualClock::synchronize(StreamId id) {
  const Stream& stream = streams_.at(id);
  now_s_ = std::max(now_s_, ready_s(stream, id));
}

void VirtualClock::synchronize_all(DeviceIndex device) {
  now_s_ = std::max(now_s_, engines_[device].destroyed_s);
  for (const auto& [id, stream] : streams_) {
    if (stream.device == device) now_s_ = std::max(now_s_, stream.done_s);
  }
}

void VirtualClock::synchronize_until(double time_s) { now_s_ = std::max(now_s_, time_s); }

}  // namespace warpscope::timing
