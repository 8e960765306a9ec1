// How large a grid or a block is, for people.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner {

/// "4096" of 4096 x 1 x 1, "64x8" of 64 x 8 x 1, "4x4x2".
std::string size_text(const record::Dim3& size);

}  // namespace warpscope::runner
