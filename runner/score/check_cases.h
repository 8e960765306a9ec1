// Whether a lab's checks and the judge's cases fit together. Only the judge knows the cases, so
// this is asked when both are there: before every run.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runner/lab/lab_description.h"

namespace warpscope::runner {

struct NamedCase {
  std::string name, task, sweep;
  double sweep_x = 0;
};

/// Throws std::runtime_error for a check, a column of the ladder or a prediction that no case
/// belongs to, and for a case whose task or sweep the lab does not have: names `file`, the key, and
/// the name that may be meant.
void expect_cases(const LabDescription& lab, std::string_view file,
                  std::span<const NamedCase> cases);

}  // namespace warpscope::runner
