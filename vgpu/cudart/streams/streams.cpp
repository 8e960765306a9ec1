#include "vgpu/cudart/streams/streams.h"

#include <mutex>
#include <utility>

#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/recorder.h"
#include "vgpu/cudart/watch/host_watch.h"

namespace warpscope::cudart {
namespace {

template <typename Map>
auto& look_up(Map& map, const void* handle) {
  const auto found = map.find(handle);
  expect(found != map.end(), cudaErrorInvalidResourceHandle);
  return *found->second;
}

/// A thread's own default stream of each device. When the thread ends, they wait for another
/// thread.
struct ThreadStreams {
  struct Entry {
    Stream* stream = nullptr;
    std::uint64_t life = 0;  ///< of the device's context, to which the stream belongs
  };
  std::array<Entry, device::kMostDevices> of_device;
  ThreadStreams() = default;
  ~ThreadStreams() {
    for (int device = 0; device < static_cast<int>(of_device.size()); ++device) {
      const Entry& entry = of_device.at(static_cast<std::size_t>(device));
      if (entry.stream == nullptr) continue;
      Runtime::instance().streams.leave_thread_stream(*entry.stream, device, entry.life);
    }
  }
  ThreadStreams(const ThreadStreams&) = delete;
  ThreadStreams& operator=(const ThreadStreams&) = delete;
};

ThreadStreams::Entry& thread_stream(int device) {
  thread_local ThreadStreams streams;
  return streams.of_device.at(static_cast<std::size_t>(device));
}

int& per_thread_default_depth() {
  thread_local int depth = 0;
  return depth;
}

}  // namespace

PerThreadDefault::PerThreadDefault() { ++per_thread_default_depth(); }
PerThreadDefault::~PerThreadDefault() { --per_thread_default_depth(); }
bool PerThreadDefault::is_active() { return per_thread_default_depth() > 0; }

void Streams::begin(int device_count) {
  for (int device = 0; device < device_count; ++device) {
    Stream& stream = legacy(device);
    stream.number = static_cast<StreamNumber>(device);
    stream.device = device;
    stream.id = ++last_stream_id_;
  }
}

Stream& Streams::stream(cudaStream_t handle) {
  if (handle == cudaStreamPerThread || (handle == nullptr && PerThreadDefault::is_active())) {
    return per_thread_stream();
  }
  if (handle == nullptr || handle == cudaStreamLegacy) return legacy(current_device());
  return look_up(streams_, handle);
}

Stream& Streams::per_thread_stream() {
  ThreadStreams::Entry& mine = thread_stream(current_device());
  OfDevice& device = of(current_device());
  if (mine.stream != nullptr && mine.life == device.life) return *mine.stream;
  mine.life = device.life;
  if (!device.unused_thread_streams.empty()) {
    mine.stream = device.unused_thread_streams.back();
    device.unused_thread_streams.pop_back();
    mine.stream->id = ++last_stream_id_;
  } else {
    const auto [number] = runtime_.devices.connection().request<device::Opcode::create_stream>(
        {.is_blocking = true, .is_of_thread = true});
    mine.stream = &add_stream(number, true);
  }
  return *mine.stream;
}

Stream& Streams::take_branch(int device) {
  auto& unused = of(device).unused_branches;
  if (!unused.empty()) {
    Stream& stream = *unused.back();
    unused.pop_back();
    return stream;
  }
  const auto [number] = runtime_.devices.connection(device).request<device::Opcode::create_stream>(
      {.is_blocking = false, .is_of_thread = true});
  Stream& stream = add_stream(number, false);
  stream.device = device;
  return stream;
}

void Streams::give_back(const Branch& branch) {
  if (Stream* stream = find(branch)) of(stream->device).unused_branches.push_back(stream);
}

Stream* Streams::find(const Branch& branch) {
  const auto found = streams_.find(branch.stream);
  return found == streams_.end() || found->second->id != branch.id ? nullptr : found->second.get();
}

std::uint32_t Streams::take_marks(std::size_t count) {
  expect(count <= ~next_mark_, cudaErrorMemoryAllocation);
  return std::exchange(next_mark_, next_mark_ + static_cast<std::uint32_t>(count));
}

void Streams::leave_thread_stream(Stream& stream, int device, std::uint64_t life) {
  const std::lock_guard lock(runtime_.mutex);
  OfDevice& owner = of(device);
  if (life == owner.life) owner.unused_thread_streams.push_back(&stream);
}

Event& Streams::event(cudaEvent_t handle) { return look_up(events_, handle); }

Stream& Streams::add_stream(StreamNumber number, bool is_blocking) {
  auto stream = std::make_unique<Stream>();
  stream->number = number;
  stream->id = ++last_stream_id_;
  stream->device = current_device();
  stream->is_blocking = is_blocking;
  Stream& added = *stream;
  streams_.emplace(&added, std::move(stream));
  return added;
}

Event& Streams::add_event(std::uint32_t number, bool has_timing) {
  auto event = std::make_unique<Event>();
  event->number = number;
  event->device = current_device();
  event->has_timing = has_timing;
  Event& added = *event;
  events_.emplace(&added, std::move(event));
  return added;
}

std::vector<Stream*> Streams::blocking_streams(int device) {
  std::vector<Stream*> blocking;
  for (const auto& [handle, stream] : streams_) {
    if (stream->is_blocking && stream->device == device) blocking.push_back(stream.get());
  }
  return blocking;
}

Sequence Streams::enqueue(Stream& stream, WorkQueue::Perform perform,
                          std::span<std::byte> host_target, std::optional<int> device,
                          HostBytes source) {
  const bool is_default = is_legacy(stream);
  if (is_default) runtime_.captures.expect_no_implicit_work();
  if (stream.capture) {
    runtime_.recorder.record_other(stream, std::move(perform), host_target);
    return 0;
  }
  runtime_.watch.note_work();
  OfDevice& owner = of(stream.device);
  const Sequence sequence =
      runtime_.queue.enqueue(runtime_.devices.connection(device.value_or(stream.device)), stream,
                             is_default ? blocking_streams(stream.device) : std::vector<Stream*>(),
                             owner.legacy, std::move(perform), host_target);
  if (runtime_.devices.has_several()) owner.issued.advance(stream.number, sequence);
  if (runtime_.devices.is_watched()) {
    const Progress clock = graph_clock ? *graph_clock : clock_of(stream);
    device::HostOperation note;
    note.stream = stream.number;
    note.sequence = sequence;
    note.host_site = runtime_.watch.site();
    note.all_before = clock.floor();
    for (const auto& [number, last] : clock.last()) note.before.push_back({number, last});
    note.writes_host = !host_target.empty();
    note.host_begin =
        note.writes_host ? reinterpret_cast<std::uintptr_t>(host_target.data()) : source.begin;
    note.host_end = note.writes_host ? note.host_begin + host_target.size() : source.end;
    runtime_.queue.note_operation(std::move(note));
  }
  return sequence;
}

Progress Streams::progress_of(const Stream& stream) {
  Progress progress = stream.progress;
  if (is_legacy(stream)) {
    for (const Stream* other : blocking_streams(stream.device)) progress.merge(other->progress);
  }
  return progress;
}

Progress Streams::clock_of(const Stream& stream) {
  Progress clock = progress_of(stream);
  if (stream.is_blocking) clock.merge(legacy(stream.device).progress);
  clock.merge(runtime_.queue.host());
  clock.merge(runtime_.watch.seen_by_host_functions());
  return clock;
}

void Streams::wait(Stream& stream) {
  runtime_.captures.expect_no_wait(stream, is_legacy(stream));
  runtime_.queue.wait(progress_of(stream));
  runtime_.devices.connection(stream.device).request<device::Opcode::synchronize>({stream.number});
}

void Streams::wait(const Event& event) {
  runtime_.captures.expect_no_wait(event);
  runtime_.queue.wait(event.progress);
  runtime_.devices.connection(event.device)
      .request<device::Opcode::synchronize_event>({event.number});
}

bool Streams::is_found_done(const Progress& progress, Progress& looked_at) {
  if (runtime_.queue.has_waited_for(progress) || looked_at.covers(progress)) return true;
  looked_at = progress;
  runtime_.queue.perform_all();
  return false;
}

void Streams::look(Stream& stream) {
  runtime_.captures.expect_no_wait(stream, is_legacy(stream));
  expect(is_found_done(progress_of(stream), stream.looked_at), cudaErrorNotReady);
  wait(stream);
}

void Streams::look(Event& event) {
  runtime_.captures.expect_no_wait(event);
  expect(is_found_done(event.progress, event.looked_at), cudaErrorNotReady);
  wait(event);
}

void Streams::wait_all(int device) {
  Connection& to = runtime_.devices.connection(device);
  OfDevice& owner = of(device);
  Progress progress = std::exchange(owner.issued, {});
  if (!runtime_.devices.has_several()) {
    progress.advance_all(runtime_.queue.last_sequence());
  } else {
    progress.merge(owner.legacy.progress);
    for (const auto& [handle, stream] : streams_) {
      if (stream->device == device) progress.merge(stream->progress);
    }
  }
  runtime_.queue.wait(progress);
  to.request<device::Opcode::synchronize>({device::kAllStreams});
}

void Streams::leave_captures(int device) {
  for (const auto& [handle, stream] : streams_) {
    if (stream->device == device) runtime_.captures.leave(*stream);
  }
}

void Streams::forget(int device) {
  std::erase_if(streams_, [&](const auto& entry) { return entry.second->device == device; });
  std::erase_if(events_, [&](const auto& entry) { return entry.second->device == device; });
  OfDevice fresh;
  fresh.life = of(device).life + 1;
  fresh.legacy.number = legacy(device).number;
  fresh.legacy.device = device;
  fresh.legacy.id = legacy(device).id;
  of(device) = std::move(fresh);
}

}  // namespace warpscope::cudart
