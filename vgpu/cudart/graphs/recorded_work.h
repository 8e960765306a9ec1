// What a captured stream is asked to do becomes a node of the capture's graph.
#pragma once

#include "vgpu/cudart/graphs/graph_work.h"
#include "vgpu/cudart/streams/recorder.h"

namespace warpscope::cudart {

struct Runtime;

/// Records work of a captured stream. CudaFailure with cudaErrorStreamCaptureInvalidated when the
/// capture went wrong before.
void record_work(Stream& stream, GraphWork work);

/// The same for what the streams' own rooms are asked for.
class GraphRecorder final : public Recorder {
 public:
  explicit GraphRecorder(Runtime& runtime) : runtime_(runtime) {}

  void record(Stream& stream, const CopyCall& call) override;
  void record(Stream& stream, const FillCall& call) override;
  void record(Stream& stream, const LaunchCall& call) override;
  void record_event(Stream& stream, const Event& event) override;
  void record_wait(Stream& stream, const Event& event) override;
  void record_other(Stream& stream, WorkQueue::Perform perform,
                    std::span<std::byte> host_target) override;
  bool leads_to(const GraphNode* node, const std::vector<GraphNode*>& ends) const override;

 private:
  Runtime& runtime_;
};

}  // namespace warpscope::cudart
