// The value that a check on a counter goes by: of several that can be asked for, the one that earns
// least, so that no work beside the task's makes it better.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

struct CheckValue {
  std::optional<double> value;  ///< nothing: there is nothing to count
  double share = 0;             ///< of the points
  std::string remark;           ///< what is special about it, to follow the value; may be empty
};

/// The metric over the cases, over the operations that their answers come from, and, where it is
/// about loads, with what textures, surfaces, constants, atomics and bulk copies load among them.
/// Bank-conflict ways are at least the conflicts for each pass that the cases' useful bytes need;
/// active lanes at most what CheckDescription::most_instructions leaves of them; and of what goes
/// on at once, what is left when operations are as long as they need (NeededTimes).
/// `share`: of the points, for a value.
CheckValue worst_value(const record::RunRecord& record, const std::vector<std::uint32_t>& cases,
                       const CheckDescription& check, const std::function<double(double)>& share);

}  // namespace warpscope::runner
