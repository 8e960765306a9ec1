// Puts the parts of the runtime together.
#include <mutex>
#include <new>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/graphs.h"
#include "vgpu/cudart/graphs/recorded_work.h"
#include "vgpu/cudart/graphs/user_objects.h"
#include "vgpu/cudart/memory/memory_advice.h"
#include "vgpu/cudart/memory/memory_pools.h"
#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/cudart/memory/registered_memory.h"
#include "vgpu/cudart/memory/shared_pages.h"
#include "vgpu/cudart/modules/registry.h"
#include "vgpu/cudart/queue/host_functions.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/capture.h"
#include "vgpu/cudart/streams/streams.h"
#include "vgpu/cudart/textures/arrays.h"
#include "vgpu/cudart/textures/texture_objects.h"
#include "vgpu/cudart/watch/host_faults.h"
#include "vgpu/cudart/watch/host_guards.h"
#include "vgpu/cudart/watch/host_watch.h"
#include "vgpu/cudart/watch/managed_turns.h"

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

/// Owns the parts.
struct State {
  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() = default;

  void begin(int device_count, const device::DeviceDescription& description) {
    streams.begin(device_count);
    if (description.watches_host) {
      watch_host_faults(description.address_base, description.address_range_bytes);
    } else {
      do_not_watch();
    }
  }

  /// For a function of the program for which nobody waits.
  void perform_queue() {
    const GuardsLifted lifted(guards);
    try {
      queue.perform_all();
    } catch (const CudaFailure& failure) {
      if (is_sticky(failure.code())) devices.sticky_error = failure.code();
    }
  }

  std::mutex mutex;
  RegisteredMemory registered;
  Devices devices{registered,
                  [this](int count, const auto& description) { begin(count, description); }};
  MemoryTable memory;
  SharedPages shared_pages;
  MemoryAdvice advice;
  MemoryPools pools;
  WorkQueue queue{mutex, [this] { guards.unprotect(); }};
  HostFunctions host_functions{
      mutex, [this] { perform_queue(); },
      [this] { return queue.has_host_function() && !queue.is_performing(); }};
  Registry registry{memory, shared_pages};
  HostWatch watch{parts};
  HostGuards guards{parts};
  ManagedTurns managed_turns{parts};
  Streams streams{parts};
  GraphRecorder recorder{parts};
  Captures captures{recorder};
  GraphMemory graph_memory;
  Arrays arrays;
  TextureObjects texture_objects;
  Graphs graphs;
  UserObjects user_objects;

  Runtime parts{mutex,           devices, memory,         shared_pages, registered,   advice,
                pools,           queue,   host_functions, registry,     watch,        guards,
                managed_turns,   streams, captures,       recorder,     graph_memory, arrays,
                texture_objects, graphs,  user_objects};
};

}  // namespace

Runtime& Runtime::instance() {
  static NeverDestroyed<State> state;
  return state.value.parts;
}

}  // namespace warpscope::cudart
