#include "vgpu/cudart/graphs/graphs.h"

#include <algorithm>

#include "vgpu/cudart/basics/failure.h"

namespace warpscope::cudart {
namespace {

/// The graph of that handle, or a child of it, or nullptr.
Graph* find_graph(Graph& in, const void* handle) {
  if (&in == handle) return &in;
  for (const auto& node : in.nodes()) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    if (child == nullptr) continue;
    if (Graph* found = find_graph(*child->graph, handle)) return found;
  }
  return nullptr;
}

GraphNode* find_node(Graph& in, const void* handle) {
  for (const auto& node : in.nodes()) {
    if (node.get() == handle) return node.get();
    const auto* child = std::get_if<ChildWork>(&node->work);
    if (child == nullptr) continue;
    if (GraphNode* found = find_node(*child->graph, handle)) return found;
  }
  return nullptr;
}

}  // namespace

Graph& Graphs::add(std::shared_ptr<Graph> graph) {
  graphs_.push_back(std::move(graph));
  return *graphs_.back();
}

GraphExec& Graphs::add(std::unique_ptr<GraphExec> exec) {
  execs_.push_back(std::move(exec));
  return *execs_.back();
}

Graph& Graphs::graph(cudaGraph_t handle) {
  for (const auto& each : graphs_) {
    if (Graph* found = find_graph(*each, handle)) return *found;
  }
  for (const auto& each : lent_) {
    const std::shared_ptr<Graph> graph = each.lock();
    if (graph && static_cast<const void*>(graph.get()) == handle) return *graph;
  }
  throw CudaFailure(cudaErrorInvalidValue);
}

std::shared_ptr<Graph> Graphs::shared(const Graph& graph) const {
  for (const auto& each : graphs_) {
    if (each.get() == &graph) return each;
  }
  throw CudaFailure(cudaErrorInvalidValue);
}

void Graphs::lend(const std::shared_ptr<Graph>& graph) {
  std::erase_if(lent_, [](const auto& each) { return each.expired(); });
  lent_.push_back(graph);
}

GraphNode& Graphs::node(cudaGraphNode_t handle) {
  for (const auto& each : graphs_) {
    if (GraphNode* found = find_node(*each, handle)) return *found;
  }
  for (const auto& each : lent_) {
    const std::shared_ptr<Graph> graph = each.lock();
    GraphNode* found = graph ? find_node(*graph, handle) : nullptr;
    if (found != nullptr) return *found;
  }
  throw CudaFailure(cudaErrorInvalidValue);
}

GraphExec& Graphs::exec(cudaGraphExec_t handle) {
  for (const auto& each : execs_) {
    if (static_cast<const void*>(each.get()) == handle) return *each;
  }
  throw CudaFailure(cudaErrorInvalidValue);
}

void Graphs::remove(const Graph& graph) {
  std::erase_if(graphs_, [&](const auto& each) { return each.get() == &graph; });
}
void Graphs::remove(const GraphExec& exec) {
  std::erase_if(execs_, [&](const auto& each) { return each.get() == &exec; });
}
void Graphs::forget(int device) {
  std::erase_if(graphs_, [&](const auto& each) { return each->uses(device); });
  std::erase_if(execs_, [&](const auto& each) { return each->uses(device); });
}

}  // namespace warpscope::cudart
