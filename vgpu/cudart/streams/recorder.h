// What makes nodes of a graph of that which captured streams are asked to do.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"
#include "vgpu/cudart/queue/work_queue.h"

namespace warpscope::cudart {

struct CopyCall;
struct FillCall;
struct LaunchCall;

/// Graphs are built above the streams, so that their nodes can be copies, fills and launches. Each
/// record() has CudaFailure with cudaErrorStreamCaptureInvalidated when the capture went wrong
/// before.
class Recorder {
 public:
  Recorder() = default;
  virtual ~Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  virtual void record(Stream& stream, const CopyCall& call) = 0;
  virtual void record(Stream& stream, const FillCall& call) = 0;
  /// Copies the arguments. CudaFailure also for what a launch refuses.
  virtual void record(Stream& stream, const LaunchCall& call) = 0;
  virtual void record_event(Stream& stream, const Event& event) = 0;
  virtual void record_wait(Stream& stream, const Event& event) = 0;
  /// An operation that has no parameters to ask for.
  virtual void record_other(Stream& stream, WorkQueue::Perform perform,
                            std::span<std::byte> host_target) = 0;

  /// True when `node` is one of `ends` or before one of them.
  virtual bool leads_to(const GraphNode* node, const std::vector<GraphNode*>& ends) const = 0;
};

}  // namespace warpscope::cudart
