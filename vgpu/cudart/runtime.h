// The runtime's state in this process, and the frame in which every CUDA call runs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/devices/connection.h"
#include "vgpu/cudart/devices/device_context.h"
#include "vgpu/cudart/graphs/user_objects.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_pools.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/queue/host_functions.h"
#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/textures/arrays.h"
#include "vgpu/cudart/textures/texture_objects.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"
#include "vgpu/cudart/watch/managed_turns.h"

namespace warpscope::cudart {

class Graphs;

/// A range of addresses of the host.
struct HostBytes {
  std::uint64_t begin = 0, end = 0;
};

class Runtime {
 public:
  Runtime();
  ~Runtime();
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  /// The one of this process; never destroyed, because programs make CUDA calls in their last
  /// destructors.
  static Runtime& instance();

  /// To the calling thread's device. Connects at the first call. CudaFailure when there is no
  /// device or when this is a fork's child.
  Connection& connection() { return connection(current_device()); }
  /// To a device; `device` must be below device_count().
  Connection& connection(int device);
  int device_count() { return static_cast<int>(connection(0).device().device_count); }
  /// CudaFailure with cudaErrorInvalidDevice unless it is a device.
  void expect_device(int device);
  DeviceContext& context(int device) { return contexts_.at(static_cast<std::size_t>(device)); }
  /// That of the calling thread's device.
  DeviceContext& context() { return context(current_device()); }

  /// A stream or event of the program. nullptr is the default stream: the legacy one, or the
  /// calling thread's own within a PerThreadDefault. CudaFailure with
  /// cudaErrorInvalidResourceHandle when it is none.
  Stream& stream(cudaStream_t handle);
  Event& event(cudaEvent_t handle);
  /// Both belong to the calling thread's device.
  Stream& add_stream(StreamNumber number, bool is_blocking);
  Event& add_event(std::uint32_t number, bool has_timing);
  void remove_stream(const Stream& stream);
  void remove_event(const Event& event);
  /// The thread of a device's per-thread default stream has ended. Locks the mutex.
  void leave_thread_stream(Stream& stream, int device, std::uint64_t life);

  bool is_legacy(const Stream& stream) { return &stream == &context(stream.device).legacy; }

  /// Queues an operation, or records it when the stream is captured. The stream's device does it,
  /// or `device`, as a graph may demand. `source`: what it reads of the host's memory.
  Sequence enqueue(Stream& stream, WorkQueue::Perform perform,
                   std::span<std::byte> host_target = {}, std::optional<int> device = {},
                   HostBytes source = {});
  /// What an operation of the stream that is asked for now comes after.
  Progress clock_of(const Stream& stream);
  /// Does all work; the host waits for one stream (with the streams that it is ordered with), an
  /// event, or all of a device. The device's clock takes part.
  void wait(Stream& stream);
  void wait(const Event& event);
  /// A query: returns when the host need not wait, throws cudaErrorNotReady otherwise. Who asks
  /// again, with no new work in between, finds it done, so that a loop of queries ends.
  void look(Stream& stream);
  void look(Event& event);
  void wait_all() { wait_all(current_device()); }
  void wait_all(int device);

  /// cudaDeviceReset for the calling thread's device.
  void reset();

  /// True when a device's own accesses may go to the memory: it is the device's, the host's, or
  /// that of a device whose memory it reaches.
  bool reaches(int device, const MemoryBlock& block);

  bool is_device_address(const void* address);

  /// The device wants to be told of the program's mistakes, and this process may talk to it.
  bool is_watched() const;

  std::mutex mutex;
  WorkQueue queue{mutex, [this] { guards.open(); }};
  HostFunctions host_functions;
  UserObjects user_objects;
  Captures captures;
  Graphs& graphs;
  MemoryTable memory;
  SharedPages shared_pages;
  MemoryAdvice advice;
  Arrays arrays;
  MemoryPools pools;
  GraphMemory graph_memory;
  TextureObjects texture_objects;
  Registry registry{memory, shared_pages};
  HostWatch watch{*this};
  HostGuards guards{*this};
  ManagedTurns managed_turns{*this};
  /// What the operation of a graph's node comes after, while a graph is launched.
  std::optional<Progress> graph_clock;
  /// Answer to every call once a launch went wrong.
  cudaError_t sticky_error = cudaSuccess;

