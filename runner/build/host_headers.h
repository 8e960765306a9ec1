// What every CUDA file's host side begins with, compiled once.
#pragma once

#include <stop_token>

#include "runner/build/compiler.h"
#include "runner/build/stages.h"

namespace warpscope::runner {

/// nvcc puts cuda_runtime.h before each file. What cudafe++ makes of it for the host compiler is
/// the same every time, about 1.2 MB of text; the host compiler spends most of its time on it.
/// Takes this text, precompiled, from the work folder or makes it, of two small files: what
/// cudafe++ writes for both is alike. Whoever uses it has to compare: a file whose text begins
/// otherwise is compiled whole.
PrecompiledText prepare_host_headers(const Installation& installation, const Compiler& compiler,
                                     const std::stop_token& cancel);

}  // namespace warpscope::runner
