// Stepping through a launch: its source with the lanes of one warp, registers, shared memory, and
// who waits for whom.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "record/kernel_name.h"
#include "runner/step/finding_place.h"
#include "runner/step/lane_tree.h"
#include "runner/step/register_names.h"
#include "runner/step/stood_text.h"
#include "viewer/model/labels.h"
#include "viewer/model/step_lines.h"
#include "viewer/panes/make_pane.h"
#include "viewer/panes/step_parts.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

using Action = device::StepCommand::Action;

struct Way {
  const char *label, *tip;
  Action action;
};
constexpr std::array<Way, 6> kWays{{
    {"< Line", "Back to where the warp came to this line, or to the one before (,)",
     Action::line_back},
    {"Line >", "The warp's next line (.)", Action::line},
    {"< Instr.", "The warp's instruction before (Shift+,)", Action::instruction_back},
    {"Instr. >", "The warp's next instruction (Shift+.)", Action::instruction},
    {"Fault", "The instruction at which the launch fails, if it does (F)", Action::to_fault},
    {"End", "The end of the launch; < Line goes back from there (E)", Action::to_end},
}};

}  // namespace

class StepPane final : public Pane {
 public:
  std::string_view id() const override { return "step"; }
  const char* title() const override { return "Step"; }
  Place place() const override { return Place::center; }

  void draw(PaneContext& context) override {
    auto* job = context.session.step_job();
    if (job == nullptr) {
      draw_choice(context);
      return;
    }
    update(*job);
    if (draw_ways(*job)) {
      context.session.end_steps();
      seen_.reset();
      seen_history_.reset();
      return;
    }
    draw_place(context, *job);
    if (job->stood() != nullptr) draw_launch(context, *job);
    handle_keys(*job);
  }

 private:
  /// What can be stepped through, of the runs that are shown.
  void draw_choice(PaneContext& context) {
    auto& session = context.session;
    if (!session.can_step(side_)) side_ = Side::student;
    if (session.can_step(other(side_))) side_ = choose_side("side", side_, session, context.theme);
    if (!session.can_step(side_)) {
      empty_message(context.theme,
                    "Only what can be run here can be stepped through: open a lab or a source.");
      return;
    }
    wrapped_text(context.theme.muted,
                 "Stops in front of a launch, shows the lanes of a warp, its registers and the "
                 "block's shared memory, and goes on by lines and instructions, forward and back.");
    if (ImGui::Button("First launch")) session.step(side_, {});
    ImGui::SetItemTooltip("Of the first case that has one");
    const auto* record = session.record(side_);
    if (record == nullptr) return;
    ImGui::SameLine();
    colored_text(context.theme.muted, "or one of the run that is shown:");
    ImGui::BeginChild("choice");
    draw_findings(context, *record);
    draw_launches(context, *record);
    ImGui::EndChild();
  }

