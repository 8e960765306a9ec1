// How a real GPU was measured, in words: its state meanwhile, and how far repeats lie apart.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::record {

/// Sentences: why there are no curves; clocks, temperature and power; repeats and their spread;
/// then warnings where the clock moved or was held down, or where the GPU was shared. Of a virtual
/// GPU, whether times are an estimate in the place of the clock's.
std::vector<std::string> measurement_sentences(const RunRecord& record);

}  // namespace warpscope::record
