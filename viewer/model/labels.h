// Short texts about a side, a finding, a place.
#pragma once

#include <string>

#include "record/record.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

/// What a side is called: "Student" or "Reference" of a lab; the label of a record that belongs to
/// no lab, with a number where both have the same; "none" where there is no record and no lab.
std::string side_label(const Session& session, Side side);

/// Why that side has nothing to show: running, not run yet, or its problem.
std::string absence_of(const Session& session, Side side);
/// Why that side has no source text to show: no record, hidden with a task's reference, or not
/// kept.
std::string source_absence_of(const Session& session, Side side);

/// "✗", "!" or "i": the severity without its colour.
const char* severity_mark(record::Finding::Severity severity);

/// "exercise.cu:12".
std::string short_place(const record::SourceLine& where);

}  // namespace warpscope::viewer
