// Warnings that a lab asks for: a sweep that shows bank conflicts has to have some.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// Makes the warnings with these ids information, where their launch belongs to a case of the
/// sweep. Call it after apply_rules().
void excuse_provoked(record::RunRecord& record, std::string_view sweep,
                     std::span<const std::string> ids);

}  // namespace warpscope::runner
