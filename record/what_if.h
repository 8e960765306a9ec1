// What a launch would take without one of its costs (ClockedLaunch::what_if), in words.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// A defined change of what the clock models; docs/reference/explain.md has each in full.
struct ModelChange {
  std::string_view name;     ///< as in ClockedLaunch::WhatIf::change
  std::string_view meaning;  ///< "without bank conflicts in shared memory"
};
/// In the order of the page.
std::span<const ModelChange> model_changes();
/// The name itself where nobody knows it.
std::string_view meaning_of_change(std::string_view name);

/// Of the launch's duration, what it would save: from 0 to 1, less than 0 where it would take
/// longer.
double saved_share(const Launch& launch, const ClockedLaunch::WhatIf& what_if);
/// Those of the launch, the one that saves most first.
std::vector<const ClockedLaunch::WhatIf*> by_savings(const Launch& launch);

}  // namespace warpscope::record
