// All that the program has made of CUDA graphs.
#pragma once

#include <memory>
#include <vector>

#include "vgpu/cudart/graphs/graph_exec.h"

namespace warpscope::cudart {

/// All graphs, executables and user objects of the process, by handle.
class Graphs {
 public:
  Graph& add(std::shared_ptr<Graph> graph);
  GraphExec& add(std::unique_ptr<GraphExec> exec);
  /// CudaFailure with cudaErrorInvalidValue when the handle is none. Child graphs and their nodes
  /// have handles too.
  Graph& graph(cudaGraph_t handle);
  GraphNode& node(cudaGraphNode_t handle);
  GraphExec& exec(cudaGraphExec_t handle);
  /// The owner of a graph that is not a child.
  std::shared_ptr<Graph> shared(const Graph& graph) const;
  /// Gives a handle to a graph that is still being captured.
  void lend(const std::shared_ptr<Graph>& graph);
  void remove(const Graph& graph);
  void remove(const GraphExec& exec);
  /// Those that use a device.
  void forget(int device);

 private:
  std::vector<std::shared_ptr<Graph>> graphs_;
  std::vector<std::weak_ptr<Graph>> lent_;
  std::vector<std::unique_ptr<GraphExec>> execs_;
};

}  // namespace warpscope::cudart
