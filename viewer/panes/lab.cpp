// The open lab in one place: its question, the next step, tasks with their points, predictions,
// the handout of the task at hand, hints, and what is to be explained.
#include <imgui.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "presentation/markdown/document.h"
#include "viewer/markdown/draw.h"
#include "viewer/model/missing.h"
#include "viewer/model/next_step.h"
#include "viewer/model/numbers.h"
#include "viewer/panes/edit_file.h"
#include "viewer/panes/explanation_fields.h"
#include "viewer/panes/hint_fields.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/prediction_fields.h"
#include "viewer/panes/reading.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

using State = TaskPoints::State;

const char* mark_of(State state) {
  switch (state) {
    case State::full:
      return "\u2713";
    case State::some:
      return "\u2248";
    case State::none:
      return "\u2717";
    case State::not_run:
      break;
  }
  return "\u2013";
}

ImU32 color_of(const Theme& theme, State state) {
  switch (state) {
    case State::full:
      return theme.good;
    case State::some:
      return theme.warning;
    case State::none:
      return theme.error;
    case State::not_run:
      break;
  }
  return theme.muted;
}

std::string points_text(const TaskPoints& points) {
  const auto most = compact(points.max_points);
  return points.state == State::not_run ? most + " points" : compact(points.points) + "/" + most;
}

void draw_heading(const PaneContext& context, std::string_view text, float size = kTextSize) {
  ImGui::Dummy({0, 8 * context.view.scale});
  ImGui::PushFont(context.fonts.strong, size);
  wrapped_text(context.theme.text, text);
  ImGui::PopFont();
}

}  // namespace

class LabPane final : public Pane {
 public:
  std::string_view id() const override { return "lab"; }
  const char* title() const override { return "Lab"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    load(context.session);
    show_news(context.session);
    if (context.session.lab() == nullptr) return empty_message(context.theme, kNoLab);
    draw_next(context);
    begin_reading("lab", kWidth);
    const auto& problem = context.session.sheet().problem();
    if (!problem.empty()) wrapped_text(context.theme.error, problem);
    draw_question(context);
    draw_tasks(context);
    if (const auto* task = context.session.sheet().task(task_)) draw_task(context, *task);
    explanations_.draw(context);
    end_reading();
  }

 private:
  void load(const Session& session) {
    const bool is_other_lab = lab_revision_ != session.lab_revision();
    const auto revision = session.attempt(Side::student).revision();
    const bool has_run = student_revision_ != revision;
    hints_.load(session);
    if (!is_other_lab && !has_run) return;
    lab_revision_ = session.lab_revision();
    student_revision_ = revision;
    const auto at_hand = session.sheet().task_at_hand(session.record(Side::student));
    // Another task comes up when this one is done, not when somebody reads an earlier one, and not
    // before what came out of this one's predictions was seen.
    const bool has_news = locked_in_task(session.sheet()) != locked_;
    if (is_other_lab || (at_hand_ != at_hand && !has_news)) choose(session, at_hand);
    at_hand_ = at_hand;
    locked_ = locked_in_task(session.sheet());
    if (is_other_lab) load_texts(session.sheet());
  }

  /// What came out of a prediction comes into view, the first of them.
  void show_news(const Session& session) {
    if (session.is_running() || session.lab() == nullptr) return;
    const runner::PredictionQuestion* first = nullptr;
    for (const auto& task : session.sheet().tasks()) {
      for (const auto* question : task.questions) {
        const auto* locked = session.sheet().locked(question->id);
        if (locked == nullptr || !locked->miss || !answered_.insert(question->id).second) continue;
        if (first == nullptr) first = question;
      }
    }
    const bool is_new_lab = news_revision_ != lab_revision_;
    news_revision_ = lab_revision_;
    if (first == nullptr || is_new_lab) return;
    if (first->task != task_) choose(session, first->task);
    fields_.show(first->id);
  }

  void load_texts(const LabSheet& sheet) {
    fields_.forget();
    answered_.clear();
    wanted_question_.clear();
    question_ = markdown::parse(sheet.question().empty() ? std::string()
                                                         : "**The question:** " + sheet.question());
    explanations_.load(sheet);
    names_.clear();
    for (const auto& task : sheet.tasks()) names_[task.number] = name_of(task);
  }

  /// Of a task: in the list of all, and above its text.
  struct TaskName {
    std::string in_list, heading;
  };

  static TaskName name_of(const SheetTask& task) {
    if (task.number == 0) return {"Before the first run", "Before the first run"};
    const auto number = std::to_string(task.number);
    return {number + "  " + task.title,
            "Task " + number + (task.title.empty() ? "" : ", " + task.title)};
  }

