// Where a source text uses names that it should not.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

struct NameUse {
  std::string name;  ///< as the rule writes it; "##" where tokens are pasted
  std::uint32_t line = 0;
};

/// Uses of names ("cudaMallocManaged"; "std::sort" is these two words with "::" between them) and
/// of headers (globs over what stands between <> or "" of an #include), by line. Comments, strings
/// and characters are not looked at. Because a macro can make a name of two halves, "##" (and what
/// the language writes instead of it) is a use of its own. `text` may be hostile.
std::vector<NameUse> uses_of(std::string_view text, std::span<const std::string> names,
                             std::span<const std::string> headers);

}  // namespace warpscope::runner
