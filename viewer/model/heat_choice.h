// Which numbers stand beside the lines of a source.
#pragma once

#include <string_view>

#include "viewer/model/heat_kind.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

/// What the user chose for the open lab; before that what the lab names, else sectors and lanes.
const HeatKind& chosen_heat(Session& session);
/// Keeps the choice for the open lab, or for all programs without one.
void choose_heat(Session& session, std::string_view id);

}  // namespace warpscope::viewer
