// What a captured stream is asked to do becomes a node of the capture's graph.
#pragma once

#include "vgpu/cudart/graphs/graph_work.h"

namespace warpscope::cudart {

/// Records work of a captured stream. CudaFailure with cudaErrorStreamCaptureInvalidated when the
/// capture went wrong before.
void record_work(Stream& stream, GraphWork work);

}  // namespace warpscope::cudart