  /// How many predictions of the task that is read are locked.
  std::size_t locked_in_task(const LabSheet& sheet) const {
    const auto* task = sheet.task(task_);
    std::size_t locked = 0;
    if (task == nullptr) return 0;
    for (const auto* question : task->questions)
      locked += sheet.locked(question->id) == nullptr ? 0U : 1U;
    return locked;
  }

  void choose(const Session& session, std::uint32_t number) {
    task_ = number;
    locked_ = locked_in_task(session.sheet());
    const auto* task = session.sheet().task(number);
    text_ = markdown::parse(task == nullptr ? std::string() : task->text);
  }

  void draw_question(PaneContext& context) {
    ImGui::PushFont(context.fonts.strong, kTextSize * 1.25F);
    wrapped_text(context.theme.text, context.session.lab()->title);
    ImGui::PopFont();
    markdown::draw(question_, reading_style(context, 1.05F));
  }

  /// One sentence and one button, always at the same place: it does not scroll.
  void draw_next(PaneContext& context) {
    const float margin = reading_margin(kWidth);
    const float width =
        ImGui::GetContentRegionAvail().x - 2 * margin - ImGui::GetStyle().ScrollbarSize;
    ImGui::Indent(margin);
    auto step = next_step(context.session);
    using Action = NextStep::Action;
    if (step.action == Action::edit && step.task != task_)
      step.button = "Go to task " + std::to_string(step.task);
    // A pane that comes to the front takes the keyboard away from its fields, so that comes first.
    const bool is_wanted = context.view.does_next_step &&
                           ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                           context.view.wanted_pane.empty();
    if (is_wanted) context.view.does_next_step = false;
    ImGui::Dummy({0, 4 * context.view.scale});
    ImGui::PushStyleColor(ImGuiCol_ChildBg, context.theme.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 4);
    ImGui::BeginChild("next", {width, 0},
                      ImGuiChildFlags_AutoResizeY | ImGuiChildFlags_AlwaysUseWindowPadding);
    const float button = ImGui::CalcTextSize(step.button.c_str()).x +
                         2 * ImGui::GetStyle().FramePadding.x + ImGui::GetStyle().ItemSpacing.x;
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    if (!step.button.empty()) ImGui::AlignTextToFramePadding();
    ImGui::PushTextWrapPos(step.button.empty() ? 0.0F : right - button);
    colored_text(context.theme.text, step.sentence);
    ImGui::PopTextWrapPos();
    if (!step.button.empty()) {
      // Always at the right end, whatever the sentence is.
      ImGui::SameLine();
      ImGui::SetCursorPosX(right - button + ImGui::GetStyle().ItemSpacing.x);
      ImGui::PushStyleColor(ImGuiCol_Text, context.theme.of(Side::student));
      ImGui::PushStyleColor(ImGuiCol_Button, context.theme.side_fill[index(Side::student)]);
      const bool is_clicked = ImGui::Button((step.button + "###next step").c_str());
      ImGui::PopStyleColor(2);
      ImGui::SetItemTooltip("The next step (F4)");
      if (is_clicked || is_wanted) take(context, step);
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImGui::Unindent(margin);
  }

  void take(PaneContext& context, const NextStep& step) {
    using Action = NextStep::Action;
    auto& session = context.session;
    switch (step.action) {
      case Action::none:
        break;
      case Action::predict:
        choose(session, step.task);
        wanted_question_ = step.question;
        break;
      case Action::run:
        session.run(Side::student);
        break;
      case Action::read_error:
        context.view.wanted_pane = "output";
        break;
      case Action::edit:
        if (step.task != task_) {
          choose(session, step.task);
        } else {
          edit_file(session, context.view);
        }
        break;
      case Action::explain:
        explanations_.want(step.number);
        break;
      case Action::open_lab:
        context.view.wanted_file = step.lab;
        break;
    }
  }

  void draw_tasks(PaneContext& context) {
    const auto& sheet = context.session.sheet();
    if (sheet.tasks().empty()) return;
    const auto points = sheet.points(context.session.record(Side::student));
    ImGui::Dummy({0, 4 * context.view.scale});
    constexpr auto kFlags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg;
    if (!ImGui::BeginTable("tasks", 5, kFlags)) return;
    ImGui::TableSetupColumn("mark");
    ImGui::TableSetupColumn("task", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("points");
    ImGui::TableSetupColumn("predicted");
    ImGui::TableSetupColumn("reference");
    for (const auto& task : sheet.tasks()) {
      const auto found = points.find(task.number);
      const bool has_points = task.number != 0 && found != points.end();
      draw_row(context, task, has_points ? found->second : TaskPoints());
    }
    // Checks that no task has for itself.
    if (const auto all = points.find(0); all != points.end()) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      colored_text(color_of(context.theme, all->second.state), mark_of(all->second.state));
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, "all tasks");
      ImGui::TableNextColumn();
      colored_text(context.theme.muted, points_text(all->second));
    }
    ImGui::EndTable();
  }

