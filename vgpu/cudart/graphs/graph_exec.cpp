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

/// What each node of a graph comes after, while the graph is launched: for findings, and for the
/// streams of its branches.
class NodeClocks {
 public:
  NodeClocks(Runtime& runtime, Stream& stream, std::size_t nodes)
      : runtime_(runtime),
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
  void end(std::size_t node, const Stream& stream, bool waits_for_event) {
    done_[node] =
        waits_for_event ? runtime_.streams.clock_of(stream) : *runtime_.streams.graph_clock;
    done_[node].advance(stream.number, runtime_.queue.last_sequence());
  }
  const Progress& start() const { return begin_; }
  const Progress& done(std::size_t node) const { return done_[node]; }

 private:
  Runtime& runtime_;
  std::optional<Progress> outer_;
  Progress begin_;
  std::vector<Progress> done_;
};

/// Marks in streams, by which a branch waits for what is done in another. The host asks for none of
/// it: the graph is asked for as a whole.
class Marks {
 public:
  Marks(Runtime& runtime, std::uint32_t first) : runtime_(runtime), first_(first) {}

  void set(Stream& stream, std::size_t number) {
    queue(stream, [mark = mark(number)](const WorkQueue::Work& work) {
      work.connection.request<device::Opcode::record_event>({.event = mark, .stream = work.stream});
    });
  }
  /// `progress`: what had been done there.
  void wait(Stream& stream, std::size_t number, const Progress& progress) {
    stream.progress.merge(progress);
    queue(stream, [mark = mark(number)](const WorkQueue::Work& work) {
      work.connection.request<device::Opcode::wait_event>({.stream = work.stream, .event = mark});
    });
  }

 private:
  std::uint32_t mark(std::size_t number) const {
    return first_ + static_cast<std::uint32_t>(number);
  }
  void queue(Stream& stream, WorkQueue::Perform perform) {
    runtime_.queue.enqueue(runtime_.devices.connection(stream.device), stream, {},
                           runtime_.streams.legacy(stream.device), std::move(perform));
  }

  Runtime& runtime_;
  std::uint32_t first_;
};

}  // namespace

GraphExec::GraphExec(const Graph& graph, unsigned long long graph_flags)
    : flags(graph_flags),
      user_references_(graph.user_references),
      steps_(steps_of(graph)),
      branches_(branches_of_steps(steps_)) {}

Branches GraphExec::branches_of_steps(const std::vector<Step>& steps) {
  std::vector<std::vector<std::size_t>> before;
  for (const Step& step : steps) before.push_back(step.before);
  return branches_of(before);
}

Stream& GraphExec::stream_of_branch(Runtime& runtime, std::size_t branch, int device) {
  if (own_streams_.size() < branch) own_streams_.resize(branch);
  Branch& own = own_streams_[branch - 1];
  Stream* known = runtime.streams.find(own);
  if (known != nullptr && known->device == device) return *known;
  runtime.streams.give_back(own);
  Stream& taken = runtime.streams.take_branch(device);
  own = {reinterpret_cast<cudaStream_t>(&taken), taken.id};
  return taken;
}

void GraphExec::release_streams(Streams& streams) {
  for (const Branch& own : own_streams_) streams.give_back(own);
  own_streams_.clear();
  for (const Step& step : steps_)
    if (step.child) step.child->release_streams(streams);
}

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

void GraphExec::launch(Runtime& runtime, cudaStream_t stream) {
  for (const Step& step : steps_) {
    const auto* work = std::get_if<AllocationWork>(&step.work);
    if (work == nullptr || !runtime.graph_memory.is_live(work->allocation->address)) continue;
    expect((flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0);
    runtime.graph_memory.release(runtime, runtime.streams.stream(stream),
                                 work->allocation->address);
  }
  Stream& in = runtime.streams.stream(stream);
  NodeClocks clocks(runtime, in, steps_.size());
  std::vector<Stream*> streams{&in};
  for (std::size_t branch = 1; branch < branches_.ends.size(); ++branch)
    streams.push_back(&stream_of_branch(runtime, branch, in.device));
  const bool is_parted = streams.size() > 1;
  const std::size_t begin = steps_.size();
  if (is_parted && first_mark_ == 0) first_mark_ = runtime.streams.take_marks(begin + 1);
  Marks marks(runtime, first_mark_);
  if (is_parted) marks.set(in, begin);
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    const std::size_t branch = branches_.of_step[i];
    Stream& own = *streams[branch];
    if (is_parted && branch != 0 && step.before.empty()) marks.wait(own, begin, clocks.start());
    for (const std::size_t each : step.before)
      if (branches_.of_step[each] != branch) marks.wait(own, each, clocks.done(each));
    clocks.begin(step.before);
    const auto handle = branch == 0 ? stream : reinterpret_cast<cudaStream_t>(&own);
    if (step.is_enabled && step.child) {
      step.child->launch(runtime, handle);
    } else if (step.is_enabled) {
      std::visit(Enqueue{runtime, handle, step.device}, step.work);
    }
    clocks.end(i, own, std::holds_alternative<EventWaitWork>(step.work));
    if (is_parted) marks.set(own, i);
  }
  for (std::size_t branch = 1; branch < streams.size(); ++branch) {
    const std::size_t end = branches_.ends[branch];
    marks.wait(in, end, clocks.done(end));
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
