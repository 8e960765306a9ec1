#include "viewer/model/heat_choice.h"

#include <string>

namespace warpscope::viewer {
namespace {

std::string name_of_heat(const Session& session) {
  return "heat/" + (session.lab() == nullptr ? std::string() : session.lab()->id);
}

}  // namespace

const HeatKind& chosen_heat(Session& session) {
  const std::string chosen = session.kept_choices().get(name_of_heat(session));
  return heat_kind(chosen.empty() ? session.sheet().description().heat : chosen);
}

void choose_heat(Session& session, std::string_view id) {
  session.kept_choices().set(name_of_heat(session), std::string(id));
}

}  // namespace warpscope::viewer