 private:
  /// What the host waits for when it waits for a stream.
  Progress progress_of(const Stream& stream);
  bool is_found_done(const Progress& progress, Progress& looked_at);
  explicit Runtime(std::unique_ptr<Graphs> all_graphs);
  Stream& per_thread_stream();
  std::vector<Stream*> blocking_streams(int device);
  void connect();
  void forget_memory(int device);

  std::unique_ptr<Graphs> graphs_;
  std::vector<Connection> connections_;  ///< by device; empty before the first call
  std::optional<CudaFailure> connection_failure_;
  int process_id_ = 0;
  std::array<DeviceContext, device::kMostDevices> contexts_;
  std::map<const void*, std::unique_ptr<Stream>> streams_;
  unsigned long long last_stream_id_ = 0;
  std::map<const void*, std::unique_ptr<Event>> events_;
};

/// While one lives on a thread, the default stream of its calls is the thread's own: the calls of a
/// program compiled with --default-stream per-thread.
class PerThreadDefault {
 public:
  PerThreadDefault();
  ~PerThreadDefault();
  PerThreadDefault(const PerThreadDefault&) = delete;
  PerThreadDefault& operator=(const PerThreadDefault&) = delete;
  static bool is_active();
};

/// This thread's last error, as cudaGetLastError knows it.
cudaError_t& last_error();

/// The runtime itself may access all memory of the program while one lives; without `opens`, after
/// HostGuards::open().
class GuardsLifted {
 public:
  explicit GuardsLifted(HostGuards& guards, bool opens = true) : guards_(guards) {
    guards_.lift(opens);
  }
  ~GuardsLifted() { guards_.set(); }
  GuardsLifted(const GuardsLifted&) = delete;
  GuardsLifted& operator=(const GuardsLifted&) = delete;

 private:
  HostGuards& guards_;
};

/// A kind of call.
struct CallRules {
  bool is_query = false;         ///< also after a fault
  bool uses_host_memory = true;  ///< of the program, otherwise than by the queue
};

/// What all kinds share. A function that the runtime calls must not make CUDA calls.
template <typename Body>
cudaError_t run_body(Body&& body, const CallRules& rules) noexcept {
  cudaError_t error = cudaSuccess;
  try {
    Runtime& runtime = Runtime::instance();
    if (HostFunctions::is_inside()) return last_error() = cudaErrorNotPermitted;
    const std::lock_guard lock(runtime.mutex);
    const GuardsLifted lifted(runtime.guards, rules.uses_host_memory);
    const bool is_new_error = runtime.sticky_error == cudaSuccess;
    runtime.watch.begin_call();
    if (is_new_error || rules.is_query) {
      try {
        body(runtime);
      } catch (const CudaFailure& failure) {
        error = failure.code();
      } catch (const device::ProtocolError&) {
        error = cudaErrorUnknown;
      } catch (const std::bad_alloc&) {
        error = cudaErrorMemoryAllocation;
      }
      if (is_sticky(error) && runtime.sticky_error == cudaSuccess) {
        runtime.sticky_error = error;
        runtime.queue.drop_all();
      }
    } else {
      error = runtime.sticky_error;
    }
    if (error != cudaSuccess && is_new_error) runtime.watch.note_failure(error);
  } catch (...) {
    error = cudaErrorUnknown;
  }
  if (error != cudaSuccess) last_error() = error;
  return error;
}

/// Runs the body of a CUDA call, also after a fault: one at a time, errors to the caller and to
/// cudaGetLastError. For calls that ask for what does not change.
template <typename Body>
cudaError_t run_query(Body&& body) noexcept {
  return run_body(std::forward<Body>(body), {.is_query = true});
}

/// Runs the body of any other CUDA call. After a fault the call gives the fault's error instead.
template <typename Body>
cudaError_t run_call(Body&& body) noexcept {
  return run_body(std::forward<Body>(body), {});
}

/// The same for a call that only queues work. Where it accesses memory of the program all the same,
/// it calls HostGuards::open() first.
template <typename Body>
cudaError_t run_queueing_call(Body&& body) noexcept {
  return run_body(std::forward<Body>(body), {.uses_host_memory = false});
}

/// Fails the call unless `is_valid`.
inline void expect(bool is_valid, cudaError_t error = cudaErrorInvalidValue) {
  if (!is_valid) throw CudaFailure(error);
}

/// The stream that a call means whose name ends in _ptsz or _ptds.
inline cudaStream_t per_thread_default(cudaStream_t stream) {
  return stream == nullptr ? cudaStreamPerThread : stream;
}

inline std::uint64_t address_of(const void* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

}  // namespace warpscope::cudart
