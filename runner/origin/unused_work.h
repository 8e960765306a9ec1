// Work that an answer does not come from, and inputs that went into no answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "labs/judge/judge.h"
#include "record/record.h"
#include "runner/origin/answer_copies.h"
#include "runner/origin/data_flow.h"

namespace warpscope::runner {

struct WorkOfAnswer {
  /// The first input of at least 1 KiB of which the answer comes from less than an eighth; empty:
  /// none, or not known.
  std::string unused_input;
  /// The other case whose launches and copies wrote most of what the answer's read of other cases,
  /// where that is at least 1 KiB and an eighth of the answer.
  std::optional<std::uint32_t> other_case;
};

struct WhatHostKnows {
  /// Of the copies to the host any may have brought a part of the answer.
  bool is_among_returned = false;
  /// In a grading it is shown other inputs than the device has.
  bool is_no_input = false;
};

/// Tells the launches and transfers of a case whether its answer comes from what they wrote
/// (record::Launch::is_unused); does nothing where that is not known.
WorkOfAnswer mark_unused(const judge::Case& set, Outputs outputs, std::uint32_t case_index,
                         const DataFlow& flow, record::RunRecord& record, WhatHostKnows host = {});

}  // namespace warpscope::runner
