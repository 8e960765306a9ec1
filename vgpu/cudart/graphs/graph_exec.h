// Executables made of CUDA graphs.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "vgpu/cudart/graphs/graph.h"
#include "vgpu/cudart/graphs/graph_branches.h"
#include "vgpu/cudart/streams/streams.h"

namespace warpscope::cudart {

struct Runtime;

/// A graph that can be launched: a copy, in an order in which it can run.
class GraphExec {
 public:
  GraphExec(const Graph& graph, unsigned long long flags);

  /// Queues its work: that of one branch in `stream`, that of others in streams of the runtime's
  /// own. CudaFailure with cudaErrorInvalidValue when the last launch left memory that is not freed
  /// and was not to be freed by the next.
  void launch(Runtime& runtime, cudaStream_t stream);
  /// Gives these streams back. To be called before it goes.
  void release_streams(Streams& streams);
  /// What a node of the graph became; CudaFailure with cudaErrorInvalidValue when there is none.
  GraphWork& work_of(const GraphNode& node);
  bool& is_enabled(const GraphNode& node);
  /// Takes over the work of a graph of the same shape; what differs when it has another.
  cudaGraphExecUpdateResult update(const Graph& graph, const GraphNode** culprit);

  /// The same for a child graph: cudaErrorGraphExecUpdateFailure when its shape differs.
  void update_child(const GraphNode& node, const Graph& child);

  /// True when it has work for the device.
  bool uses(int device) const;

  const unsigned long long flags;

 private:
  struct Step {
    NodeNumber number = 0;
    GraphWork work;
    int device = 0;
    std::vector<std::size_t> before;  ///< steps
    std::unique_ptr<GraphExec> child;
    bool is_enabled = true;
  };
  Step& step_of(const GraphNode& node);
  static std::vector<Step> steps_of(const Graph& graph);
  static Branches branches_of_steps(const std::vector<Step>& steps);
  Stream& stream_of_branch(Runtime& runtime, std::size_t branch, int device);

  UserReferences user_references_;
  std::vector<Step> steps_;
  Branches branches_;
  std::vector<Branch> own_streams_;  ///< of branch 1 and so on, since it was first launched
  std::uint32_t first_mark_ = 0;     ///< of so many marks as it has steps, and one; 0: none yet
};

}  // namespace warpscope::cudart
