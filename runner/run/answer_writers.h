// Which kernels and lines wrote an answer, and who wrote its first wrong element.
#pragma once

#include <cstdint>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/run/case_runner.h"
#include "runner/run/data_flow.h"

namespace warpscope::runner {

struct CaseOfTask {
  std::uint32_t index = 0;
  bool is_copied_by_driver = false;  ///< its task is one of LabDescription::driver_copies
};

/// Sets record::Case::written_by where all bytes of the answer came by copies from memory of the
/// device alone, and first_wrong where one copy of the driver's brought the output as it is, so
/// that an element's place in memory is known. Adds to the case's message what first_wrong means.
void note_writers(const judge::Case& set, const RanCase& ran, CaseOfTask which,
                  const DataFlow& flow, const record::RunRecord& record, record::Case& item);

}  // namespace warpscope::runner