  void draw_row(PaneContext& context, const SheetTask& task, const TaskPoints& points) {
    const auto& sheet = context.session.sheet();
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    colored_text(color_of(context.theme, points.state), mark_of(points.state));
    ImGui::TableNextColumn();
    const auto label = names_[task.number].in_list + "###task " + std::to_string(task.number);
    if (ImGui::Selectable(label.c_str(), task_ == task.number))
      choose(context.session, task.number);
    ImGui::TableNextColumn();
    if (points.max_points > 0) colored_text(context.theme.muted, points_text(points));
    ImGui::TableNextColumn();
    if (!task.questions.empty()) {
      std::size_t locked = 0;
      for (const auto* question : task.questions) locked += sheet.locked(question->id) ? 1U : 0U;
      colored_text(context.theme.muted, std::to_string(locked) + "/" +
                                            std::to_string(task.questions.size()) + " predicted");
    }
    ImGui::TableNextColumn();
    if (!task.lab_tasks.empty() && is_shown(context.session, task))
      colored_text(context.theme.of(Side::reference), "open");
  }

  static bool is_shown(const Session& session, const SheetTask& task) {
    for (const auto& name : task.lab_tasks) {
      if (!session.reveal().is_shown(name)) return false;
    }
    return true;
  }

  void draw_task(PaneContext& context, const SheetTask& task) {
    ImGui::PushID(static_cast<int>(task.number));
    draw_heading(context, names_[task.number].heading, kTextSize * 1.15F);
    if (!task.questions.empty()) {
      draw_heading(context, "Predict");
      fields_.draw(context, task, wanted_question_);
      ImGui::Dummy({0, 8 * context.view.scale});
    }
    auto style = reading_style(context, 1.0F);
    markdown::draw(text_, style);
    draw_hints(context, task);
    draw_reference(context, task);
    ImGui::PopID();
  }

  void draw_hints(PaneContext& context, const SheetTask& task) {
    const auto& tasks = hints_.hints().tasks();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (tasks[i].task != task.number) continue;
      hints_.draw(context, i);
      const auto& problem = hints_.hints().problem();
      if (!problem.empty()) wrapped_text(context.theme.error, problem);
    }
  }

  /// Whether the task's reference is open, and how it opens.
  void draw_reference(PaneContext& context, const SheetTask& task) {
    if (task.lab_tasks.empty()) return;
    const auto& reveal = context.session.reveal();
    const ImU32 blue = context.theme.of(Side::reference);
    ImGui::Dummy({0, 6 * context.view.scale});
    if (is_shown(context.session, task)) {
      wrapped_text(blue,
                   "The reference of this task is open: its curves, cases and launches are "
                   "drawn beside yours.");
      return;
    }
    std::string missing;
    bool lacks_prediction = false;
    for (const auto& name : task.lab_tasks) {
      if (missing.empty()) missing = reveal.missing(name);
      lacks_prediction = lacks_prediction || context.session.lacks_prediction(name);
    }
    if (lacks_prediction)
      missing =
          "Your version is right. The reference opens when you have predicted, and run again.";
    wrapped_text(context.theme.muted, "The reference of this task is hidden. " + missing);
    const bool is_offered = lacks_prediction && offer_prediction(context.session.sheet(), task);
    if (!reveal.can_choose()) return;
    if (is_offered) ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, blue);
    if (ImGui::Button("Show the reference\u2026")) context.view.asks_for_reference = true;
    ImGui::PopStyleColor();
  }

  /// A button that leads to the task's first question that is open; false where none is.
  bool offer_prediction(const LabSheet& sheet, const SheetTask& task) {
    const auto open = std::ranges::find_if(
        task.questions, [&](const auto* question) { return sheet.is_open(question->id); });
    if (open == task.questions.end()) return false;
    if (ImGui::Button("Predict###predict")) wanted_question_ = (*open)->id;
    return true;
  }

  static constexpr float kWidth = 760;

  unsigned lab_revision_ = ~0U, student_revision_ = ~0U, news_revision_ = ~0U;
  std::set<std::string> answered_;           ///< predictions whose answers were there
  std::uint32_t task_ = 0, at_hand_ = 0;     ///< of the handout: that is read, and that comes next
  std::size_t locked_ = 0;                   ///< predictions of the task that is read
  std::map<std::uint32_t, TaskName> names_;  ///< by the task's number
  markdown::Document question_, text_;
  PredictionFields fields_;
  HintFields hints_;
  ExplanationFields explanations_;
  std::string wanted_question_;
};

template std::unique_ptr<Pane> make_pane<LabPane>();

}  // namespace warpscope::viewer
