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
  engines.destroyed_s = std::max(engines.destroyed_s, destroyed.known_done_s());
  if (destroyed.is_blocking)
    engines.destroyed_blocking_s = std::max(engines.destroyed_blocking_s, destroyed.known_done_s());
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

VirtualClock::Engine VirtualClock::copy_engine(Copy direction) const {
  const bool is_shared = profile_.copy_engines == 1;
  return direction == Copy::to_device || is_shared ? Engine::to_device : Engine::to_host;
}

double& VirtualClock::free_s(Engines& engines, Engine of) {
  if (of == Engine::to_device) return engines.to_device_s;
  return of == Engine::to_host ? engines.to_host_s : engines.to_peer_s;
}

double VirtualClock::ready_s(const Stream& stream, StreamId id, double done_s) const {
  double ready = std::max(now_s_, done_s);
  if (id < engines_.size()) {
    ready = std::max(ready, engines_[stream.device].destroyed_blocking_s);
    for (const auto& [other_id, other] : streams_) {
      if (!other.is_blocking || other.device != stream.device) continue;
      ready = std::max(ready, other_id == id ? done_s : other.known_done_s());
    }
  } else if (stream.is_blocking) {
    ready = std::max(ready, streams_.at(stream.device).known_done_s());
  }
  return ready;
}

VirtualClock::Ready VirtualClock::ready_for(const Stream& stream, StreamId id,
                                            Engine engine) const {
  double done_s = stream.done_without_waits_s.value_or(stream.done_s);
  if (stream.last_engine != Engine::none && stream.last_engine != engine)
    done_s = std::max(done_s, stream.last_end_s + profile_.launch.handover_s);
  return {ready_s(stream, id, std::max(done_s, stream.told_s)), ready_s(stream, id, done_s)};
}

VirtualClock::Ready VirtualClock::ask(Stream& stream, StreamId id, Engine engine) {
  now_s_ += profile_.launch.host_enqueue_s;
  const Ready at = ready_for(stream, id, engine);
  stream.last_engine = engine;
  stream.done_without_waits_s.reset();
  stream.told_s = 0;
  return at;
}

Interval VirtualClock::occupy(StreamId id, Engine engine, double duration_s) {
  Stream& stream = streams_.at(id);
  double& engine_free_s = free_s(engines_of(id), engine);
  const Ready ready = ask(stream, id, engine);
  Interval interval;
  interval.asked_s = now_s_;
  interval.start_s = std::max(ready.at_s, engine_free_s);
  stream.lost_by_waits_s = interval.start_s - std::max(ready.without_waits_s, engine_free_s);
  interval.end_s = interval.start_s + duration_s;
  engine_free_s = stream.done_s = stream.last_end_s = interval.end_s;
  return interval;
}

Interval VirtualClock::occupy_kernels(StreamId id, double gap_s, double alone_s,
                                      const KernelUse& use) {
  Stream& stream = streams_.at(id);
  KernelEngine& engine = engines_of(id).kernels;
  const Ready ready = ask(stream, id, Engine::kernels);
  engine.forget_before(now_s_);
  const double earliest_s = engine.begin_s(ready.without_waits_s, alone_s, use);
  Interval interval = engine.run(ready.at_s + gap_s, alone_s, use);
  interval.asked_s = now_s_;
  stream.lost_by_waits_s = std::max(0.0, interval.start_s - gap_s - earliest_s);
  stream.done_s = stream.last_end_s = interval.end_s;
  return interval;
}

Interval VirtualClock::launch(StreamId stream, double alone_s, const KernelUse& use) {
  return occupy_kernels(stream, profile_.launch.dispatch_gap_s, alone_s, use);
}

double VirtualClock::start_of_launch_s(StreamId id, double alone_s, const KernelUse& use) const {
  const Stream& stream = streams_.at(id);
  const double asked_s = now_s_ + profile_.launch.host_enqueue_s;
  const double ready_s = std::max(asked_s, ready_for(stream, id, Engine::kernels).at_s);
  return engines_[stream.device].kernels.begin_s(ready_s + profile_.launch.dispatch_gap_s, alone_s,
                                                 use);
}

Interval VirtualClock::copy(StreamId stream, Copy kind, std::uint64_t bytes, bool is_pinned) {
  const auto amount = static_cast<double>(bytes);
  const double device_bytes_per_s =
      profile_.memory.dram_bytes_per_s * profile_.memory.dram_efficiency;
  switch (kind) {
    case Copy::on_device:  // read and written
      return occupy_kernels(stream, 0,
                            profile_.launch.kernel_floor_s + 2 * amount / device_bytes_per_s,
                            {.is_alone = false});
    case Copy::fill:
      return occupy_kernels(stream, 0, profile_.launch.kernel_floor_s + amount / device_bytes_per_s,
                            {.is_alone = false});
    case Copy::between_devices:
      return occupy(stream, Engine::to_peer,
                    profile_.copy.fixed_s + amount / profile_.copy.peer_bytes_per_s);
    case Copy::to_device:
    case Copy::to_host:
      break;
  }
  const double bytes_per_s =
      is_pinned ? profile_.copy.pinned_bytes_per_s : profile_.copy.pageable_bytes_per_s;
  const Interval interval =
      occupy(stream, copy_engine(kind), profile_.copy.fixed_s + amount / bytes_per_s);
  const bool is_staged_by_host =
      kind == Copy::to_device && !is_pinned && bytes > kStagedAtOnceBytes;
  if (is_staged_by_host) synchronize_until(interval.end_s);
  return interval;
}

double VirtualClock::record(StreamId id) {
  Stream& stream = streams_.at(id);
  now_s_ += profile_.launch.host_enqueue_s;
  stream.done_s = ready_s(stream, id, stream.known_done_s());
  return stream.done_s;
}

double VirtualClock::done_s(StreamId id) const {
  const Stream& stream = streams_.at(id);
  return ready_s(stream, id, stream.known_done_s());
}

void VirtualClock::wait_until(StreamId id, double time_s) {
  Stream& stream = streams_.at(id);
  if (!stream.done_without_waits_s) stream.done_without_waits_s = stream.done_s;
  if (time_s > now_s_ && time_s > stream.done_s)  // what is over is not waited for
    stream.told_s = std::max(stream.told_s, time_s + profile_.launch.handover_s);
  stream.done_s = std::max(stream.done_s, time_s);
}

void VirtualClock::synchronize(StreamId id) {
  const Stream& stream = streams_.at(id);
  now_s_ = std::max(now_s_, ready_s(stream, id, stream.known_done_s()));
}

void VirtualClock::synchronize_all(DeviceIndex device) {
  now_s_ = std::max(now_s_, engines_[device].destroyed_s);
  for (const auto& [id, stream] : streams_) {
    if (stream.device == device) now_s_ = std::max(now_s_, stream.known_done_s());
  }
}

void VirtualClock::synchronize_until(double time_s) { now_s_ = std::max(now_s_, time_s); }

}  // namespace warpscope::timing
