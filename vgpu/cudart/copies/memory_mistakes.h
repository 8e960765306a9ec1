// What is wrong with the memory that a failing call was given.
#pragma once

#include "vgpu/cudart/copies/transfer_call.h"

namespace warpscope::cudart {

struct Runtime;

/// Explains (HostWatch::explain) why a pointer cannot be freed by `function`, "cudaFree" or
/// "cudaFreeHost".
void explain_free(Runtime& runtime, const void* pointer, const char* function);

/// Explains why a copy cannot be: its direction, its length, or memory that is gone.
void explain_copy(Runtime& runtime, const CopyCall& call);
/// The same of a fill.
void explain_fill(Runtime& runtime, const FillCall& call);

}  // namespace warpscope::cudart
