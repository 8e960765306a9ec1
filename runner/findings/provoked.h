// Warnings that a lab asks for: a sweep that shows bank conflicts has to have some.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// Findings that a sweep provokes on purpose, such as conflicts where a sweep shows them.
struct ProvokedFindings {
  std::string sweep;             ///< id
  std::vector<std::string> ids;  ///< of findings; they are information in this sweep's cases
};

/// Makes a warning information where only the sweeps that provoke it have it. Where a launch
/// outside these sweeps has it at the same line, the warning stays and names the worst of those
/// launches. Call it after apply_rules().
void excuse_provoked(record::RunRecord& record, std::span<const ProvokedFindings> provoked);

}  // namespace warpscope::runner
