// CUDA graphs as the program builds them, and the executables made of them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "vgpu/cudart/graph_work.h"
#include "vgpu/cudart/user_objects.h"

namespace warpscope::cudart {

using NodeNumber = std::uint64_t;  ///< no two nodes of a process have the same

struct GraphNode {
  Graph* graph = nullptr;
  NodeNumber number = 0;
  GraphWork work;
  int device = 0;  ///< that does it, whatever stream the graph is launched in
  std::vector<GraphNode*> before, after;  ///< in the order in which the edges were added
  NodeNumber original = 0;                ///< in a clone: the node that it is a copy of
};

class Graph {
 public:
  GraphNode& add(GraphWork work, const std::vector<GraphNode*>& before,
                 int device = current_device());
  void remove(const GraphNode& node);
  /// CudaFailure with cudaErrorInvalidValue for an edge that is there, or not there, or a loop.
  void add_edge(GraphNode& from, GraphNode& to);
  void remove_edge(GraphNode& from, GraphNode& to);

  const std::vector<std::unique_ptr<GraphNode>>& nodes() const { return nodes_; }
  bool owns(const GraphNode* node) const;
  /// True when it has work for the device.
  bool uses(int device) const;
  /// True when a node allocates or frees.
  bool has_memory_nodes() const;
  /// The nodes, each after those before it; CudaFailure with cudaErrorInvalidValue when there is a
  /// circle.
  std::vector<GraphNode*> in_order() const;
  std::shared_ptr<Graph> clone() const;

  /// Copied to clones and executables.
  UserReferences user_references;

 private:
  std::vector<std::unique_ptr<GraphNode>> nodes_;
};

/// True when `node` is one of `ends` or before one of them.
bool leads_to(const GraphNode* node, const std::vector<GraphNode*>& ends);

/// A graph that can be launched: a copy, in an order in which it can run.
class GraphExec {
 public:
  GraphExec(const Graph& graph, unsigned long long flags);

  /// CudaFailure with cudaErrorInvalidValue when the last launch left memory that is not freed and
  /// was not to be freed by the next.
  void launch(Runtime& runtime, cudaStream_t stream) const;
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

  UserReferences user_references_;
  std::vector<Step> steps_;
};

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

template <typename Handle, typename Object>
Handle handle_of(const Object& object) {
  return reinterpret_cast<Handle>(const_cast<Object*>(&object));
}

}  // namespace warpscope::cudart
