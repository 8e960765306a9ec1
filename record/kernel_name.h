// A kernel's name as people want to read it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpscope::record {

/// Code points of a name that still fits a label.
inline constexpr std::size_t kMostOfKernelName = 64;

/// The name with its template arguments, without return type, namespaces and parameters:
/// "void app::scale<float, 4>(float*, int)" → "scale<float, 4>". Of a name longer than
/// `most_characters` first the arguments of its arguments become "…", then its end. `demangled` may
/// be hostile; never empty unless it is.
std::string short_kernel_name(std::string_view demangled,
                              std::size_t most_characters = kMostOfKernelName);

}  // namespace warpscope::record
