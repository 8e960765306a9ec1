#include "vgpu/cudart/graphs/graph_exec.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "vgpu/cudart/allocations/graph_memory.h"
#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/basics/runtime_parts.h"
#include "vgpu/cudart/copies/transfers.h"
#include "vgpu/cudart/launches/launching.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/streams/recording.h"
#include "vgpu/cudart/streams/streams.h"

namespace warpscope::cudart {
namespace {

/// Queues the work of a device in a stream, as its own call would.
struct Enqueue {
  Runtime& runtime;
  cudaStream_t stream;
  int device;

  void operator()(const EmptyWork&) const {}
  void operator()(const KernelWork& work) const {
    std::vector<void*> arguments;
    launch(runtime, work.call_for(stream, device, arguments));
  }
  void operator()(CopyCall call) const {
    call.stream = stream;
    call.is_in_graph = true;
    copy(runtime, call);
  }
  void operator()(FillCall call) const {
    call.stream = stream;
    call.device = device;
    fill(runtime, call);
  }
  void operator()(const HostWork& work) const {
    call_in_stream(runtime, runtime.streams.stream(stream),
                   [parameters = work.parameters] { parameters.fn(parameters.userData); });
  }
  void operator()(const ChildWork&) const {}  // has steps of its own
  void operator()(const EventRecordWork& work) const {
    record(runtime, runtime.streams.event(work.event), runtime.streams.stream(stream));
  }
  void operator()(const EventWaitWork& work) const {
    wait_for(runtime, runtime.streams.stream(stream), runtime.streams.event(work.event));
  }
  void operator()(const AllocationWork& work) const {
    runtime.graph_memory.allocate(runtime, runtime.streams.stream(stream), work.allocation);
  }
  void operator()(const FreeWork& work) const {
    runtime.graph_memory.release(runtime, runtime.streams.stream(stream), work.allocation->address);
  }
  void operator()(const OtherWork& work) const {
    runtime.streams.enqueue(runtime.streams.stream(stream), work.perform, work.host_target, device);
  }
};

/// For findings: what each node of a graph comes after, while the graph is launched.
class NodeClocks {
 public:
  NodeClocks(Runtime& runtime, Stream& stream, std::size_t nodes)
      : runtime_(runtime),
        stream_(stream),
        outer_(runtime.streams.graph_clock),
        begin_(outer_ ? *outer_ : runtime.streams.clock_of(stream)),
        done_(nodes) {}
  ~NodeClocks() { runtime_.streams.graph_clock = outer_; }
  NodeClocks(const NodeClocks&) = delete;
  NodeClocks& operator=(const NodeClocks&) = delete;

  void begin(const std::vector<std::size_t>& before) {
    Progress clock = begin_;
    for (const std::size_t node : before) clock.merge(done_[node]);
    runtime_.streams.graph_clock = std::move(clock);
  }
  void end(std::size_t node, bool waits_for_event) {
    done_[node] =
        waits_for_event ? runtime_.streams.clock_of(stream_) : *runtime_.streams.graph_clock;
    done_[node].advance(stream_.number, runtime_.queue.last_sequence());
  }

 private:
  Runtime& runtime_;
  Stream& stream_;
  std::optional<Progress> outer_;
  Progress begin_;
  std::vector<Progress> done_;
};

}  // namespace

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
    runtime.graph_memory.release(runtime, runtime.streams.stream(stream),
                                 work->allocation->address);
  }
  NodeClocks clocks(runtime, runtime.streams.stream(stream), steps_.size());
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    clocks.begin(step.before);
    if (step.is_enabled && step.child) {
      step.child->launch(runtime, stream);
    } else if (step.is_enabled) {
      std::visit(Enqueue{runtime, stream, step.device}, step.work);
    }
    clocks.end(i, std::holds_alternative<EventWaitWork>(step.work));
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

bool GraphExec::uses(int device) const {
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.child ? step.child->uses(device) : step.device == device;
  });
}

}  // namespace warpscope::cudart
