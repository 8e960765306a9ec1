// What the nodes of a graph do.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/copies/transfer_call.h"
#include "vgpu/cudart/launches/launch_call.h"
#include "vgpu/cudart/queue/work_queue.h"

namespace warpscope::cudart {

struct Runtime;

class Graph;

/// A launch with its arguments' values.
class KernelWork {
 public:
  /// Copies the arguments. CudaFailure: cudaErrorInvalidResourceHandle for a kernel that is none,
  /// cudaErrorInvalidValue for a configuration that a launch would refuse.
  KernelWork(Runtime& runtime, const LaunchCall& call);
  KernelWork(const KernelWork& other) { *this = other; }
  KernelWork& operator=(const KernelWork& other);
  KernelWork(KernelWork&&) = default;
  KernelWork& operator=(KernelWork&&) = default;
  ~KernelWork() = default;

  /// The call for a stream and a device, whose arguments `pointers` will name.
  LaunchCall call_for(cudaStream_t stream, int device, std::vector<void*>& pointers) const;
  /// Pointers in it stay valid as long as this does.
  cudaKernelNodeParams parameters() const;
  const void* function() const { return call_.function; }

  /// What cudaGraphKernelNodeSetAttribute set; only cudaLaunchAttributeCooperative has an effect.
  std::map<int, cudaLaunchAttributeValue> attributes;

 private:
  LaunchCall call_;
  std::vector<std::vector<std::byte>> values_;
  std::vector<void*> pointers_;
};

struct HostWork {
  cudaHostNodeParams parameters{};
};
struct EmptyWork {};
struct ChildWork {
  std::shared_ptr<Graph> graph;  ///< a copy of its own
};
struct EventRecordWork {
  cudaEvent_t event = nullptr;
};
struct EventWaitWork {
  cudaEvent_t event = nullptr;
};
/// Allocates when its turn comes.
struct AllocationWork {
  std::shared_ptr<GraphAllocation> allocation;
  cudaMemAllocNodeParams given{};
  std::vector<cudaMemAccessDesc> accesses;
  cudaMemAllocNodeParams parameters() const;
};
struct FreeWork {
  std::shared_ptr<GraphAllocation> allocation;
};
/// A captured operation that has no parameters to ask for; told as a copy.
struct OtherWork {
  WorkQueue::Perform perform;
  std::span<std::byte> host_target;
};

using GraphWork = std::variant<EmptyWork, KernelWork, CopyCall, FillCall, HostWork, ChildWork,
                               EventRecordWork, EventWaitWork, AllocationWork, FreeWork, OtherWork>;

cudaGraphNodeType type_of(const GraphWork& work);

/// From and to the structures of the graph calls. CudaFailure with cudaErrorInvalidValue for what
/// the call itself would refuse.
GraphWork kernel_work(Runtime& runtime, const cudaKernelNodeParams& parameters);
GraphWork copy_work(Runtime& runtime, const cudaMemcpy3DParms& parameters);
GraphWork copy_work(Runtime& runtime, CopyCall call);
GraphWork fill_work(Runtime& runtime, const cudaMemsetParams& parameters);
/// Fills in parameters.dptr.
GraphWork allocation_work(Runtime& runtime, cudaMemAllocNodeParams& parameters);
GraphWork free_work(Runtime& runtime, const void* pointer);
GraphWork host_work(const cudaHostNodeParams& parameters);
cudaMemcpy3DParms copy_parameters(const CopyCall& call);
cudaMemsetParams fill_parameters(const FillCall& call);

}  // namespace warpscope::cudart
