// Whether a device can tell what a check asks.
#pragma once

#include <string>

#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// Why a device cannot tell what a check asks, as a sentence: it leaves out a counter that the
/// metric is made of, or it does not look for what the check must not find. Empty where it can, and
/// of a device that nobody knows more of. `wanted`: the lab's; without memory checks an error that
/// only they find is none.
std::string why_not_judged(const record::Device& device, const CheckDescription& check,
                           const MemoryChecks& wanted);

}  // namespace warpscope::runner
