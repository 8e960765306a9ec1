// Counters of an execution by the names of a record.
#pragma once

#include "record/record.h"
#include "vgpu/exec/counters.h"

namespace warpscope::device {

/// Counters that were not kept are left out.
record::Counters by_metric(const exec::CounterValues& values, bool has_l1);
/// A line's counters; those that are 0 are left out.
record::Counters by_metric_of_line(const exec::CounterValues& values);

}  // namespace warpscope::device
