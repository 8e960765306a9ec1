// In a grading, a program's host is shown other data than its device holds. What kernels compute is
// then right, and what the host computed, by whatever way it came into the answer, is the answer to
// other data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/link.h"
#include "labs/judge/judge.h"

namespace warpscope::runner {

/// Sets stand-ins (judge.h) for inputs of at least 128 bytes: those of the tasks `driver_uploads`
/// (LabDescription) are the same case's under another seed, made from `seed`; others are what the
/// judge has. What no other seed gives in this shape, or gives the same, has none.
void add_stand_ins(const judge::Judge& judge, std::uint64_t seed,
                   const std::vector<std::string>& driver_uploads, std::vector<judge::Case>& cases);

/// What the device is told of them; the arrays are the case's.
std::vector<device::ExchangedInput> exchanged_inputs(const judge::Case& set);

}  // namespace warpscope::runner
