#include "viewer/panes/launch_columns.h"

#include <imgui.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "record/derived.h"
#include "viewer/model/word_search.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

std::string sentence_of(const LaunchField& field) {
  std::string text = field.meaning;
  std::string about = field.source;
  if (!field.unit.empty()) about += (about.empty() ? "in " : ", in ") + field.unit;
  if (!about.empty()) text += "\n" + about;
  if (!record::metric_unit(field.id).empty()) text += "\n" + field.id;
  return text;
}

void LaunchColumns::keep(KeptChoices& kept) {
  constexpr const char* kName = "columns of launches";
  // No field's id has this.
  constexpr char kBetween = '|';
  if (kept_revision_ == revision_) return;
  if (kept_revision_ < 0) {
    std::istringstream in(kept.get(kName));
    std::vector<std::string> ids;
    for (std::string id; std::getline(in, id, kBetween);) ids.push_back(id);
    if (!ids.empty()) chosen_ = std::move(ids);
  } else {
    std::string text;
    for (const auto& id : chosen_) text += id + kBetween;
    kept.set(kName, text);
  }
  kept_revision_ = revision_;
}

std::vector<LaunchField> LaunchColumns::shown(const std::vector<LaunchField>& all) const {
  std::vector<LaunchField> fields;
  for (const auto& field : all) {
    if (std::ranges::find(chosen_, field.id) != chosen_.end()) fields.push_back(field);
  }
  return fields;
}

void LaunchColumns::draw_popup(const char* id, const std::vector<LaunchField>& all,
                               const PaneContext& context) {
  const float scale = context.view.scale;
  const ImVec2 screen = ImGui::GetMainViewport()->WorkSize;
  if (!ImGui::BeginPopup(id)) return;
  // Fields and buttons have the popup's own colour otherwise.
  ImGui::PushStyleColor(ImGuiCol_FrameBg, context.theme.hovered);
  ImGui::PushStyleColor(ImGuiCol_Button, context.theme.hovered);
  edit_line("##find", filter_, 240 * scale, "find a column");
  ImGui::SameLine();
  if (ImGui::Button("As at first")) {
    chosen_ = usual_launch_fields();
    ++revision_;
  }
  ImGui::BeginChild("fields", {380 * scale, std::min(340 * scale, screen.y * 0.45F)});
  const auto wanted = words(filter_);
  for (const auto& field : all) {
    if (has_all(lower(field.heading + " " + field.id), wanted)) draw_choice(field);
  }
  ImGui::EndChild();
  ImGui::PopStyleColor(2);
  ImGui::EndPopup();
}

void LaunchColumns::draw_choice(const LaunchField& field) {
  const auto found = std::ranges::find(chosen_, field.id);
  bool is_chosen = found != chosen_.end();
  ImGui::PushID(field.id.c_str());
  if (ImGui::Checkbox(field.heading.c_str(), &is_chosen)) {
    if (is_chosen) {
      chosen_.push_back(field.id);
    } else {
      chosen_.erase(found);
    }
    ++revision_;
  }
  ImGui::SetItemTooltip("%s", sentence_of(field).c_str());
  ImGui::PopID();
}

}  // namespace warpscope::viewer
