// What every CUDA file's host side begins with, compiled once.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string_view>

#include "runner/build/compiler.h"
#include "runner/build/stages.h"

namespace warpscope::runner {

/// How much of the standard library cuda_runtime.h brings along. `lean` leaves out the special
/// functions of <cmath> (Bessel's, Legendre's …) and <limits>, <iterator> and algorithms, which
/// they include: a quarter of the text that each stage reads. A file that needs one of these
/// without including it does not compile then, and has to be compiled by nvcc.
enum class StandardHeaders : std::uint8_t { lean, whole };

/// `whole` for a file that takes in all names of a namespace, where a name that is missing could
/// let another one in, and for one that includes more of the C++ library, which brings the rest
/// along.
StandardHeaders headers_for(std::string_view exercise);

/// nvcc puts cuda_runtime.h before each file. What preprocessors make of it is the same every time,
/// about 1 MB of text; so is what cudafe++ makes of it for the host compiler, which spends most of
/// its time on it. Takes these texts, the last one precompiled, from the work folder or makes them,
/// the last one of two small files: what cudafe++ writes for both is alike. Whoever uses it has to
/// compare: a file whose text begins otherwise is compiled whole.
PrecompiledText prepare_host_headers(const Installation& installation, const Compiler& compiler,
                                     StandardHeaders standard, const std::stop_token& cancel);

}  // namespace warpscope::runner
