// What the clock saw of a launch, as the record has it.
#pragma once

#include "record/record.h"
#include "vgpu/timing/clock/launch_clock.h"
#include "vgpu/timing/clock/tried_changes.h"

namespace warpscope::device {

record::ClockedLaunch clocked_launch(const timing::TimedLaunch& timed);
/// Of a launch that took `cycles`.
record::ClockTimeline timeline_of(const timing::LaunchTimeline& timeline, std::uint64_t cycles);
record::ClockedLaunch::WhatIf what_if(const timing::TriedChange& tried);

}  // namespace warpscope::device
