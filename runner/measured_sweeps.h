// A lab's sweeps with as much data as fills a real GPU, measured there: the curves that a run of
// one's own adds to those that come with the lab.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "record/measured_curves.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// Only the cases of these sweeps; all where none is named.
void keep_sweeps(judge::Measured& measured, const std::vector<std::string>& only);

/// Runs the cases of Judge::measured() as run_cases() does, without counters. A point's `kernels`
/// and `call` are of the run of median time: of its kernels, added, with the sums of the shortest
/// and of the longest times of each launch; and from the begin of its first operation on the GPU to
/// the end of the last. `on_case(i)` is called before case i. Label and hash are left empty.
record::MeasuredProgram measure_sweeps(ProgramSession::Setup setup, const judge::Judge& judge,
                                       const judge::Measured& measured,
                                       const std::function<void(std::size_t)>& on_case,
                                       const std::stop_token& cancel);

/// Puts the curves into the record, as those of its program, on its device, at its time, in place
/// of those that came with the lab for this program and this kind of GPU.
void add_own_curves(record::MeasuredProgram program, record::RunRecord& record);

}  // namespace warpscope::runner
