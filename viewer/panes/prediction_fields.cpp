#include "viewer/panes/prediction_fields.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "record/names.h"
#include "viewer/model/numbers.h"
#include "viewer/plots/drawn_curve.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

using runner::PredictionQuestion;
using runner::QuestionKind;

constexpr double kFirstTop = 32, kHighestTop = 1e12, kLowestTop = 1e-6;
constexpr float kLeastCurveHeight = 110, kAroundCurve = 150, kCurveHeight = 190,
                kMostCurveWidth = 560, kNumberWidth = 130;

/// Of which program the answer is.
std::string program_text(const SheetTask& task, const std::string& program) {
  if (program == "starter") return "About the file as you got it (the starter)";
  if (program == "reference") return "About a version with all tasks solved";
  if (task.number == 0) return "About a version with tasks solved, as far as the question says";
  const bool is_only = std::ranges::all_of(task.questions, [&](const auto* question) {
    return question->program == program || question->program == "starter";
  });
  return std::string("About a version with this task solved") +
         (is_only ? "" : ", as far as the question says");
}

const record::Sweep* sweep_of(const LabSheet& sheet, const PredictionQuestion& question) {
  const auto& sweeps = sheet.description().sweeps;
  const auto found = std::ranges::find(sweeps, question.sweep, &record::Sweep::id);
  return found == sweeps.end() ? nullptr : &*found;
}

DrawnCurve axes_of(const LabSheet& sheet, const PredictionQuestion& question) {
  DrawnCurve curve;
  const auto* sweep = sweep_of(sheet, question);
  curve.x_label = sweep == nullptr ? question.sweep : sweep->x_label;
  curve.unit = question.unit;
  curve.places = question.points;
  curve.truth_side = question.program == "starter" ? Side::student : Side::reference;
  return curve;
}

ImVec2 curve_size(const PaneContext& context) {
  // The question, its field and what is wrong with it stand in view with the axes.
  const auto* window = ImGui::GetCurrentWindow();
  const auto* pane = window->ParentWindow == nullptr ? window : window->ParentWindow;
  const float scale = context.view.scale;
  const float height = std::clamp(pane->InnerRect.GetHeight() - kAroundCurve * scale,
                                  kLeastCurveHeight * scale, kCurveHeight * scale);
  return {std::min(ImGui::GetContentRegionAvail().x, kMostCurveWidth * scale), height};
}

void draw_options(const PredictionQuestion& question, PredictionDraft& draft) {
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1);
  for (const auto& option : question.options) {
    const auto answer = draft.answer(question);
    const bool is_chosen = answer && answer->choice == option.text;
    if (ImGui::RadioButton(option.text.c_str(), is_chosen)) draft.typed = option.text;
  }
  ImGui::PopStyleVar();
}

/// "96 sectors per request too high", of a curve where that is most.
std::string miss_text(const record::Prediction& prediction) {
  if (prediction.is_within) return "right";
  if (prediction.values.empty()) return "missed";
  const double miss = *prediction.miss;
  auto text =
      compact(std::abs(miss)) + " " + prediction.unit + (miss > 0 ? " too high" : " too low");
  if (prediction.values.size() == 1) return text;
  for (const auto& value : prediction.values) {
    if (value.truth && value.predicted - *value.truth == miss)
      return "missed most at " + compact(value.x.value_or(0)) + ": " + text;
  }
  return text;
}

/// "predicted 4, came out 32 sectors per request (exact count)".
void draw_result(const PaneContext& context, const PredictionQuestion& question,
                 const record::Prediction& locked) {
  const auto& theme = context.theme;
  const bool is_choice = question.kind == QuestionKind::choice;
  const bool is_number = question.kind == QuestionKind::number && !locked.values.empty();
  if (is_choice || is_number) {
    colored_text(theme.of(Side::student),
                 "predicted " + (is_choice ? locked.choice : compact(locked.values[0].predicted)));
  }
  const auto out = is_choice                             ? locked.true_choice
                   : is_number && locked.values[0].truth ? compact(*locked.values[0].truth)
                                                         : std::string();
  if (!out.empty()) {
    const Side side = question.program == "starter" ? Side::student : Side::reference;
    ImGui::SameLine(0, 14);
    colored_text(theme.of(side), "came out " + out + (is_choice ? "" : " " + question.unit));
  }
  if (!locked.miss) {
    if (is_choice || is_number) ImGui::SameLine(0, 14);
    const auto reason = context.session.reason_not_to_count(question.program);
    const bool is_counted = context.session.prediction_job() != nullptr && reason.empty();
    wrapped_text(theme.muted, is_counted       ? "locked, and being counted"
                              : reason.empty() ? "locked; no run has counted it yet"
                                               : "locked, and not counted: " + reason);
    return;
  }
  colored_text(locked.is_within ? theme.good : theme.warning,
               (locked.is_within ? "\u2713 " : "\u2717 ") + miss_text(locked));
  ImGui::SameLine(0, 14);
  colored_text(theme.muted, std::string(record::in_words(locked.provenance)));
}

/// "not predicted, came out 32 sectors per request (exact count)".
void draw_told(const PaneContext& context, const PredictionQuestion& question,
               const record::Prediction& told) {
  std::string out = told.true_choice;
  if (question.kind == QuestionKind::number && !told.values.empty())
    out = compact(told.values[0].truth.value_or(0)) + " " + question.unit;
  colored_text(context.theme.muted, "not predicted; a run has answered it");
  if (!out.empty()) {
    ImGui::SameLine(0, 14);
    colored_text(context.theme.of(Side::student), "came out " + out);
  }
  ImGui::SameLine(0, 14);
  colored_text(context.theme.muted, std::string(record::in_words(told.provenance)));
}

