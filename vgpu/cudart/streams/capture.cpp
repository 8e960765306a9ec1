#include "vgpu/cudart/streams/capture.h"

#include <algorithm>

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/streams/recorder.h"

namespace warpscope::cudart {
namespace {

[[noreturn]] void fail(cudaError_t error) { throw CudaFailure(error); }

void end_in(Capture& capture) {
  capture.has_ended = true;
  for (Stream* stream : capture.streams) {
    stream->capture.reset();
    stream->capture_tail.clear();
  }
  capture.streams.clear();
}

}  // namespace

cudaStreamCaptureMode& thread_capture_mode() {
  thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

void Captures::begin(Stream& stream, bool is_legacy, cudaStreamCaptureMode mode,
                     std::shared_ptr<Graph> graph, bool is_given_graph,
                     const std::vector<GraphNode*>& before) {
  expect(mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed);
  if (is_legacy) {
    expect_no_implicit_work();
    fail(cudaErrorStreamCaptureUnsupported);
  }
  expect(!stream.capture, cudaErrorIllegalState);
  auto capture = std::make_shared<Capture>();
  capture->id = ++last_id_;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->graph = std::move(graph);
  capture->is_given_graph = is_given_graph;
  capture->origin = &stream;
  capture->streams.push_back(&stream);
  stream.capture = capture;
  stream.capture_tail = before;
  captures_.push_back(std::move(capture));
}

/// True when all that the other streams recorded comes before the origin's last work.
bool Captures::is_joined(const Capture& capture) const {
  for (const Stream* stream : capture.streams) {
    for (const GraphNode* node : stream->capture_tail) {
      if (!recorder_.leads_to(node, capture.origin->capture_tail)) return false;
    }
  }
  return true;
}

std::shared_ptr<Graph> Captures::end(Stream& stream, bool* is_given_graph) {
  const std::shared_ptr<Capture> capture = stream.capture;
  expect(capture != nullptr, cudaErrorIllegalState);
  if (capture->origin != &stream) {
    capture->is_valid = false;
    fail(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != std::this_thread::get_id()) {
    fail(cudaErrorStreamCaptureWrongThread);
  }
  const bool was_joined = is_joined(*capture);
  end_in(*capture);
  forget(*capture);
  if (!capture->is_valid) fail(cudaErrorStreamCaptureInvalidated);
  capture->is_valid = was_joined;
  if (!was_joined) fail(cudaErrorStreamCaptureUnjoined);
  *is_given_graph = capture->is_given_graph;
  return capture->graph;
}

void Captures::expect_no_implicit_work(bool makes_invalid) {
  bool is_captured = false;
  for (const auto& capture : captures_) {
    const bool has_blocking = std::any_of(capture->streams.begin(), capture->streams.end(),
                                          [](const Stream* stream) { return stream->is_blocking; });
    if (!has_blocking) continue;
    if (makes_invalid) capture->is_valid = false;
    is_captured = true;
  }
  if (is_captured) fail(cudaErrorStreamCaptureImplicit);
}

void Captures::expect_no_wait(Stream& stream, bool is_legacy) {
  if (is_legacy) expect_no_implicit_work();
  if (stream.capture) {
    stream.capture->is_valid = false;
    fail(cudaErrorStreamCaptureUnsupported);
  }
  expect_safe_call();
}

void Captures::expect_no_wait(const Event& event) {
  if (!event.capture) return expect_safe_call();
  expect(!event.capture->has_ended);
  event.capture->is_valid = false;
  fail(cudaErrorCapturedEvent);
}

void Captures::expect_none() {
  if (captures_.empty()) return;
  for (const auto& capture : captures_) capture->is_valid = false;
  fail(cudaErrorStreamCaptureUnsupported);
}

void Captures::expect_safe_call() {
  const cudaStreamCaptureMode mine = thread_capture_mode();
  if (mine == cudaStreamCaptureModeRelaxed) return;
  bool is_prohibited = false;
  for (const auto& capture : captures_) {
    const bool is_own = capture->thread == std::this_thread::get_id() &&
                        capture->mode != cudaStreamCaptureModeRelaxed;
    const bool is_global =
        mine == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
    if (!is_own && !is_global) continue;
    capture->is_valid = false;
    is_prohibited = true;
  }
  if (is_prohibited) fail(cudaErrorStreamCaptureUnsupported);
}

void Captures::invalidate(Stream& stream) {
  if (stream.capture) stream.capture->is_valid = false;
}

void Captures::leave(Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (!capture) return;
  std::erase(capture->streams, &stream);
  const bool is_origin = capture->origin == &stream;
  // What the origin waits for already is not lost with the stream.
  const bool is_joined =
      !is_origin && std::all_of(stream.capture_tail.begin(), stream.capture_tail.end(),
                                [&](const GraphNode* node) {
                                  return recorder_.leads_to(node, capture->origin->capture_tail);
                                });
  if (is_joined) return;
  capture->is_valid = false;
  if (!is_origin) return;
  end_in(*capture);
  forget(*capture);
}

void Captures::forget(const Capture& capture) {
  std::erase_if(captures_, [&](const auto& each) { return each.get() == &capture; });
}

void join(Stream& stream, bool is_legacy, const Event& event, Captures& captures) {
  Capture& capture = *event.capture;
  expect(!capture.has_ended);
  if (is_legacy) captures.expect_no_implicit_work();
  if (stream.capture && stream.capture != event.capture) {
    stream.capture->is_valid = false;
    capture.is_valid = false;
    fail(cudaErrorStreamCaptureMerge);
  }
  if (!stream.capture) {
    stream.capture = event.capture;
    capture.streams.push_back(&stream);
  }
  for (GraphNode* node : event.captured_tail) {
    std::vector<GraphNode*>& tail = stream.capture_tail;
    if (std::find(tail.begin(), tail.end(), node) == tail.end()) tail.push_back(node);
  }
}

}  // namespace warpscope::cudart
