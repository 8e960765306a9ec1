// CUDA graphs as the program builds them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/graph_work.h"
#include "vgpu/cudart/graphs/user_objects.h"

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

}  // namespace warpscope::cudart
