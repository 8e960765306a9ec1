// Memory that graphs allocate and free when they run.
//
// A node that allocates has its address from the beginning, so that other nodes can name it. There
// is memory at the address from the node's turn in a launch until it is freed: by a node, by
// cudaFree or cudaFreeAsync, or before the next launch when the program asked for that.
#pragma once

#include <driver_types.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "vgpu/cudart/allocations/graph_pages.h"
#include "vgpu/protocol/message.h"

namespace warpscope::cudart {

struct Runtime;
struct Stream;

/// What a node that allocates stands for; its copies share it. The runtime's table has the address
/// as long as this lives.
class GraphAllocation {
 public:
  /// Reserves the addresses. CudaFailure with cudaErrorMemoryAllocation.
  GraphAllocation(Runtime& runtime, std::uint64_t size_bytes, int device);
  ~GraphAllocation();
  GraphAllocation(const GraphAllocation&) = delete;
  GraphAllocation& operator=(const GraphAllocation&) = delete;

  const int device;
  const std::uint64_t size_bytes;
  std::uint64_t address = 0;
  std::uint8_t granted = 0;  ///< a bit for each other device that reaches it
  bool has_free_node = false;

 private:
  Runtime& runtime_;
};

class GraphMemory {
 public:
  /// The allocation of a node at the address; nullptr when there is none.
  std::shared_ptr<GraphAllocation> find(std::uint64_t address) const;
  void note(const std::shared_ptr<GraphAllocation>& allocation);
  bool is_live(std::uint64_t address) const { return live_.contains(address); }

  /// What is allocated from now on belongs to one launch of a graph.
  void begin_launch() { shares_ = {}; }
  /// Queue what a node does. CudaFailure with cudaErrorInvalidValue when there is memory already,
  /// or none to free.
  void allocate(Runtime& runtime, Stream& stream, const std::shared_ptr<GraphAllocation>& what);
  void release(Runtime& runtime, Stream& stream, std::uint64_t address) {
    release(runtime, stream, address, false);
  }
  /// The same when the host has waited for all that could use the memory.
  void release_now(Runtime& runtime, Stream& stream, std::uint64_t address) {
    release(runtime, stream, address, true);
  }

  /// What cudaDeviceGetGraphMemAttribute tells of a device.
  GraphPages& figures(int device) { return figures_.at(static_cast<std::size_t>(device)); }
  void forget(int device);

 private:
  struct Live {
    std::shared_ptr<GraphAllocation> what;
    std::shared_ptr<GraphPages::Share> share;
  };
  void release(Runtime& runtime, Stream& stream, std::uint64_t address, bool has_waited);

  std::map<std::uint64_t, std::weak_ptr<GraphAllocation>> all_;
  std::map<std::uint64_t, Live> live_;
  std::array<std::shared_ptr<GraphPages::Share>, device::kMostDevices> shares_;  ///< of the launch
  std::array<GraphPages, device::kMostDevices> figures_;
};

}  // namespace warpscope::cudart
