// Which exact ratios the tables of cases show, in text and in HTML.
#pragma once

#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

struct CaseRatio {
  const char* heading;
  std::string_view metric;  ///< of record/derived.h
};

/// Bank-conflict ways only where some launch of the record reads or writes shared memory.
std::vector<CaseRatio> case_ratios(const record::RunRecord& record);

}  // namespace warpscope::runner
