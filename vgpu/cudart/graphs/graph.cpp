#include "vgpu/cudart/graphs/graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "vgpu/cudart/basics/failure.h"

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

}  // namespace warpscope::cudart
