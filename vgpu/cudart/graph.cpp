#include "vgpu/cudart/graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace warpscope::cudart {
namespace {

NodeNumber next_number() {
  // Guarded by the runtime's mutex, like all of the graphs.
  static NodeNumber last = 0;
  return ++last;
}

template <typename T>
void erase_value(std::vector<T*>& from, const T* value) {
  std::erase(from, const_cast<T*>(value));
}

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

GraphNode& Graph::add(GraphWork work, const std::vector<GraphNode*>& before, int device) {
  auto node = std::make_unique<GraphNode>();
  node->graph = this;
  node->number = next_number();
  node->work = std::move(work);
  node->device = device;
  nodes_.push_back(std::move(node));
  GraphNode& added = *nodes_.back();
  for (GraphNode* each : before) {
    added.before.push_back(each);
    each->after.push_back(&added);
  }
  return added;
}

void Graph::remove(const GraphNode& node) {
  for (GraphNode* each : node.before) erase_value(each->after, &node);
  for (GraphNode* each : node.after) erase_value(each->before, &node);
  std::erase_if(nodes_, [&](const auto& each) { return each.get() == &node; });
}

void Graph::add_edge(GraphNode& from, GraphNode& to) {
  expect(owns(&from) && owns(&to) && &from != &to);
  expect(std::find(from.after.begin(), from.after.end(), &to) == from.after.end());
  from.after.push_back(&to);
  to.before.push_back(&from);
}

void Graph::remove_edge(GraphNode& from, GraphNode& to) {
  expect(std::find(from.after.begin(), from.after.end(), &to) != from.after.end());
  erase_value(from.after, &to);
  erase_value(to.before, &from);
}

bool Graph::owns(const GraphNode* node) const { return node != nullptr && node->graph == this; }

std::vector<GraphNode*> Graph::in_order() const {
  // Of the nodes that can run, the one that was added first runs first.
  std::map<NodeNumber, GraphNode*> ready;
  std::unordered_map<const GraphNode*, std::size_t> missing;
  for (const auto& node : nodes_) {
    missing[node.get()] = node->before.size();
    if (node->before.empty()) ready.emplace(node->number, node.get());
  }
  std::vector<GraphNode*> order;
  while (!ready.empty()) {
    GraphNode* node = ready.begin()->second;
    ready.erase(ready.begin());
    order.push_back(node);
    for (GraphNode* next : node->after) {
      if (--missing[next] == 0) ready.emplace(next->number, next);
    }
  }
  expect(order.size() == nodes_.size());
  return order;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  copy->user_references = user_references;
  std::unordered_map<const GraphNode*, GraphNode*> copies;
  for (const auto& node : nodes_) {
    GraphNode& added = copy->add(node->work, {}, node->device);
    if (auto* child = std::get_if<ChildWork>(&added.work)) child->graph = child->graph->clone();
    added.original = node->number;
    copies[node.get()] = &added;
  }
  for (const auto& node : nodes_) {
    for (const GraphNode* each : node->before) copies[node.get()]->before.push_back(copies[each]);
    for (const GraphNode* each : node->after) copies[node.get()]->after.push_back(copies[each]);
  }
  return copy;
}

bool Graph::uses(int device) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const auto& node) {
    const auto* child = std::get_if<ChildWork>(&node->work);
    return child == nullptr ? node->device == device : child->graph->uses(device);
  });
}

bool Graph::has_memory_nodes() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
    return std::holds_alternative<AllocationWork>(node->work) ||
           std::holds_alternative<FreeWork>(node->work);
  });
}

bool GraphExec::uses(int device) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.child ? step.child->uses(device) : step.device == device;
  });
}

bool leads_to(const GraphNode* node, const std::vector<GraphNode*>& ends) {
  std::unordered_set<const GraphNode*> seen;
  std::vector<const GraphNode*> open(ends.begin(), ends.end());
  while (!open.empty()) {
    const GraphNode* each = open.back();
    open.pop_back();
    if (each == node) return true;
    if (seen.insert(each).second) open.insert(open.end(), each->before.begin(), each->before.end());
  }
  return false;
}

GraphExec::GraphExec(const Graph& graph, unsigned long long graph_flags)
    : flags(graph_flags), user_references_(graph.user_references), steps_(steps_of(graph)) {}

std::vector<GraphExec::Step> GraphExec::steps_of(const Graph& graph) {
  std::vector<Step> steps;
  std::unordered_map<const GraphNode*, std::size_t> indices;
  for (const GraphNode* node : graph.in_order()) {
    Step step;
    step.number = node->number;
    step.work = node->work;
    step.device = node->device;
    for (const GraphNode* each : node->before) step.before.push_back(indices.at(each));
    std::sort(step.before.begin(), step.before.end());
    if (const auto* child = std::get_if<ChildWork>(&node->work)) {
      step.child = std::make_unique<GraphExec>(*child->graph, 0);
    }
    indices[node] = steps.size();
    steps.push_back(std::move(step));
  }
  return steps;
}

void GraphExec::launch(Runtime& runtime, cudaStream_t stream) const {
  for (const Step& step : steps_) {
    const auto* work = std::get_if<AllocationWork>(&step.work);
    if (work == nullptr || !runtime.graph_memory.is_live(work->allocation->address)) continue;
    expect((flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0);
    runtime.graph_memory.release(runtime, runtime.stream(stream), work->allocation->address);
  }
  for (const Step& step : steps_) {
    if (!step.is_enabled) continue;
    if (step.child) {
      step.child->launch(runtime, stream);
    } else {
      enqueue(runtime, step.work, stream, step.device);
    }
  }
}

GraphExec::Step& GraphExec::step_of(const GraphNode& node) {
  for (Step& step : steps_) {
    if (step.number == node.number) return step;
  }
  throw CudaFailure(cudaErrorInvalidValue);
}

GraphWork& GraphExec::work_of(const GraphNode& node) { return step_of(node).work; }
bool& GraphExec::is_enabled(const GraphNode& node) { return step_of(node).is_enabled; }

cudaGraphExecUpdateResult GraphExec::update(const Graph& graph, const GraphNode** culprit) {
  const std::vector<GraphNode*> order = graph.in_order();
  std::vector<Step> steps = steps_of(graph);
  if (steps.size() != steps_.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    *culprit = order[i];
    if (type_of(steps[i].work) != type_of(steps_[i].work)) {
      return cudaGraphExecUpdateErrorNodeTypeChanged;
    }
    if (steps[i].before != steps_[i].before) return cudaGraphExecUpdateErrorTopologyChanged;
    if (steps_[i].child) {
      const auto& child = std::get<ChildWork>(steps[i].work);
      const GraphNode* within = nullptr;
      const auto result = steps_[i].child->update(*child.graph, &within);
      if (result != cudaGraphExecUpdateSuccess) return result;
    }
  }
  *culprit = nullptr;
  // What the old work used may still be in use.
  user_references_.add_all(graph.user_references);
  // The program goes on naming the nodes by those of the first graph.
  for (std::size_t i = 0; i < steps.size(); ++i) {
    steps_[i].work = std::move(steps[i].work);
    steps_[i].device = steps[i].device;
  }
  return cudaGraphExecUpdateSuccess;
}

void GraphExec::update_child(const GraphNode& node, const Graph& child) {
  Step& step = step_of(node);
  expect(step.child != nullptr);
  const GraphNode* culprit = nullptr;
  expect(step.child->update(child, &culprit) == cudaGraphExecUpdateSuccess,
         cudaErrorGraphExecUpdateFailure);
}

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
