// What the graph calls share.
#pragma once

#include <driver_types.h>

#include <algorithm>

#include "vgpu/cudart/basics/handles.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/copies/symbol_copies.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/graphs/graphs.h"

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

/// Adds the node that `make_work` makes.
template <typename MakeWork>
cudaError_t add_node(cudaGraphNode_t* node, cudaGraph_t handle, const cudaGraphNode_t* before,
                     std::size_t count, MakeWork&& make_work) {
  return run_call([&](Runtime& runtime) {
    expect(node != nullptr);
    Graph& graph = runtime.graphs.graph(handle);
    const std::vector<GraphNode*> nodes = nodes_of(runtime, graph, before, count);
    *node = handle_of<cudaGraphNode_t>(graph.add(make_work(runtime), nodes));
  });
}

/// Gives a node of a graph other work.
template <typename MakeWork>
cudaError_t set_node(cudaGraphNode_t node, MakeWork&& make_work) {
  return run_call(
      [&](Runtime& runtime) { replace(runtime.graphs.node(node).work, make_work(runtime)); });
}

/// Gives what a node became in an executable other work.
template <typename MakeWork>
cudaError_t set_node(cudaGraphExec_t exec, cudaGraphNode_t node, MakeWork&& make_work) {
  return run_call([&](Runtime& runtime) {
    GraphWork& work = runtime.graphs.exec(exec).work_of(runtime.graphs.node(node));
    replace(work, make_work(runtime));
  });
}

/// Reads a node's work; `result` is where the program wants something of it.
template <typename Kind, typename Result, typename Read>
cudaError_t get_from_node(cudaGraphNode_t node, Result* result, Read&& read) {
  return run_call([&](Runtime& runtime) {
    const Kind& work = work_of<Kind>(runtime.graphs.node(node).work);
    expect(result != nullptr);
    *result = read(work);
  });
}

}  // namespace warpscope::cudart
