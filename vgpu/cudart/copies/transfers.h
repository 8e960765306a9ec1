// Copies and fills, with CUDA's rules for what is finished when the call returns.
#pragma once

#include "vgpu/cudart/copies/transfer_call.h"

namespace warpscope::cudart {

struct Runtime;

/// Both are recorded while their stream is captured. CudaFailure as checked_kind and checked_box
/// have it.
void copy(Runtime& runtime, const CopyCall& call);
void fill(Runtime& runtime, const FillCall& call);

}  // namespace warpscope::cudart
