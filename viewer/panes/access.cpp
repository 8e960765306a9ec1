// The request microscope: one request of a warp at the chosen line, its lanes on sectors and lines
// or on banks, pass by pass; beside it what the other side asks for, or what another index would.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "record/kernel_name.h"
#include "record/names.h"
#include "viewer/model/access_formula.h"
#include "viewer/model/access_lines.h"
#include "viewer/model/access_picture.h"
#include "viewer/model/labels.h"
#include "viewer/panes/make_pane.h"
#include "viewer/plots/access_plot.h"
#include "viewer/widgets/formula_fields.h"
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr float kStepsWidth = 115;  // of the buttons, in pixels at scale 1

}  // namespace

class AccessPane final : public Pane {
 public:
  std::string_view id() const override { return "access"; }
  const char* title() const override { return "Access"; }
  Place place() const override { return Place::right; }

  void draw(PaneContext& context) override {
    auto& selection = context.session.selection();
    const bool has_other = context.session.record(other(selection.side)) != nullptr;
    if (has_other)
      selection.side = choose_side("side", selection.side, context.session, context.theme);
    const Side side = selection.side;
    const auto* record = context.session.record(side);
    if (record == nullptr) {
      empty_message(context.theme, absence_of(context.session, side));
      return;
    }
    for (const Side each : kSides) update(context.session, each);
    const std::vector<AccessLine>& lines = lines_[index(side)].lines;
    if (lines.empty()) {
      empty_message(context.theme, why_no_requests(*record));
      handle_escape(context);
      return;
    }
    const auto chosen = selection.line ? find_line(lines, *selection.line) : std::nullopt;
    const AccessLine& line = lines[chosen.value_or(*worst_line(lines))];
    follow(context, line);
    if (has_other) go_on_if_room(kStepsWidth * context.view.scale);
    draw_steps(context, line);
    draw_choice(context, lines, line, chosen.has_value());
    draw_request(context, *record, line);
    handle_keys(context, line);
  }

 private:
  /// Lines of a side, as far as the selection covers their launches.
  struct Lines {
    unsigned revision = ~0U;
    std::optional<std::string> case_name;
    std::optional<std::uint32_t> launch;
    std::vector<AccessLine> lines;
  };

  /// A picture, and whose it is.
  struct Panel {
    std::optional<Side> side;  ///< nothing: of the index that is edited
    std::string note;
    AccessPicture picture;
  };

  void update(const Session& session, Side side) {
    Lines& lines = lines_[index(side)];
    const Selection& selection = session.selection();
    const unsigned revision = session.attempt(side).revision();
    const bool is_same = lines.revision == revision && lines.case_name == selection.case_name &&
                         lines.launch == selection.launch(side);
    if (is_same) return;
    const auto* record = session.record(side);
    lines = {
        revision, selection.case_name, selection.launch(side),
        record == nullptr ? std::vector<AccessLine>() : access_lines(*record, selection, side)};
    shown_.reset();
  }

  /// Another line begins at its worst request, with a formula of its own.
  void follow(const PaneContext& context, const AccessLine& line) {
    const Shown wanted{context.session.selection().side, line.where, line.launch};
    if (shown_ != wanted) {
      shown_ = wanted;
      go_to(context, line, line.worst);
    }
  }

  void go_to(const PaneContext& context, const AccessLine& line, std::size_t request) {
    request_ = request;
    drawn_.reset();
    const Selection& selection = context.session.selection();
    source_ = {};
    beside_.reset();
    if (const auto* record = context.session.record(selection.side)) {
      source_ = std::string(source_text(*record, line.where.file));
      const Side there = other(selection.side);
      if (const auto* record_there = context.session.record(there))
        beside_ = beside(line, request, *record, *record_there, selection, there);
    }
    fields_.begin(formula_of(line.requests[request], {source_, line.where.line}));
  }

