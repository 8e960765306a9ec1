// Words for where an index comes from that leads out of an array, and for what was compared before.
#pragma once

#include <string_view>

#include "vgpu/exec/launch.h"

namespace warpscope::device {

/// One sentence with a blank before it, or nothing. The runner chooses the diagnosis by it; see
/// runner/findings/index_words.h.
std::string_view index_sentence(const exec::IndexUse& use);

}  // namespace warpscope::device
