#include "vgpu/cudart/runtime.h"

#include <driver_types.h>
#include <unistd.h>

#include <type_traits>
#include <utility>

#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/graphs/recorded_work.h"
#include "vgpu/cudart/watch/host_faults.h"

namespace warpscope::cudart {
namespace {

/// Storage for an object that lives until the process ends.
template <typename T>
union NeverDestroyed {
  NeverDestroyed() { new (&value) T(); }
  ~NeverDestroyed() {}
  NeverDestroyed(const NeverDestroyed&) = delete;
  NeverDestroyed& operator=(const NeverDestroyed&) = delete;
  T value;
};

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
      Runtime::instance().leave_thread_stream(*entry.stream, device, entry.life);
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

Runtime::Runtime() : Runtime(std::make_unique<Graphs>()) {}
Runtime::~Runtime() = default;

Runtime::Runtime(std::unique_ptr<Graphs> all_graphs)
    : host_functions(
          mutex,
          [this] {
            const GuardsLifted lifted(guards);
            try {
              queue.perform_all();
            } catch (const CudaFailure& failure) {
              if (is_sticky(failure.code())) sticky_error = failure.code();
            }
          },
          [this] { return queue.has_host_function() && !queue.is_performing(); }),
      graphs(*all_graphs),
      graphs_(std::move(all_graphs)) {}

Runtime& Runtime::instance() {
  static NeverDestroyed<Runtime> runtime;
  return runtime.value;
}

void Runtime::connect() {
  try {
    const auto link = std::make_shared<Link>();
    for (int device = 0; device < static_cast<int>(link->device().device_count); ++device) {
      connections_.emplace_back(link, device);
      Stream& legacy = context(device).legacy;
      legacy.number = static_cast<StreamNumber>(device);
      legacy.device = device;
      legacy.id = ++last_stream_id_;
    }
    process_id_ = getpid();
    if (link->device().watches_host) {
      watch_host_faults(link->device().address_base, link->device().address_range_bytes);
    } else {
      do_not_watch();
    }
  } catch (const CudaFailure& failure) {
    connection_failure_ = failure;
    throw;
  }
}

Connection& Runtime::connection(int device) {
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

void Runtime::expect_device(int device) {
  expect(device >= 0 && device < device_count(), cudaErrorInvalidDevice);
}

Stream& Runtime::stream(cudaStream_t handle) {
  if (handle == cudaStreamPerThread || (handle == nullptr && PerThreadDefault::is_active())) {
    return per_thread_stream();
  }
  if (handle == nullptr || handle == cudaStreamLegacy) return context().legacy;
  return look_up(streams_, handle);
}

Stream& Runtime::per_thread_stream() {
  ThreadStreams::Entry& mine = thread_stream(current_device());
  DeviceContext& device = context();
  if (mine.stream != nullptr && mine.life == device.life) return *mine.stream;
  mine.life = device.life;
  if (!device.unused_thread_streams.empty()) {
    mine.stream = device.unused_thread_streams.back();
    device.unused_thread_streams.pop_back();
    mine.stream->id = ++last_stream_id_;
  } else {
    const auto [number] = connection().request<device::Opcode::create_stream>(
        {.is_blocking = true, .is_of_thread = true});
    mine.stream = &add_stream(number, true);
  }
  return *mine.stream;
}

void Runtime::leave_thread_stream(Stream& stream, int device, std::uint64_t life) {
  const std::lock_guard lock(mutex);
  DeviceContext& owner = context(device);
  if (life == owner.life) owner.unused_thread_streams.push_back(&stream);
}

Event& Runtime::event(cudaEvent_t handle) { return look_up(events_, handle); }

Stream& Runtime::add_stream(StreamNumber number, bool is_blocking) {
  auto stream = std::make_unique<Stream>();
  stream->number = number;
  stream->id = ++last_stream_id_;
  stream->device = current_device();
  stream->is_blocking = is_blocking;
  Stream& added = *stream;
  streams_.emplace(&added, std::move(stream));
  return added;
}

Event& Runtime::add_event(std::uint32_t number, bool has_timing) {
  auto event = std::make_unique<Event>();
  event->number = number;
  event->device = current_device();
  event->has_timing = has_timing;
  Event& added = *event;
  events_.emplace(&added, std::move(event));
  return added;
}

void Runtime::remove_stream(const Stream& stream) { streams_.erase(&stream); }
void Runtime::remove_event(const Event& event) { events_.erase(&event); }

std::vector<Stream*> Runtime::blocking_streams(int device) {
  std::vector<Stream*> blocking;
  for (const auto& [handle, stream] : streams_) {
    if (stream->is_blocking && stream->device == device) blocking.push_back(stream.get());
  }
  return blocking;
}

Sequence Runtime::enqueue(Stream& stream, WorkQueue::Perform perform,
                          std::span<std::byte> host_target, std::optional<int> device,
                          HostBytes source) {
  const bool is_default = is_legacy(stream);
  if (is_default) captures.expect_no_implicit_work();
  if (stream.capture) {
    record_work(stream, OtherWork{std::move(perform), host_target});
    return 0;
  }
  watch.note_work();
  DeviceContext& owner = context(stream.device);
  const Sequence sequence =
      queue.enqueue(connection(device.value_or(stream.device)), stream,
                    is_default ? blocking_streams(stream.device) : std::vector<Stream*>(),
                    owner.legacy, std::move(perform), host_target);
  if (connections_.size() > 1) owner.issued.advance(stream.number, sequence);
  if (is_watched()) {
    const Progress clock = graph_clock ? *graph_clock : clock_of(stream);
    device::HostOperation note;
    note.stream = stream.number;
    note.sequence = sequence;
    note.host_site = watch.site();
    note.all_before = clock.floor();
    for (const auto& [number, last] : clock.last()) note.before.push_back({number, last});
    note.writes_host = !host_target.empty();
    note.host_begin =
        note.writes_host ? reinterpret_cast<std::uintptr_t>(host_target.data()) : source.begin;
    note.host_end = note.writes_host ? note.host_begin + host_target.size() : source.end;
    queue.note_operation(std::move(note));
  }
  return sequence;
}

Progress Runtime::progress_of(const Stream& stream) {
  Progress progress = stream.progress;
  if (is_legacy(stream)) {
    for (const Stream* other : blocking_streams(stream.device)) progress.merge(other->progress);
  }
  return progress;
}

Progress Runtime::clock_of(const Stream& stream) {
  Progress clock = progress_of(stream);
  if (stream.is_blocking) clock.merge(context(stream.device).legacy.progress);
  clock.merge(queue.host());
  clock.merge(watch.seen_by_host_functions());
  return clock;
}

void Runtime::wait(Stream& stream) {
  captures.expect_no_wait(stream, is_legacy(stream));
  queue.wait(progress_of(stream));
  connection(stream.device).request<device::Opcode::synchronize>({stream.number});
}

void Runtime::wait(const Event& event) {
  captures.expect_no_wait(event);
  queue.wait(event.progress);
  connection(event.device).request<device::Opcode::synchronize_event>({event.number});
}

bool Runtime::is_found_done(const Progress& progress, Progress& looked_at) {
  if (queue.has_waited_for(progress) || looked_at.covers(progress)) return true;
  looked_at = progress;
  queue.perform_all();
  return false;
}

void Runtime::look(Stream& stream) {
  captures.expect_no_wait(stream, is_legacy(stream));
  expect(is_found_done(progress_of(stream), stream.looked_at), cudaErrorNotReady);
  wait(stream);
}

void Runtime::look(Event& event) {
  captures.expect_no_wait(event);
  expect(is_found_done(event.progress, event.looked_at), cudaErrorNotReady);
  wait(event);
}

void Runtime::wait_all(int device) {
  Connection& to = connection(device);
  DeviceContext& owner = context(device);
  Progress progress = std::exchange(owner.issued, {});
  if (connections_.size() == 1) {
    progress.advance_all(queue.last_sequence());
  } else {
    progress.merge(owner.legacy.progress);
    for (const auto& [handle, stream] : streams_) {
      if (stream->device == device) progress.merge(stream->progress);
    }
  }
  queue.wait(progress);
  to.request<device::Opcode::synchronize>({device::kAllStreams});
}

void Runtime::forget_memory(int device) {
  std::vector<MemoryBlock> blocks;
  for (const auto& [address, block] : memory.blocks()) {
    if (block.device == device) blocks.push_back(block);
  }
  for (const MemoryBlock& block : blocks) {
    auto* pointer = reinterpret_cast<void*>(block.address);
    // A __managed__ variable goes with the last device that has its module.
    if (block.is_on_host() && registry.is_managed_variable(pointer)) continue;
    if (block.is_on_host()) shared_pages.release(connection(device), pointer);
    if (block.is_managed()) advice.forget(block.address, block.address + block.size_bytes);
    memory.remove(block.address, true);
  }
  arrays.forget(device);
  pools.forget(device);
  graph_memory.forget(device);
  texture_objects.forget(device);
}

void Runtime::reset() {
  const int device = current_device();
  Connection& to = connection(device);
  // Everything that was asked for is done first, also what other devices do with this one's memory.
  try {
    wait_all(device);
  } catch (const CudaFailure& failure) {
    if (is_sticky(failure.code())) throw;
  }
  for (const auto& [handle, stream] : streams_) {
    if (stream->device == device) captures.leave(*stream);
  }
  graphs.forget(device);
  to.request<device::Opcode::reset_device>();
  registry.forget_modules(to);
  forget_memory(device);
  std::erase_if(streams_, [&](const auto& entry) { return entry.second->device == device; });
  std::erase_if(events_, [&](const auto& entry) { return entry.second->device == device; });
  DeviceContext fresh;
  fresh.life = context().life + 1;
  fresh.legacy.number = context().legacy.number;
  fresh.legacy.device = device;
  fresh.legacy.id = context().legacy.id;
  fresh.flags = context().flags;
  fresh.cache_preference = context().cache_preference;
  context() = std::move(fresh);
  for (DeviceContext& other : contexts_) {
    other.peers &= static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(device)));
  }
}

bool Runtime::reaches(int device, const MemoryBlock& block) {
  if (block.is_on_host() || block.device == device) return true;
  if (block.kind == MemoryKind::graph) {
    const auto allocation = graph_memory.find(block.address);
    return allocation && (allocation->granted >> device & 1) != 0;
  }
  if (block.kind == MemoryKind::pool) return pools.is_granted(block.address, device);
  return (context(device).peers >> block.device & 1) != 0;
}

bool Runtime::is_device_address(const void* address) {
  const device::DeviceDescription& description = connection().device();
  return address_of(address) - description.address_base < description.address_range_bytes;
}

bool Runtime::is_watched() const {
  return !connections_.empty() && !connection_failure_ &&
         connections_.front().device().watches_host && getpid() == process_id_;
}

int& current_device() {
  thread_local int device = 0;
  return device;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

}  // namespace warpscope::cudart
