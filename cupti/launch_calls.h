// Launches as the driver's calls say them: while counters are read, CUPTI cannot record kernels as
// activities as well.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cupti/functions.h"
#include "record/record.h"

namespace warpscope::cupti {

/// The driver's calls that launch, and those that begin or end the capture of a stream, for
/// cuptiEnableCallback().
std::span<const CUpti_CallbackId> launch_calls();

/// Whether it launches a graph.
bool is_graph_launch(CUpti_CallbackId id);

/// The stream of a call that launches one kernel. Nothing: it is another call.
std::optional<CUstream> stream_of_launch(CUpti_CallbackId id, const CUpti_CallbackData& call);

/// The stream of a call that begins or ends a capture. Nothing: it is another call.
std::optional<CUstream> stream_of_capture(CUpti_CallbackId id, const CUpti_CallbackData& call);

/// What such a call launched, at its successful end. Nothing: it failed, or it launches a graph.
std::optional<record::Launch> launch_of(const Functions& functions, CUpti_CallbackId id,
                                        const CUpti_CallbackData& call);

}  // namespace warpscope::cupti
