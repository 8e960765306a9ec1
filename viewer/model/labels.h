// Short texts about a side, a finding, a place.
#pragma once

#include <string>

#include "record/record.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

/// Why that side has nothing to show: running, not run yet, or its problem.
std::string absence_of(const Session& session, Side side);

/// "✗", "!" or "i": the severity without its colour.
const char* severity_mark(record::Finding::Severity severity);

/// "exercise.cu:12".
std::string short_place(const record::SourceLine& where);

}  // namespace warpscope::viewer
