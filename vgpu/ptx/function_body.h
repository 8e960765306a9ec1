// The `{ ... }` of a function: registers, variables, labels and instructions.
#pragma once

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// Reads a body from '{' to its '}' into `function`, whose parameters are declared in the innermost
/// scope of ParseContext::names.
void parse_function_body(ParseContext& context, Function& function);

}  // namespace warpscope::ptx