  void draw_findings(PaneContext& context, const record::RunRecord& record) const {
    for (std::size_t i = 0; i < record.findings.size(); ++i) {
      const auto& finding = record.findings[i];
      if (!finding.where || !finding.launch) continue;
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::Selectable(fmt::format("{} {}: {}###finding", severity_mark(finding.severity),
                                        short_place(*finding.where), finding.title)
                                .c_str()))
        context.session.step_to(side_, finding);
      ImGui::PopID();
    }
  }

  void draw_launches(PaneContext& context, const record::RunRecord& record) const {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(record.launches.size()));
    while (clipper.Step()) {
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto& launch = record.launches[static_cast<std::size_t>(i)];
        record::Finding of;
        of.launch = launch.id;
        const auto target = runner::target_of(record, of);
        ImGui::PushID(i);
        if (ImGui::Selectable(fmt::format("{}{}launch {}: {}###launch", target.case_name,
                                          target.case_name.empty() ? "" : ", ", target.launch,
                                          record::short_kernel_name(launch.kernel))
                                  .c_str()))
          context.session.step(side_, target);
        ImGui::PopID();
      }
    }
  }

  /// Makes anew what depends on where the launch stands.
  void update(const StepJob& job) {
    const auto history = job.history();
    if (job.stood() == seen_ && history == seen_history_) return;
    const bool has_moved = job.stood() != seen_;
    seen_ = job.stood();
    seen_history_ = history;
    lines_.clear();
    names_.clear();
    rows_.clear();
    if (history != nullptr) rows_ = runner::lane_tree(history->spans);
    if (seen_ == nullptr) return;
    const auto where = place_of_warp(*seen_);
    if (where.line != 0) file_ = where.file;
    const auto text = job.source(file_);
    lines_ = step_lines(*seen_, history.get(), file_, text.value_or(std::string()));
    if (has_moved && where.line != 0) scroll_to_ = where.line;
    current_ = where.file == file_ ? where.line : 0;
    names_ =
        runner::register_names(*seen_, [&](const std::string& file) { return job.source(file); });
  }

  /// True: somebody wants another launch.
  static bool draw_ways(StepJob& job) {
    const bool can_go = job.stood() != nullptr && !job.is_busy() && !job.has_ended();
    ImGui::BeginDisabled(!can_go);
    for (const auto& way : kWays) {
      if (ImGui::Button(way.label)) job.go(way.action);
      ImGui::SetItemTooltip("%s", way.tip);
      ImGui::SameLine(0, 4);
    }
    ImGui::EndDisabled();
    if (job.is_busy()) {
      if (ImGui::Button("Stop")) job.interrupt();
      ImGui::SetItemTooltip("Stops on the way (Esc)");
      ImGui::SameLine(0, 4);
    }
    const bool wants_other = ImGui::Button("Another launch");
    ImGui::SetItemTooltip("Ends this run");
    return wants_other;
  }

  static void draw_place(const PaneContext& context, const StepJob& job) {
    const auto& stood = job.stood();
    if (stood != nullptr) {
      std::string text = record::short_kernel_name(stood->kernel);
      if (!job.target().case_name.empty()) text += " of " + job.target().case_name;
      text +=
          fmt::format(", block {} warp {}, instruction {}", job.block(), job.warp(), stood->number);
      if (stood->is_over) text += ": the launch has ended";
      colored_text(context.theme.text, text);
      ImGui::SetItemTooltip("%s", back_text(*stood).c_str());
      if (!stood->is_over && stood->next_block == job.block() && stood->next_warp == job.warp()) {
        go_on_if_room(ImGui::CalcTextSize(stood->next.ptx.c_str()).x);
        ImGui::PushFont(context.fonts.code, kCodeSize);
        colored_text(context.theme.muted, stood->next.ptx);
        ImGui::PopFont();
      }
    }
    if (const auto state = job.state_text(); !state.empty())
      wrapped_text(
          job.has_ended() || stood == nullptr ? context.theme.muted : context.theme.warning, state);
  }

  static std::string back_text(const device::Stood& stood) {
    if (!stood.why_not_back.empty()) return stood.why_not_back;
    return fmt::format(
        "Instructions of all warps before this one. It can go back to {}: what the launch has "
        "overwritten is kept up to 512 MiB.",
        stood.earliest == 0 ? "the launch's begin" : fmt::format("instruction {}", stood.earliest));
  }

  void draw_launch(PaneContext& context, StepJob& job) {
    const ImU32 color = context.theme.of(context.session.stepped_side());
    const ImVec2 all = ImGui::GetContentRegionAvail();
    constexpr float kBeside = 1000;
    const bool are_beside = all.x >= kBeside * context.view.scale;
    const ImVec2 size = are_beside ? ImVec2{all.x * 0.55F, all.y} : ImVec2{all.x, all.y * 0.5F};
    ImGui::BeginChild("source", size, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    if (const auto line =
            draw_step_source(context, lines_, current_, std::exchange(scroll_to_, 0), color))
      job.run_to({file_, line}, ImGui::GetIO().KeyShift);
    ImGui::EndChild();
    if (are_beside) ImGui::SameLine();
    ImGui::BeginChild("parts");
    if (ImGui::BeginTabBar("parts")) {
      if (ImGui::BeginTabItem("Warps")) {
        draw_warps(context, job, color);
        ImGui::EndTabItem();
      }
      if (ImGui::BeginTabItem("Registers")) {
        draw_step_registers(context, *job.stood(), names_);
        ImGui::EndTabItem();
      }
      if (ImGui::BeginTabItem("Shared memory")) {
        draw_step_shared(context, *job.stood(), form_);
        ImGui::EndTabItem();
      }
      if (ImGui::BeginTabItem("Lanes")) {
        draw_lanes(context, job, color);
        ImGui::EndTabItem();
      }
      ImGui::EndTabBar();
    }
    ImGui::EndChild();
  }

  void draw_warps(PaneContext& context, StepJob& job, ImU32 color) {
    const auto& stood = *job.stood();
    auto block = static_cast<int>(std::min<std::uint64_t>(job.block(), 1U << 30));
    ImGui::SetNextItemWidth(120 * context.view.scale);
    if (ImGui::InputInt("block", &block, 1, 32, ImGuiInputTextFlags_EnterReturnsTrue) && block >= 0)
      job.follow(static_cast<std::uint64_t>(block), 0);
    ImGui::SetItemTooltip(
        "Blocks begin one after the other; a line of one that has not begun is where its warp "
        "begins");
    ImGui::SameLine();
    colored_text(context.theme.muted,
                 stood.is_block_here ? barriers_line(stood)
                                     : "has not begun or has ended; < Line and Line > go to it");
    if (!stood.is_block_here) return;
    const int warp = draw_step_warps(context, stood, color);
    if (warp >= 0) job.follow(job.block(), static_cast<std::uint32_t>(warp));
  }

  /// Who waits at which barrier, in one line.
  static std::string barriers_line(const device::Stood& stood) {
    std::string text;
    for (std::uint32_t barrier = 0; barrier < 16; ++barrier) {
      const bool has_any = std::ranges::any_of(stood.warps, [&](const auto& warp) {
        return std::ranges::any_of(warp.groups, [&](const auto& group) {
          return group.state == device::StoodGroup::State::at_barrier && group.barrier == barrier;
        });
      });
      if (!has_any) continue;
      const auto missing = runner::missing_warps_text(stood, barrier);
      if (missing.empty()) continue;
      text += (text.empty() ? "" : "; ") +
              fmt::format("barrier {} waits for {}", barrier, runner::warps_text(missing));
    }
    return text;
  }

  void draw_lanes(PaneContext& context, StepJob& job, ImU32 color) {
    if (seen_history_ == nullptr) {
      wrapped_text(context.theme.muted,
                   "Where the lanes of this warp part and meet, and how many are active on each "
                   "line, in all of the launch.");
      ImGui::BeginDisabled(job.is_busy() || job.has_ended());
      if (ImGui::Button("Follow it through the launch")) job.go(Action::history);
      ImGui::EndDisabled();
      return;
    }
    if (!seen_history_->is_history_whole)
      wrapped_text(context.theme.warning, "Not all of it is here: it is too long.");
    ImGui::BeginChild("tree", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_HorizontalScrollbar);
    const int row = draw_step_tree(context, rows_, job.stood()->number, color);
    ImGui::EndChild();
    if (row < 0) return;
    device::StepCommand command;
    command.action = Action::to_number;
    command.block = job.block();
    command.warp = job.warp();
    command.number = rows_[static_cast<std::size_t>(row)].first;
    job.go(std::move(command));
  }

  static void handle_keys(StepJob& job) {
    const auto& io = ImGui::GetIO();
    if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) || io.WantTextInput || io.KeyCtrl)
      return;
    if (ImGui::IsKeyPressed(ImGuiKey_Period))
      job.go(io.KeyShift ? Action::instruction : Action::line);
    if (ImGui::IsKeyPressed(ImGuiKey_Comma))
      job.go(io.KeyShift ? Action::instruction_back : Action::line_back);
    if (ImGui::IsKeyPressed(ImGuiKey_E, false)) job.go(Action::to_end);
    if (ImGui::IsKeyPressed(ImGuiKey_F, false)) job.go(Action::to_fault);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) job.interrupt();
  }

  Side side_ = Side::student;
  std::shared_ptr<const device::Stood> seen_, seen_history_;
  std::string file_;
  std::vector<StepLine> lines_;
  std::vector<runner::RegisterName> names_;
  std::vector<runner::LaneRow> rows_;
  std::uint32_t current_ = 0, scroll_to_ = 0;
  WordForm form_ = WordForm::whole;
};

template std::unique_ptr<Pane> make_pane<StepPane>();

}  // namespace warpscope::viewer
