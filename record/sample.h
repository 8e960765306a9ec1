// Launches of which only a sample of the blocks was run (exec --blocks).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// Blocks that the launch was to run: those of its grid, or of its sample.
std::uint64_t blocks_to_run(const Launch& launch);
/// "a sample of 100 of 65,536 blocks"; empty for a launch that was to run all of them.
std::string sample_text(const Launch& launch);
/// Of a record with samples: what of which launches the numbers are, what that means for what comes
/// after them, and what is not judged. Also why a launch ran all of its blocks although a sample
/// was asked for. Each is to be shown as a line of its own; none for a record without.
std::vector<std::string> sample_sentences(const RunRecord& record);

}  // namespace warpscope::record
