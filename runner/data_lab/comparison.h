// Comparing an output with the answer, as near as a judge.toml wants it.
#pragma once

#include <string>

#include "labs/judge/judge.h"
#include "runner/data_lab/data_lab.h"

namespace warpscope::runner {

/// An output, what the answer is, and what the array held before the call: nothing where it only
/// comes out. All have the same length; the answer's type is the argument's `answer_type`.
struct ComparedArray {
  const lab_protocol::Array& given;
  const lab_protocol::Array& answer;
  const lab_protocol::Array* before = nullptr;
  const Sizes& sizes;  ///< of the case
};

/// Correct, or a sentence on the first element that is not, with the mistake that the positions of
/// the wrong elements give away (labs/judge/error_pattern.h; changed_range.h). NaN equals nothing.
judge::Opinion opinion_on_array(const DataArgument& argument, const ComparedArray& arrays);

/// Whether an answer holds a NaN, which no submission could equal.
bool has_nan(const lab_protocol::Array& answer);

}  // namespace warpscope::runner
