// Which kernels and lines wrote an answer, and who wrote its first wrong element.
#pragma once

#include <cstdint>
#include <optional>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/origin/answer_copies.h"
#include "runner/origin/data_flow.h"

namespace warpscope::runner {

/// What a case came to.
struct AnswerOfCase {
  const judge::Case& set;
  std::uint32_t index = 0;                            ///< of the case
  Outputs outputs;                                    ///< empty: there is no answer
  std::optional<judge::OutputElement> first_wrong{};  ///< as the judge says
  bool is_copied_by_driver = false;  ///< its task is one of LabDescription::driver_copies
};

/// Sets record::Case::written_by where all bytes of the answer came by copies from memory of the
/// device alone, and first_wrong where one copy of the driver's brought the output as it is, so
/// that an element's place in memory is known. Adds to the case's message what first_wrong means.
void note_writers(const AnswerOfCase& answer, const DataFlow& flow, const record::RunRecord& record,
                  record::Case& item);

}  // namespace warpscope::runner