  void draw_choice(PaneContext& context, const std::vector<AccessLine>& lines,
                   const AccessLine& line, bool is_chosen) {
    const auto label = [](const AccessLine& of) {
      return fmt::format("{}  {}", short_place(of.where), of.text);
    };
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##line", label(line).c_str())) {
      for (const AccessLine& each : lines) {
        if (ImGui::Selectable(label(each).c_str(), &each == &line))
          context.session.selection().jump_to(context.session.selection().side, each.where);
      }
      ImGui::EndCombo();
    }
    ImGui::SetItemTooltip(
        "Lines whose requests were kept. A click on a line of the source chooses it, too.");
    const auto& wanted = context.session.selection().line;
    if (wanted && !is_chosen)
      wrapped_text(context.theme.muted, short_place(*wanted) +
                                            " asks nothing of global or shared memory in what is "
                                            "chosen; shown is the line with the worst request.");
  }

  void draw_request(PaneContext& context, const record::RunRecord& record, const AccessLine& line) {
    draw_place(context, record, line);
    if (drawn_ != fields_.formula()) lay_out(context.session.selection().side, line);
    draw_panels(context, fields_.height(problem_));
    fields_.draw(context.theme, problem_);
  }

  void draw_steps(const PaneContext& context, const AccessLine& line) {
    ImGui::BeginDisabled(request_ == 0);
    if (ImGui::ArrowButton("previous", ImGuiDir_Left)) go_to(context, line, request_ - 1);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("The request before it (,)");
    ImGui::SameLine(0, 4);
    ImGui::BeginDisabled(request_ + 1 >= line.requests.size());
    if (ImGui::ArrowButton("next", ImGuiDir_Right)) go_to(context, line, request_ + 1);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("The next request (.)");
    ImGui::SameLine(0, 4);
    ImGui::BeginDisabled(request_ == line.worst);
    if (ImGui::Button("Worst")) go_to(context, line, line.worst);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip(
        "The request that takes the most times the fewest sectors or passes it could (M)");
  }

  /// Which of the line's requests it is, and below it what stands beside it.
  void draw_place(const PaneContext& context, const record::RunRecord& record,
                  const AccessLine& line) const {
    const record::WarpRequest& request = line.requests[request_];
    const record::Launch& launch = record.launches[line.launch];
    ImGui::PushFont(nullptr, kSmallSize);
    wrapped_text(context.theme.muted,
                 fmt::format("{} of {}: {}, {}; {}", request_ + 1, line.requests.size(),
                             request_kind_text(request), request_place_text(request),
                             launch_place(record, line.launch)));
    ImGui::SetItemTooltip(
        "%s",
        fmt::format("{}\nOf each kind of access at a line the first request, the worst and a few "
                    "in between are kept; {} of the launch's blocks were watched for them.",
                    record::short_kernel_name(launch.kernel), launch.request_blocks)
            .c_str());
    const Side there = other(context.session.selection().side);
    const auto* record_there = context.session.record(there);
    if (beside_ && record_there != nullptr && !fields_.is_edited())
      wrapped_text(context.theme.muted,
                   fmt::format("{}: {}; {}", side_label(context.session, there),
                               request_place_text(beside_->line.requests[beside_->request]),
                               launch_place(*record_there, beside_->line.launch)));
    ImGui::PopFont();
  }

  /// Makes the pictures, which stay until another request or another formula is shown.
  void lay_out(Side side, const AccessLine& line) {
    const record::WarpRequest& request = line.requests[request_];
    drawn_ = fields_.formula();
    problem_.clear();
    panels_.clear();
    panels_.push_back({side, {}, make_access_picture(request)});
    if (fields_.is_edited()) {
      add_edited(request, line.where.line);
    } else if (beside_) {
      const AccessLine& there = beside_->line;
      panels_.push_back({other(side), short_place(there.where) + "  " + there.text,
                         make_access_picture(there.requests[beside_->request])});
    }
  }

  void add_edited(const record::WarpRequest& request, std::uint32_t line) {
    const AccessFormula& formula = fields_.formula();
    try {
      panels_.push_back({std::nullopt, formula.shape + "  " + formula.index,
                         make_access_picture(request_of(formula, request, {source_, line}))});
    } catch (const std::runtime_error& error) {
      problem_ = error.what();
    }
  }

  void draw_panels(const PaneContext& context, float below) {
    constexpr float kLeastWidth = 330;
    const ImVec2 all = ImGui::GetContentRegionAvail();
    const auto count = static_cast<float>(panels_.size());
    const bool are_beside = all.x >= count * kLeastWidth * context.view.scale;
    const float width =
        are_beside ? (all.x - ImGui::GetStyle().ItemSpacing.x * (count - 1)) / count : all.x;
    const float gaps = are_beside ? 0 : ImGui::GetStyle().ItemSpacing.y * (count - 1);
    const std::vector<float> heights = heights_of(panels_, width, all.y - below - gaps, are_beside);
    std::uint32_t hovered = 0;
    for (std::size_t k = 0; k < panels_.size(); ++k) {
      if (k > 0 && are_beside) ImGui::SameLine();
      ImGui::PushID(static_cast<int>(k));
      hovered |= draw_panel(context, panels_[k], {width, heights[k]});
      ImGui::PopID();
    }
    hovered_ = hovered;
  }

  /// Each has its words and a few rows, whatever the window's height; panels below each other share
  /// what is left by their rows.
  static std::vector<float> heights_of(const std::vector<Panel>& panels, float width, float height,
                                       bool are_beside) {
    const float least_plot = 56 * ImGui::GetStyle().FontScaleMain;
    std::vector<float> heights, more;
    float all = 0, all_more = 0;
    for (const Panel& panel : panels) {
      const float plot = access_plot_height(panel.picture), least = std::min(plot, least_plot);
      heights.push_back(words_of(panel, width) + least);
      more.push_back(plot - least);
      all += heights.back();
      all_more += more.back();
    }
    for (std::size_t k = 0; k < panels.size(); ++k) {
      if (are_beside) {
        heights[k] = std::max(height, heights[k]);
      } else if (all_more > 0) {
        heights[k] += std::clamp((height - all) / all_more, 0.0F, 1.0F) * more[k];
      }
    }
    return heights;
  }

  /// The height of what stands above the rows.
  static float words_of(const Panel& panel, float width) {
    float height = ImGui::GetTextLineHeightWithSpacing();
    ImGui::PushFont(nullptr, kSmallSize);
    for (const std::string* text :
         {&panel.picture.headline, &panel.picture.note, &panel.picture.doubt}) {
      if (!text->empty())
        height += ImGui::CalcTextSize(text->c_str(), nullptr, false, width).y +
                  ImGui::GetStyle().ItemSpacing.y;
    }
    ImGui::PopFont();
    return height;
  }

  std::uint32_t draw_panel(const PaneContext& context, const Panel& panel, ImVec2 size) const {
    std::uint32_t hovered = 0;
    if (ImGui::BeginChild("panel", size, ImGuiChildFlags_None, ImGuiWindowFlags_NoScrollbar)) {
      const ImU32 color = panel.side ? context.theme.of(*panel.side) : context.theme.muted;
      colored_text(color, "\u25a0 " + (panel.side ? side_label(context.session, *panel.side)
                                                  : std::string("Your index")));
      if (!panel.note.empty()) ImGui::SetItemTooltip("%s", panel.note.c_str());
      ImGui::SameLine();
      colored_text(context.theme.muted,
                   array_label(panel.picture.request) +
                       (panel.side ? ", exact count" : ", computed and not run"));
      ImGui::PushFont(nullptr, kSmallSize);
      wrapped_text(context.theme.text, panel.picture.headline);
      if (!panel.picture.note.empty()) wrapped_text(context.theme.muted, panel.picture.note);
      if (!panel.picture.doubt.empty()) wrapped_text(context.theme.warning, panel.picture.doubt);
      ImGui::PopFont();
      if (!panel.picture.passes.empty() || !panel.picture.lines.empty())
        hovered = draw_access_plot("plot", {&panel.picture, color, hovered_},
                                   ImGui::GetContentRegionAvail(), context.theme, context.fonts);
    }
    ImGui::EndChild();
    return hovered;
  }

  static void handle_escape(PaneContext& context) {
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && !ImGui::GetIO().WantTextInput &&
        ImGui::IsKeyPressed(ImGuiKey_Escape, false))
      choose_everything(context.session.selection());
  }

  void handle_keys(PaneContext& context, const AccessLine& line) {
    if (!ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) || ImGui::GetIO().WantTextInput ||
        ImGui::GetIO().KeyCtrl)
      return;
    if (ImGui::IsKeyPressed(ImGuiKey_Comma) && request_ > 0) go_to(context, line, request_ - 1);
    if (ImGui::IsKeyPressed(ImGuiKey_Period) && request_ + 1 < line.requests.size())
      go_to(context, line, request_ + 1);
    if (ImGui::IsKeyPressed(ImGuiKey_M, false)) go_to(context, line, line.worst);
    handle_escape(context);
  }

  struct Shown {
    Side side = Side::student;
    record::SourceLine where;
    std::uint32_t launch = 0;
    bool operator==(const Shown&) const = default;
  };

  std::array<Lines, 2> lines_;
  std::optional<Shown> shown_;
  std::optional<Beside> beside_;  ///< the other side's, at request_
  std::size_t request_ = 0;
  std::string source_;  ///< of the line's file
  FormulaFields fields_;
  std::optional<AccessFormula> drawn_;  ///< that panels_ are made with
  std::vector<Panel> panels_;
  std::string problem_;        ///< why the formula that was edited gives no picture
  std::uint32_t hovered_ = 0;  ///< lanes, in the last frame
};

template std::unique_ptr<Pane> make_pane<AccessPane>();

}  // namespace warpscope::viewer
