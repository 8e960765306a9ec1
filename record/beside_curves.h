// Curves that come with a lab: its sweeps as other programs of it, such as the steps of its ladder
// or a library, ran them on the virtual GPU: labs/<lab>/beside.json, a file as kept_runs.h has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "record/kept_runs.h"

namespace warpscope::record {

/// What the two quantities of a sweep are called there.
inline constexpr std::string_view kBandwidthOfKept = "bandwidth", kCounterOfKept = "counter";

/// Bandwidths are in GB/s there. Curves of other quantities are left out.
std::vector<BesideCurve> beside_curves(const KeptRuns& runs);

/// Those of a sweep, in the order of the lab.
std::vector<const BesideCurve*> drawn_beside(const RunRecord& record, std::string_view sweep);

/// Those that a real GPU measured of programs that are neither starter nor reference.
std::vector<const MeasuredCurve*> measured_of_others(const RunRecord& record,
                                                     std::string_view sweep);

/// What a legend says of a program: "step-2", "library, sum", the task where `has_tasks`.
std::string label_beside(std::string_view program, std::string_view task, bool has_tasks);

/// Whether the sweep has several tasks in these curves.
bool has_tasks(const std::vector<const BesideCurve*>& curves);

}  // namespace warpscope::record
