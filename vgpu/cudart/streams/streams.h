// The streams and events of the program: what is asked for in which order, and what the host waits
// for.
#pragma once

#include <driver_types.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/protocol/graph_marks.h"

namespace warpscope::cudart {

struct Runtime;

/// A range of addresses of the host.
struct HostBytes {
  std::uint64_t begin = 0, end = 0;
};

/// Names a stream that Streams::take_branch gave.
struct Branch {
  cudaStream_t stream = nullptr;
  unsigned long long id = 0;
};

class Streams {
 public:
  explicit Streams(Runtime& runtime) : runtime_(runtime) {}

  /// The devices are known: numbers their legacy default streams.
  void begin(int device_count);

  /// A stream or event of the program. nullptr is the default stream: the legacy one, or the
  /// calling thread's own within a PerThreadDefault. CudaFailure with
  /// cudaErrorInvalidResourceHandle when it is none.
  Stream& stream(cudaStream_t handle);
  Event& event(cudaEvent_t handle);
  /// Both belong to the calling thread's device.
  Stream& add_stream(StreamNumber number, bool is_blocking);
  Event& add_event(std::uint32_t number, bool has_timing);
  void remove_stream(const Stream& stream) { streams_.erase(&stream); }
  void remove_event(const Event& event) { events_.erase(&event); }
  /// A stream of the runtime's own, of which the program knows nothing, for a branch of a graph
  /// that is launched in a stream of this device; and its return.
  Stream& take_branch(int device);
  void give_back(const Branch& branch);
  /// nullptr: its device was reset.
  Stream* find(const Branch& branch);
  /// So many numbers of marks that no other graph has.
  std::uint32_t take_marks(std::size_t count);
  /// The thread of a device's per-thread default stream has ended. Locks the mutex.
  void leave_thread_stream(Stream& stream, int device, std::uint64_t life);

  Stream& legacy(int device) { return of(device).legacy; }
  bool is_legacy(const Stream& stream) { return &stream == &legacy(stream.device); }

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

  /// A device is about to be reset: its streams leave their captures.
  void leave_captures(int device);
  /// A device was reset: its streams and events are gone, also those of threads.
  void forget(int device);

  /// What the operation of a graph's node comes after, while a graph is launched.
  std::optional<Progress> graph_clock;

 private:
  struct OfDevice {
    Stream legacy;
    Progress issued;         ///< all its work since the host last waited for the device
    std::uint64_t life = 1;  ///< counts resets: a stream of an earlier life is gone
    std::vector<Stream*> unused_thread_streams;  ///< of threads that have ended
    std::vector<Stream*> unused_branches;        ///< of graphs that are gone
  };
  OfDevice& of(int device) { return of_device_.at(static_cast<std::size_t>(device)); }
  /// What the host waits for when it waits for a stream.
  Progress progress_of(const Stream& stream);
  bool is_found_done(const Progress& progress, Progress& looked_at);
  Stream& per_thread_stream();
  std::vector<Stream*> blocking_streams(int device);

  Runtime& runtime_;
  std::array<OfDevice, device::kMostDevices> of_device_;
  std::map<const void*, std::unique_ptr<Stream>> streams_;
  unsigned long long last_stream_id_ = 0;
  std::uint32_t next_mark_ = device::kFirstMark;
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

/// The stream that a call means whose name ends in _ptsz or _ptds.
inline cudaStream_t per_thread_default(cudaStream_t stream) {
  return stream == nullptr ? cudaStreamPerThread : stream;
}

}  // namespace warpscope::cudart
