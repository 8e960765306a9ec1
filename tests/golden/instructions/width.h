// The vector width that a build of the test is for.
#pragma once

namespace warpscope::golden {

/// False when this processor lacks the vector instructions that the machine was built with.
bool can_run_this_width();

}  // namespace warpscope::golden
