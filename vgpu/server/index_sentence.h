// Words for where an index comes from that leads out of an array, and for what was compared before.
#pragma once

#include <optional>
#include <string_view>

#include "record/record.h"
#include "vgpu/exec/launch.h"

namespace warpscope::device {

/// One sentence with a blank before it, or nothing.
std::string_view index_sentence(const exec::IndexUse& use);

/// The same for the rules of the runner.
std::optional<record::Finding::IndexSource> index_source(const exec::IndexUse& use);
std::optional<record::Finding::IndexGuard> index_guard(const exec::IndexUse& use);

}  // namespace warpscope::device
