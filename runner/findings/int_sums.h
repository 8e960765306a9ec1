// Whether a line of a source adds up in an int.
#pragma once

#include "record/record.h"

namespace warpscope::runner {

/// The finding's line adds up in a variable or an array that its source declares as int, what it
/// adds is not unsigned, and nothing in its function tells that the sum may begin anew: a name that
/// says so, as of a hash, or what else is done with it. False where that is not certain.
bool adds_up_in_int(const record::RunRecord& record, const record::Finding& finding);

}  // namespace warpscope::runner