void draw_locked_curve(const PaneContext& context, const PredictionQuestion& question,
                       const record::Prediction& locked, bool is_predicted) {
  auto curve = axes_of(context.session.sheet(), question);
  curve.is_locked = true;
  for (const auto& value : locked.values) {
    curve.drawn.push_back(is_predicted ? std::optional(value.predicted) : std::nullopt);
    curve.truth.push_back(value.truth);
  }
  curve.top = std::max(top_for(curve.drawn), top_for(curve.truth));
  draw_curve("curve", curve, curve_size(context), context.theme, context.fonts);
  ImGui::PushFont(nullptr, kSmallSize);
  if (is_predicted) colored_text(context.theme.of(Side::student), "dashed: predicted");
  if (is_predicted && locked.miss) ImGui::SameLine(0, 14);
  if (locked.miss || !is_predicted) {
    colored_text(context.theme.of(curve.truth_side), "line: came out");
  }
  ImGui::SameLine(0, 14);
  colored_text(context.theme.muted, question.unit);
  ImGui::PopFont();
}

constexpr int kFramesToScroll = 4;

}  // namespace

void PredictionFields::draw(PaneContext& context, const SheetTask& task, std::string& wanted) {
  const auto& sheet = context.session.sheet();
  for (const auto* question : task.questions) {
    ImGui::PushID(question->id.c_str());
    ImGui::BeginGroup();
    ImGui::Dummy({0, 3 * context.view.scale});
    ImGui::PushFont(nullptr, kSmallSize);
    wrapped_text(context.theme.muted, program_text(task, question->program) + ":");
    ImGui::PopFont();
    wrapped_text(context.theme.text, question->question);
    if (const auto* locked = sheet.locked(question->id)) {
      if (question->kind == QuestionKind::curve)
        draw_locked_curve(context, *question, *locked, true);
      draw_result(context, *question, *locked);
    } else if (const auto* told = sheet.told(question->id)) {
      if (question->kind == QuestionKind::curve)
        draw_locked_curve(context, *question, *told, false);
      draw_told(context, *question, *told);
    } else {
      if (wanted == question->id) {
        ImGui::SetKeyboardFocusHere();
        refused_ = context.session.sheet().draft(question->id).typed;
        show(wanted);
        wanted.clear();
      }
      ImGui::BeginDisabled(context.session.attempt(Side::student).file().empty());
      draw_open(context, *question);
      ImGui::EndDisabled();
    }
    ImGui::EndGroup();
    scroll_to(question->id);
    ImGui::PopID();
  }
}

void PredictionFields::show(const std::string& question) {
  shown_ = question;
  frames_ = kFramesToScroll;
}

/// The question that was just drawn, whole, where it is to be shown.
void PredictionFields::scroll_to(const std::string& question) {
  if (frames_ == 0 || shown_ != question) return;
  --frames_;
  // A column does not scroll by itself; what it stands in does.
  ImGui::ScrollToRect(ImGui::GetCurrentWindow(), {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()},
                      ImGuiScrollFlags_KeepVisibleEdgeY);
}

/// What to write instead, at the field; not while somebody writes it, before it was to be locked.
void PredictionFields::draw_problem(PaneContext& context, const PredictionQuestion& question,
                                    bool is_being_typed) const {
  const auto& draft = context.session.sheet().draft(question.id);
  if (is_being_typed && draft.typed != refused_) return;
  const auto problem = draft.problem(question);
  if (!problem.empty()) wrapped_text(context.theme.warning, problem);
}

void PredictionFields::draw_open(PaneContext& context, const PredictionQuestion& question) {
  auto& draft = context.session.sheet().draft(question.id);
  bool is_being_typed = false;
  switch (question.kind) {
    case QuestionKind::choice:
      draw_options(question, draft);
      break;
    case QuestionKind::number:
      edit_line("##number", draft.typed, kNumberWidth * context.view.scale);
      is_being_typed = ImGui::IsItemActive();
      ImGui::SameLine(0, 8);
      colored_text(context.theme.muted, question.unit);
      draw_problem(context, question, is_being_typed);
      break;
    case QuestionKind::curve:
      draw_open_curve(context, question);
      break;
  }
}

void PredictionFields::draw_open_curve(PaneContext& context, const PredictionQuestion& question) {
  auto& draft = context.session.sheet().draft(question.id);
  const ImVec2 size = curve_size(context);
  edit_line(
      "##values", draft.typed, size.x * 0.6F,
      ("draw below, or write " + std::to_string(question.points.size()) + " numbers").c_str());
  const bool is_being_typed = ImGui::IsItemActive();
  ImGui::SameLine(0, 8);
  colored_text(context.theme.muted, question.unit);
  draw_problem(context, question, is_being_typed);
  auto& top = tops_.try_emplace(question.id, kFirstTop).first->second;
  auto curve = axes_of(context.session.sheet(), question);
  curve.drawn = draft.drawn(question);
  const bool is_higher =
      std::ranges::any_of(curve.drawn, [&](const auto& value) { return value.value_or(0) > top; });
  curve.top = is_higher ? top_for(curve.drawn) : top;
  for (const auto& value : draw_curve("##axes", curve, size, context.theme, context.fonts))
    draft.draw(question, value.place, value.value);
  // What is drawn must not leave the axes, and the axes must not tell how high the truth is.
  ImGui::PushFont(nullptr, kSmallSize);
  if (ImGui::Button("higher axis")) top = std::min(curve.top * 2, kHighestTop);
  ImGui::SameLine(0, 6);
  if (ImGui::Button("lower axis")) top = std::max(top / 2, kLowestTop);
  ImGui::SameLine(0, 6);
  if (ImGui::Button("clear")) draft.typed.clear();
  ImGui::PopFont();
}

}  // namespace warpscope::viewer
