// What a launch takes of its device, for the clock of streams.
#pragma once

#include "arch/profile.h"
#include "record/record.h"
#include "vgpu/timing/clock/launch_clock.h"
#include "vgpu/timing/kernel_time.h"
#include "vgpu/timing/streams/kernel_engine.h"

namespace warpscope::device {

/// As the clock has seen it: of a launch that fills only a part of the device, others can have the
/// rest. All blocks count, not only those that were timed.
timing::KernelUse kernel_use(const timing::TimedLaunch& timed, const timing::LaunchShape& shape,
                             const arch::Profile& profile);

/// `alone_s`: what the launch takes when nothing runs beside it.
void set_times(const timing::Interval& when, double alone_s, record::Launch& launch);

}  // namespace warpscope::device
