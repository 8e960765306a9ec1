#include "vgpu/cudart/graphs/recorded_work.h"

#include "vgpu/cudart/graphs/graph.h"

namespace warpscope::cudart {

void record_work(Stream& stream, GraphWork work) {
  Capture& capture = *stream.capture;
  expect(capture.is_valid, cudaErrorStreamCaptureInvalidated);
  stream.capture_tail = {&capture.graph->add(std::move(work), stream.capture_tail, stream.device)};
}

}  // namespace warpscope::cudart
