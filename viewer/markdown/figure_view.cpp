#include "viewer/markdown/figure_view.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "presentation/figures/palette.h"

namespace warpscope::viewer::markdown {
namespace {

class Canvas {
 public:
  Canvas(const Theme& theme, const Fonts& fonts, float scale)
      : theme_(theme), fonts_(fonts), scale_(scale), origin_(ImGui::GetCursorScreenPos()) {}

  void add(const figures::Rectangle& it) const {
    const ImVec2 from = at(it.x, it.y), to = at(it.x + it.width, it.y + it.height);
    if (it.fill != figures::kNoPaint) list_->AddRectFilled(from, to, color(it.fill));
    if (it.outline != figures::kNoPaint) list_->AddRect(from, to, color(it.outline));
  }

  void add(const figures::Polyline& it) const {
    std::vector<ImVec2> points;
    for (const auto& [x, y] : it.points) points.push_back(at(x, y));
    list_->AddPolyline(points.data(), static_cast<int>(points.size()), color(it.paint),
                       ImDrawFlags_None, std::max(it.thickness * scale_, 1.0F));
  }

  void add(const figures::Dot& it) const {
    if (it.fill != figures::kNoPaint)
      list_->AddCircleFilled(at(it.x, it.y), it.radius * scale_, color(it.fill));
    if (it.outline != figures::kNoPaint)
      list_->AddCircle(at(it.x, it.y), it.radius * scale_, color(it.outline), 0, 2 * scale_);
  }

  void add(const figures::Label& it) const {
    ImFont* font = it.is_code ? fonts_.code : fonts_.text;
    const float size = it.size * scale_;
    const char* text = it.text.c_str();
    const float width = font->CalcTextSizeA(size, FLT_MAX, 0, text).x;
    const float share = it.anchor == figures::Anchor::begin    ? 0.0F
                        : it.anchor == figures::Anchor::middle ? 0.5F
                                                               : 1.0F;
    ImVec2 place = at(it.x, it.y);
    place.x -= width * share;
    place.y -= size * 0.5F;
    list_->AddText(font, size, place, color(it.paint), text);
  }

 private:
  ImVec2 at(float x, float y) const { return {origin_.x + x * scale_, origin_.y + y * scale_}; }

  ImU32 color(figures::Paint paint) const {
    const auto rgb = figures::rgb(paint, theme_.kind == ThemeKind::dark);
    return IM_COL32((rgb >> 16) & 0xFF, (rgb >> 8) & 0xFF, rgb & 0xFF, 0xFF);
  }

  const Theme& theme_;
  const Fonts& fonts_;
  float scale_;
  ImVec2 origin_;
  ImDrawList* list_ = ImGui::GetWindowDrawList();
};

}  // namespace

void FigureViews::make(View& view, const warpscope::markdown::Block& block) const {
  view.source = block.information + '\n' + block.code;
  view.figure.reset();
  view.problem.clear();
  try {
    view.figure.emplace(block.information, block.code, kept_folder_);
    view.drawing = view.figure->draw();
  } catch (const std::runtime_error& error) {
    view.figure.reset();
    view.problem = error.what();
  }
}

bool FigureViews::draw_choices(figures::Figure& figure) {
  bool has_changed = false;
  for (const auto& choice : figure.choices()) {
    ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x * 0.6F, 320.0F));
    if (!ImGui::BeginCombo(choice.key.c_str(), figure.text(choice.key).c_str())) continue;
    for (const auto& value : choice.values) {
      if (!ImGui::Selectable(value.c_str(), value == figure.text(choice.key))) continue;
      figure.choose(choice.key, value);
      has_changed = true;
    }
    ImGui::EndCombo();
  }
  return has_changed;
}

void FigureViews::draw_controls(View& view, const Theme& theme) {
  bool has_moved = draw_choices(*view.figure);
  for (const auto& slider : view.figure->sliders()) {
    auto value = view.figure->number(slider.key);
    const auto before = value;
    ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x * 0.6F, 320.0F));
    if (slider.choices.empty()) {
      ImGui::SliderScalar(slider.key.c_str(), ImGuiDataType_S64, &value, &slider.lowest,
                          &slider.highest);
      value = std::clamp(value, slider.lowest, slider.highest);
    } else {
      const auto found = std::ranges::find(slider.choices, value);
      int place = static_cast<int>(found - slider.choices.begin());
      const auto label = std::to_string(value);
      const int last = static_cast<int>(slider.choices.size()) - 1;
      if (ImGui::SliderInt(slider.key.c_str(), &place, 0, last, label.c_str()))
        value = slider.choices[static_cast<std::size_t>(std::clamp(place, 0, last))];
    }
    if (value == before) continue;
    view.figure->set(slider.key, value);
    has_moved = true;
  }
  if (has_moved) {
    try {
      view.drawing = view.figure->draw();
      view.problem.clear();
    } catch (const std::runtime_error& error) {
      view.problem = error.what();
    }
  }
  if (view.problem.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
  ImGui::TextWrapped("%s", view.problem.c_str());
  ImGui::PopStyleColor();
}

void FigureViews::draw(const warpscope::markdown::Block& block, const Theme& theme,
                       const Fonts& fonts, float size) {
  auto& view = views_[ImGui::GetID("figure")];
  if (view.source != block.information + '\n' + block.code) make(view, block);
  if (!view.figure) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme.error);
    ImGui::TextWrapped("%s", view.problem.c_str());
    ImGui::PopStyleColor();
    return;
  }
  ImGui::PushFont(fonts.text, size * 0.85F / ImGui::GetStyle().FontScaleMain);
  draw_controls(view, theme);
  const float width = ImGui::GetContentRegionAvail().x;
  const float scale = width / view.drawing.width;
  const Canvas canvas(theme, fonts, scale);
  for (const auto& shape : view.drawing.shapes) {
    std::visit([&](const auto& it) { canvas.add(it); }, shape);
  }
  ImGui::Dummy({width, view.drawing.height * scale});
  ImGui::PushStyleColor(ImGuiCol_Text, theme.muted);
  ImGui::TextWrapped("%s", view.drawing.caption.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

}  // namespace warpscope::viewer::markdown
