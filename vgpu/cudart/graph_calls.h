// What the graph calls share.
#pragma once

#include <driver_types.h>

#include <algorithm>

#include "vgpu/cudart/graph.h"
#include "vgpu/cudart/runtime.h"
#include "vgpu/cudart/symbol_copies.h"
#include "vgpu/cudart/unsupported.h"

namespace warpscope::cudart {

/// Edges between ports, and programmatic ones, are not supported.
inline void expect_plain(Runtime& runtime, const cudaGraphEdgeData* edges, std::size_t count) {
  if (edges == nullptr) return;
  const bool is_plain = std::all_of(edges, edges + count, [](const cudaGraphEdgeData& edge) {
    return edge.from_port == 0 && edge.to_port == 0 && edge.type == cudaGraphDependencyTypeDefault;
  });
  if (!is_plain) report_unsupported(runtime, "A graph edge with a port or a type");
}

/// The nodes of handles; CudaFailure with cudaErrorInvalidValue unless all are in `graph`.
inline std::vector<GraphNode*> nodes_of(Runtime& runtime, const Graph& graph,
                                        const cudaGraphNode_t* handles, std::size_t count) {
  expect(count == 0 || handles != nullptr);
  std::vector<GraphNode*> nodes;
  for (std::size_t i = 0; i < count; ++i) {
    nodes.push_back(&runtime.graphs.node(handles[i]));
    expect(graph.owns(nodes.back()));
  }
  return nodes;
}

/// The work of a node, which must be of that kind: CudaFailure with cudaErrorInvalidValue.
template <typename Kind>
Kind& work_of(GraphWork& work) {
  Kind* found = std::get_if<Kind>(&work);
  expect(found != nullptr);
  return *found;
}

/// Gives a node other work of the kind that it has.
inline void replace(GraphWork& work, GraphWork with) {
  expect(work.index() == with.index());
  work = std::move(with);
}

}  // namespace warpscope::cudart
