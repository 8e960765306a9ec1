// Recording what a stream is asked to do into a graph, instead of doing it (stream capture).
#pragma once

#include <driver_types.h>

#include <memory>
#include <thread>
#include <vector>

#include "vgpu/cudart/queue/ordering.h"

namespace warpscope::cudart {

class Graph;
class Recorder;
struct GraphNode;

/// One capture, from cudaStreamBeginCapture to its end.
struct Capture {
  unsigned long long id = 0;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  std::shared_ptr<Graph> graph;
  bool is_given_graph = false;  ///< cudaStreamBeginCaptureToGraph
  bool is_valid = true;
  bool has_ended = false;
  Stream* origin = nullptr;
  std::vector<Stream*> streams;  ///< that take part, the origin among them
};

/// How the calling thread treats calls that a capture may not see (cudaThreadExchangeStream...).
cudaStreamCaptureMode& thread_capture_mode();

/// The captures that are going on. What fails here gives the errors that an H200 gave, and makes
/// captures invalid where it did.
class Captures {
 public:
  explicit Captures(const Recorder& recorder) : recorder_(recorder) {}

  void begin(Stream& stream, bool is_legacy, cudaStreamCaptureMode mode,
             std::shared_ptr<Graph> graph, bool is_given_graph,
             const std::vector<GraphNode*>& before);
  /// The graph; CudaFailure for a capture that cannot end here or went wrong.
  std::shared_ptr<Graph> end(Stream& stream, bool* is_given_graph);

  /// Work or a wait in the legacy default stream: an error while a blocking stream is captured.
  void expect_no_implicit_work(bool makes_invalid = true);
  /// A wait for a stream: an error in a capture, and where expect_safe_call() fails.
  void expect_no_wait(Stream& stream, bool is_legacy);
  void expect_no_wait(const Event& event);
  /// A wait for the device.
  void expect_none();
  /// A call that may depend on work that is only recorded, such as cudaMalloc.
  void expect_safe_call();

  /// Makes a stream's capture invalid, if it has one.
  static void invalidate(Stream& stream);
  /// The stream will not be there any more.
  void leave(Stream& stream);
  void clear() { captures_.clear(); }

 private:
  void forget(const Capture& capture);
  bool is_joined(const Capture& capture) const;

  const Recorder& recorder_;
  std::vector<std::shared_ptr<Capture>> captures_;
  unsigned long long last_id_ = 0;
};

/// The stream takes part in an event's capture from here on, or waits in its own capture.
void join(Stream& stream, bool is_legacy, const Event& event, Captures& captures);

}  // namespace warpscope::cudart
