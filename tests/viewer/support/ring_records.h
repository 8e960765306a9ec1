// Records whose launches bring bytes to shared memory, as the clock has timed them.
#pragma once

#include <cstdint>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer::test {

/// The student's record with a ring of two stages at these launches.
record::RunRecord with_rings(const std::vector<std::uint32_t>& launches);

}  // namespace warpscope::viewer::test
