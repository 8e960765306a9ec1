// Run records made by hand: a small lab with one kernel, one sweep and a finding.
#pragma once

#include "record/record.h"

namespace warpscope::viewer::test {

/// A strided copy that wastes sectors: sectors per load request grow with the stride, one warning
/// at line 7.
record::RunRecord student_record();
/// The same cases with unit stride: 4 sectors per request everywhere, no finding, full score.
record::RunRecord reference_record();
/// What the student's source line with the load is.
inline constexpr std::uint32_t kLoadLine = 7;
/// A record of a file that did not compile.
record::RunRecord compile_error_record();

}  // namespace warpscope::viewer::test
