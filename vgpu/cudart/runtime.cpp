#include "vgpu/cudart/runtime.h"

#include <driver_types.h>
#include <unistd.h>

#include <type_traits>

#include "vgpu/cudart/graph.h"

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

/// A thread's own default stream. When the thread ends, the stream waits for another thread.
struct ThreadStream {
  Stream* stream = nullptr;
  std::uint64_t life = 0;  ///< of the runtime, to which the stream belongs
  ThreadStream() = default;
  ~ThreadStream() {
    if (stream != nullptr) Runtime::instance().leave_thread_stream(*stream, life);
  }
  ThreadStream(const ThreadStream&) = delete;
  ThreadStream& operator=(const ThreadStream&) = delete;
};

ThreadStream& thread_stream() {
  thread_local ThreadStream stream;
  return stream;
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
            try {
              queue.perform_all(connection());
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

Connection& Runtime::connection() {
  if (connection_failure_) throw *connection_failure_;
  if (!connection_) {
    try {
      connection_.emplace();
      process_id_ = getpid();
    } catch (const CudaFailure& failure) {
      connection_failure_ = failure;
      throw;
    }
  }
  if (getpid() != process_id_) {
    tell_user(
        "a child process cannot use the CUDA device that its parent uses; call fork() before the "
        "first CUDA call.");
    connection_failure_.emplace(cudaErrorInitializationError);
    throw *connection_failure_;
  }
  return *connection_;
}

Stream& Runtime::stream(cudaStream_t handle) {
  if (handle == cudaStreamPerThread || (handle == nullptr && PerThreadDefault::is_active())) {
    return per_thread_stream();
  }
  if (handle == nullptr || handle == cudaStreamLegacy) return legacy_;
  return look_up(streams_, handle);
}

Stream& Runtime::per_thread_stream() {
  ThreadStream& mine = thread_stream();
  if (mine.stream != nullptr && mine.life == life_) return *mine.stream;
  mine.life = life_;
  if (!unused_thread_streams_.empty()) {
    mine.stream = unused_thread_streams_.back();
    unused_thread_streams_.pop_back();
    mine.stream->id = ++last_stream_id_;
  } else {
    device::BodyWriter body;
    body.put(true);
    mine.stream = &add_stream(
        connection().request_value<StreamNumber>(device::Opcode::create_stream, std::move(body)),
        true);
  }
  return *mine.stream;
}

void Runtime::leave_thread_stream(Stream& stream, std::uint64_t life) {
  const std::lock_guard lock(mutex);
  if (life == life_) unused_thread_streams_.push_back(&stream);
}

Event& Runtime::event(cudaEvent_t handle) { return look_up(events_, handle); }

Stream& Runtime::add_stream(StreamNumber number, bool is_blocking) {
  auto stream = std::make_unique<Stream>();
  stream->number = number;
  stream->id = ++last_stream_id_;
  stream->is_blocking = is_blocking;
  Stream& added = *stream;
  streams_.emplace(&added, std::move(stream));
  return added;
}

Event& Runtime::add_event(std::uint32_t number, bool has_timing) {
  auto event = std::make_unique<Event>();
  event->number = number;
  event->has_timing = has_timing;
  Event& added = *event;
  events_.emplace(&added, std::move(event));
  return added;
}

void Runtime::remove_stream(const Stream& stream) { streams_.erase(&stream); }
void Runtime::remove_event(const Event& event) { events_.erase(&event); }

std::vector<Stream*> Runtime::blocking_streams() {
  std::vector<Stream*> blocking;
  for (const auto& [handle, stream] : streams_) {
    if (stream->is_blocking) blocking.push_back(stream.get());
  }
  return blocking;
}

Sequence Runtime::enqueue(Stream& stream, WorkQueue::Perform perform,
                          std::span<std::byte> host_target) {
  if (is_legacy(stream)) captures.expect_no_implicit_work();
  if (stream.capture) {
    record_work(stream, OtherWork{std::move(perform), host_target});
    return 0;
  }
  return queue.enqueue(connection(), stream,
                       &stream == &legacy_ ? blocking_streams() : std::vector<Stream*>(), legacy_,
                       std::move(perform), host_target);
}

void Runtime::wait(Stream& stream) {
  captures.expect_no_wait(stream, is_legacy(stream));
  Progress progress = stream.progress;
  if (&stream == &legacy_) {
    for (const Stream* other : blocking_streams()) progress.merge(other->progress);
  }
  queue.wait(connection(), progress);
  device::BodyWriter body;
  body.put(stream.number);
  connection().request(device::Opcode::synchronize, std::move(body));
}

void Runtime::wait(const Event& event) {
  captures.expect_no_wait(event);
  queue.wait(connection(), event.progress);
  device::BodyWriter body;
  body.put(event.number);
  connection().request(device::Opcode::synchronize_event, std::move(body));
}

void Runtime::wait_all() {
  queue.wait_all(connection());
  device::BodyWriter body;
  body.put(device::kAllStreams);
  connection().request(device::Opcode::synchronize, std::move(body));
}

void Runtime::reset() {
  queue.drop_all();
  captures.clear();
  graphs.clear();
  connection().reset();
  registry.forget_modules();
  memory.clear();
  advice.clear();
  arrays.clear();
  pools.clear();
  texture_objects.clear();
  shared_pages.forget_all();
  streams_.clear();
  unused_thread_streams_.clear();
  ++life_;
  events_.clear();
  legacy_ = Stream();
}

bool Runtime::is_device_address(const void* address) {
  const device::DeviceDescription& description = connection().device();
  return address_of(address) - description.address_base < description.address_range_bytes;
}

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

}  // namespace warpscope::cudart
