// Launches that did not come to their end, of which a part was counted, and such as stand for
// several.
#pragma once

#include <string>

#include "record/record.h"

namespace warpscope::record {

/// "12.5 µs"; of a launch that was cut off "≥ 12.5 µs", of a sample of blocks "12.5 µs (sample)",
/// of one beside which others ran "12.5 µs (8 µs alone)", of one that stands for several "12.5 µs
/// (sum of 300)".
std::string launch_time_text(const Launch& launch);
/// A sentence: how far a launch came that was cut off. Empty for others.
std::string cut_off_text(const Launch& launch);
/// A sentence: that it stands for several launches. Empty for others.
std::string sum_text(const Launch& launch);

}  // namespace warpscope::record
