// What stands in for a function that the exercise does not define.
#pragma once

namespace warpscope::driver {

/// Throws Failure, so that the case that calls it fails with a sentence that names it.
[[noreturn]] void missing_function(const char* declaration);

}  // namespace warpscope::driver
