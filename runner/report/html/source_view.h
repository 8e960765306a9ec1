// The source with what each line did beside it.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::runner::html {

/// Every source file of the record as a table: line number, sectors per request, active lanes,
/// text; the redder a line, the further its sectors are above the ideal. Findings stand under their
/// line.
std::string source_view(const record::RunRecord& record);

}  // namespace warpscope::runner::html
