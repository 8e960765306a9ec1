// What panes see of a record while a lab hides some of its tasks.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "record/record.h"

namespace warpscope::viewer {

using RecordPointer = std::shared_ptr<const record::RunRecord>;
using IsTaskShown = std::function<bool(std::string_view task)>;

/// The student's own record without the curves of other programs, and of a real GPU, for tasks that
/// are hidden. The record itself where nothing is.
RecordPointer without_hidden_curves(const RecordPointer& record, const IsTaskShown& is_shown);

/// The reference's record while some task is hidden: the cases of those that are shown, with what
/// belongs to them, and no text.
RecordPointer without_hidden_tasks(const RecordPointer& record, const IsTaskShown& is_shown);

}  // namespace warpscope::viewer
