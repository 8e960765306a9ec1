// The names that a source gives the parameters of its kernels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// The names of the parameters of `__global__ … kernel(…)`, in their order; "" for one without a
/// name. Empty when the text has no such kernel, or several of the name that call them differently.
/// `kernel` is the name alone, without namespace and template arguments. The text may be hostile.
std::vector<std::string> parameter_names(std::string_view text, std::string_view kernel);

}  // namespace warpscope::runner
