// What warps bring to shared memory in a launch: asked for, there, used. Both sides on one axis
// that begins with the launch.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "viewer/model/labels.h"
#include "viewer/model/per_record.h"
#include "viewer/model/ring_view.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/timeline_plot.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {

class TransfersPane final : public Pane {
 public:
  std::string_view id() const override { return "transfers"; }
  const char* title() const override { return "Transfers"; }
  Place place() const override { return Place::bottom; }

  bool is_shown(const Session& session) const override {
    return std::ranges::any_of(kSides, [&](Side side) {
      const RingLaunches& of = launches(session, side);
      return !of.ids.empty() || !of.problem.empty();
    });
  }

  void draw(PaneContext& context) override {
    const Session& session = context.session;
    TimelinePlot plot;
    plot.records = session.records();
    bool has_any = false;
    std::string problem;
    const std::string* partner_case = nullptr;
    for (const Side side : kSides) {
      Shown& shown = shown_[index(side)];
      const auto* record = session.record(side);
      update(session, side, record, partner_case);
      plot.timelines[index(side)] = &shown.view.timeline;
      plot.titles[index(side)] = side_label(session, side);
      plot.notes[index(side)] = shown.view.note;
      if (!launches(session, side).problem.empty()) problem = launches(session, side).problem;
      if (shown.view.timeline.lanes.empty()) continue;
      has_any = true;
      if (record != nullptr && shown.launch)
        partner_case = case_name_of(*record, record->launches[*shown.launch].case_index);
    }
    if (!problem.empty()) wrapped_text(context.theme.warning, problem);
    if (!has_any) {
      empty_message(context.theme,
                    "What is chosen brings nothing to shared memory, or the clock has not timed "
                    "it. Escape shows the longest launch that does.");
      return;
    }
    draw_words(context);
    if (window_ == last_fit_) fit_all(plot);
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) handle_keys(context, plot);
    ImGui::BeginChild("lanes", {0, 0}, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollWithMouse);
    draw_timeline_plot(plot, window_, context.session.selection(), context.theme, context.fonts);
    ImGui::EndChild();
  }

 private:
  struct Shown {
    unsigned revision = ~0U;
    std::optional<std::uint32_t> launch;
    RingView view;
  };

  const RingLaunches& launches(const Session& session, Side side) const {
    return launches_.get(session.attempt(side), ring_launches);
  }

  void update(const Session& session, Side side, const record::RunRecord* record,
              const std::string* partner_case) {
    Shown& shown = shown_[index(side)];
    const auto wanted = record == nullptr
                            ? std::nullopt
                            : ring_launch(launches(session, side), session.selection(), side,
                                          *record, partner_case);
    const unsigned revision = session.attempt(side).revision();
    if (wanted == shown.launch && revision == shown.revision) return;
    shown.view = wanted ? make_ring_view(*record, *wanted) : RingView{};
    shown.launch = wanted;
    shown.revision = revision;
  }

  void draw_words(const PaneContext& context) const {
    // On a low window the notes in the plot must do.
    constexpr float kEnoughRoom = 420;
    const bool has_room = ImGui::GetContentRegionAvail().y > kEnoughRoom * context.view.scale;
    for (const Side side : kSides) {
      const RingView& view = shown_[index(side)].view;
      if (view.headline.empty() || !has_room) continue;
      wrapped_text(context.theme.of(side), view.headline);
      if (!view.numbers.empty()) wrapped_text(context.theme.text, view.numbers);
    }
    bool is_first = true;
    for (const RingColor& color : ring_colors()) {
      if (!is_first) ImGui::SameLine();
      is_first = false;
      colored_text(phase_color(color.color), "\u25a0");
      ImGui::SameLine(0, 4);
      colored_text(context.theme.muted, color.meaning);
    }
  }

  void fit_all(const TimelinePlot& plot) {
    double end_s = 0;
    for (const auto* timeline : plot.timelines) end_s = std::max(end_s, timeline->end_s);
    window_.fit(0, end_s);
    last_fit_ = window_;
  }

  void handle_keys(PaneContext& context, const TimelinePlot& plot) {
    if (ImGui::GetIO().WantTextInput || ImGui::GetIO().KeyCtrl) return;
    const float step = ImGui::GetIO().DeltaTime;
    const double middle_s = (window_.start_s + window_.end_s) / 2;
    if (ImGui::IsKeyDown(ImGuiKey_W)) window_.zoom(1.0 - 2.0 * step, middle_s);
    if (ImGui::IsKeyDown(ImGuiKey_S)) window_.zoom(1.0 + 2.0 * step, middle_s);
    if (ImGui::IsKeyDown(ImGuiKey_A)) window_.pan(-window_.span_s() * step);
    if (ImGui::IsKeyDown(ImGuiKey_D)) window_.pan(window_.span_s() * step);
    if (ImGui::IsKeyPressed(ImGuiKey_F, false)) fit_all(plot);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) choose_everything(context.session.selection());
  }

  mutable PerRecord<RingLaunches> launches_;
  std::array<Shown, 2> shown_;
  TimeWindow window_;
  TimeWindow last_fit_;  ///< the last one that showed everything
};

template std::unique_ptr<Pane> make_pane<TransfersPane>();

}  // namespace warpscope::viewer
