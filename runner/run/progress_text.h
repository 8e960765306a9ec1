// How far a launch has come that runs for long, in words.
#pragma once

#include <string>

#include "device/events.h"

namespace warpscope::runner {

/// "mine: 1,024 of 65,536 blocks (1 %), 12.3 million warp instructions/s, about 3 min left". The
/// rate is that of the whole launch so far: what was executed, over the device process' own time.
/// The time left takes the blocks that are left for like those that have ended; before one has,
/// nothing is said of it. The kernel's name is shortened so that the text has at most `width`
/// columns, as far as that goes.
std::string launch_progress_text(const device::LaunchProgressed& progress, std::size_t width);

/// At most so many characters.
std::string cut_to_width(std::string text, std::size_t width);

/// "40 s", "3 min", "2 h 5 min", "4 days": of a time that is only about right.
std::string about_time_text(double time_s);

}  // namespace warpscope::runner
