// Points in the forms that learning systems import.
#pragma once

#include <string>

#include "runner/grading/class_results.h"

namespace warpscope::runner {

struct ImportTarget {
  std::string roster;      ///< text of what the system exported; empty: only who handed in
  std::string assignment;  ///< its title
};

/// A gradebook for Canvas' "Import": Student, ID, SIS User ID, SIS Login ID, Section, and the
/// assignment's column. With an exported gradebook these columns are as it has them, and the
/// assignment is the column of that title, or of that title with Canvas' number behind it; where
/// there is none Canvas asks whether it is to be made. Reasons for points that are missing go into
/// a column Notes where the gradebook has one: Canvas would take another for an assignment.
std::string canvas_csv(const ClassResults& results, const ImportTarget& target);

/// A grading worksheet for Moodle's "Upload grading worksheet" with Grade and Feedback comments;
/// with an exported worksheet its other columns are as they are. A row without points has an empty
/// grade, which Moodle leaves as it is, and the reason as its comment.
std::string moodle_csv(const ClassResults& results, const ImportTarget& target);

// Where the system has other most points than the lab, both scale the points to them.

}  // namespace warpscope::runner
