// Graphs: making, asking, connecting, destroying.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <fstream>

#include "vgpu/cudart/basics/handles.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/calls/graph_calls.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/graphs/graph_picture.h"
#include "vgpu/cudart/graphs/graphs.h"

using warpscope::cudart::expect;
using warpscope::cudart::expect_plain;
using warpscope::cudart::Graph;
using warpscope::cudart::GraphNode;
using warpscope::cudart::handle_of;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;

namespace {

/// CUDA's way to give a list: the count alone when there is no room for handles; else as many as
/// there is room for, the rest of the room cleared.
template <typename Nodes>
void give(const Nodes& nodes, cudaGraphNode_t* room, std::size_t* count) {
  expect(count != nullptr);
  if (room != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) {
      room[i] = i < nodes.size() ? handle_of<cudaGraphNode_t>(*nodes[i]) : nullptr;
    }
    *count = std::min(*count, nodes.size());
    return;
  }
  *count = nodes.size();
}

void clear(cudaGraphEdgeData* edges, std::size_t count) {
  if (edges != nullptr) std::fill_n(edges, count, cudaGraphEdgeData{});
}

}  // namespace

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(graph != nullptr && flags == 0);
    runtime.devices.connection();
    *graph = handle_of<cudaGraph_t>(runtime.graphs.add(std::make_shared<Graph>()));
  });
}

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned flags) {
  return run_call([&](Runtime& runtime) {
    expect(path != nullptr);
    std::ofstream file(path);
    file << warpscope::cudart::picture_of(runtime, runtime.graphs.graph(graph), flags);
    file.close();
    expect(file.good(), cudaErrorOperatingSystem);
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return run_call([&](Runtime& runtime) {
    runtime.graphs.remove(*runtime.graphs.shared(runtime.graphs.graph(graph)));
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t graph) {
  return run_call([&](Runtime& runtime) {
    expect(clone != nullptr);
    // CUDA's rule; so is the one for child graphs.
    expect(!runtime.graphs.graph(graph).has_memory_nodes(), cudaErrorNotSupported);
    *clone = handle_of<cudaGraph_t>(runtime.graphs.add(runtime.graphs.graph(graph).clone()));
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* found, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  return run_call([&](Runtime& runtime) {
    expect(found != nullptr);
    const GraphNode& wanted = runtime.graphs.node(original);
    for (const auto& node : runtime.graphs.graph(clone).nodes()) {
      if (node->original != wanted.number) continue;
      *found = handle_of<cudaGraphNode_t>(*node);
      return;
    }
    expect(false);
  });
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  return run_call([&](Runtime& runtime) {
    GraphNode& gone = runtime.graphs.node(node);
    expect(!gone.graph->has_memory_nodes(), cudaErrorNotSupported);
    gone.graph->remove(gone);
  });
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return run_call([&](Runtime& runtime) {
    expect(type != nullptr);
    *type = warpscope::cudart::type_of(runtime.graphs.node(node).work);
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return run_call(
      [&](Runtime& runtime) { give(runtime.graphs.graph(graph).nodes(), nodes, count); });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return run_call([&](Runtime& runtime) {
    std::vector<GraphNode*> roots;
    for (const auto& node : runtime.graphs.graph(graph).nodes()) {
      if (node->before.empty()) roots.push_back(node.get());
    }
    give(roots, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
  return run_call([&](Runtime& runtime) {
    expect(count != nullptr && (from == nullptr) == (to == nullptr));
    std::vector<GraphNode*> firsts;
    std::vector<GraphNode*> seconds;
    for (const auto& node : runtime.graphs.graph(graph).nodes()) {
      for (GraphNode* next : node->after) {
        firsts.push_back(node.get());
        seconds.push_back(next);
      }
    }
    if (from != nullptr) clear(data, *count);
    std::size_t room = *count;
    give(firsts, from, &room);
    give(seconds, to, count);
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* data, std::size_t* count) {
  return run_call([&](Runtime& runtime) {
    const GraphNode& of = runtime.graphs.node(node);
    expect(count != nullptr);
    if (nodes != nullptr) clear(data, *count);
    give(of.before, nodes, count);
  });
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* data, std::size_t* count) {
  return run_call([&](Runtime& runtime) {
    const GraphNode& of = runtime.graphs.node(node);
    expect(count != nullptr);
    if (nodes != nullptr) clear(data, *count);
    give(of.after, nodes, count);
  });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                     std::size_t count) {
  return run_call([&](Runtime& runtime) {
    Graph& in = runtime.graphs.graph(graph);
    expect(count == 0 || (from != nullptr && to != nullptr));
    expect_plain(runtime, data, count);
    for (std::size_t i = 0; i < count; ++i) {
      in.add_edge(runtime.graphs.node(from[i]), runtime.graphs.node(to[i]));
    }
  });
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, const cudaGraphEdgeData* data,
                                        std::size_t count) {
  return run_call([&](Runtime& runtime) {
    Graph& in = runtime.graphs.graph(graph);
    expect(count == 0 || (from != nullptr && to != nullptr));
    expect_plain(runtime, data, count);
    for (std::size_t i = 0; i < count; ++i) {
      in.remove_edge(runtime.graphs.node(from[i]), runtime.graphs.node(to[i]));
    }
  });
}
