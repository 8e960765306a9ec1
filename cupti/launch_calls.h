// Launches as the driver's calls say them: while counters are read, CUPTI cannot record kernels as
// activities as well.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "cupti/functions.h"
#include "record/record.h"

namespace warpscope::cupti {

/// The driver's calls that launch, for cuptiEnableCallback().
std::span<const CUpti_CallbackId> launch_calls();

/// Whether it launches a graph.
bool is_graph_launch(CUpti_CallbackId id);

/// What such a call launched, at its successful end. Nothing: it failed, or it launches a graph.
std::optional<record::Launch> launch_of(const Functions& functions, CUpti_CallbackId id,
                                        const CUpti_CallbackData& call);

}  // namespace warpscope::cupti
