// Titles, severities, hints and lessons of the findings that the runner and the judges give.
// docs/reference/findings.md explains each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

struct FindingDescription {
  std::string_view id;
  std::string_view title;
  record::Finding::Severity severity;
  std::string_view hint;
  std::string_view lesson;
};

std::span<const FindingDescription> finding_descriptions();

/// The ids of all findings: the catalogue's, and those that only the device gives.
std::vector<std::string_view> finding_ids();

/// True for races and for reads of memory that nothing has written, which the memory checks find.
bool is_of_memory_checks(std::string_view id);

/// True for what tells how an answer is wrong, or that the host made it. A check of answers has
/// taken the points for that.
bool is_of_answers(std::string_view id);

/// A finding with what the catalogue says; an id that is not in it becomes an error titled by the
/// id.
record::Finding make_finding(std::string_view id);

/// Fills in the lesson, and the hint when there is none, of a finding of the device that the
/// catalogue knows.
void complete(record::Finding& finding);

}  // namespace warpscope::runner
