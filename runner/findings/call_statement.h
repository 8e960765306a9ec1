// Reading from a source whether it looks at what a call gives back.
#pragma once

#include <cstdint>
#include <string_view>

namespace warpscope::runner {

/// True when the call of `function` at `line`, counted from 1, or in the lines before it, stands as
/// a statement of its own: nothing takes its result. False when it cannot be told.
bool drops_result(std::string_view text, std::uint32_t line, std::string_view function);

}  // namespace warpscope::runner
