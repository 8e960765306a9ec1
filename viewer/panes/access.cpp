// The request microscope: one request of a warp at the chosen line, its lanes on sectors and lines
// or on banks, pass by pass; beside it what the other side asks for, or what another index would.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
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
#include "viewer/widgets/widgets.h"

namespace warpscope::viewer {
namespace {

constexpr std::size_t kFormulaLength = 96;
using Buffer = std::array<char, kFormulaLength>;

void fill(Buffer& buffer, const std::string& text) {
  buffer.fill('\0');
  std::memcpy(buffer.data(), text.data(), std::min(text.size(), buffer.size() - 1));
}

/// Lines of a side, as far as the selection covers their launches.
struct Lines {
  unsigned revision = ~0U;
  std::optional<std::string> case_name;
  std::optional<std::uint32_t> launch;
  std::vector<AccessLine> lines;
};

/// What is drawn with a title above it.
struct Panel {
  std::string title, note;
  AccessPicture picture;
  ImU32 color = 0;
};

}  // namespace

class AccessPane final : public Pane {
 public:
  std::string_view id() const override { return "access"; }
  const char* title() const override { return "Access"; }
  Place place() const override { return Place::right; }

  void draw(PaneContext& context) override {
    auto& selection = context.session.selection();
    if (context.session.record(other(selection.side)) != nullptr)
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
    draw_choice(context, lines, line, chosen.has_value());
    draw_request(context, *record, line);
    handle_keys(context, line);
  }

 private:
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
    const Side side = context.session.selection().side;
    source_ = {};
    if (const auto* record = context.session.record(side))
      source_ = std::string(source_text(*record, line.where.file));
    formula_ = formula_of(line.requests[request], {source_, line.where.line});
    edited_ = formula_;
    fill(shape_, formula_.shape);
    fill(index_, formula_.index);
  }

  bool is_edited() const {
    return edited_.index != formula_.index || edited_.shape != formula_.shape ||
           edited_.element_bytes != formula_.element_bytes ||
           edited_.block_width != formula_.block_width;
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
                                            "chosen; shown is the line that takes most.");
  }

  void draw_request(PaneContext& context, const record::RunRecord& record, const AccessLine& line) {
    const record::WarpRequest& request = line.requests[request_];
    const Side side = context.session.selection().side;
    draw_steps(context, record, line);
    std::vector<Panel> panels;
    panels.push_back({side_label(context.session, side),
                      {},
                      make_access_picture(request),
                      context.theme.of(side)});
    if (is_edited()) {
      add_edited(context, request, panels);
    } else {
      add_other_side(context, line, panels);
    }
    const float inset = ImGui::GetFrameHeightWithSpacing() * (problem_.empty() ? 1.0F : 2.0F);
    draw_panels(context, panels, inset);
    draw_inset(context);
  }

  void draw_steps(PaneContext& context, const record::RunRecord& record, const AccessLine& line) {
    const record::WarpRequest& request = line.requests[request_];
    const std::size_t count = line.requests.size();
    ImGui::BeginDisabled(request_ == 0);
    if (ImGui::ArrowButton("previous", ImGuiDir_Left)) go_to(context, line, request_ - 1);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("The request before it (,)");
    ImGui::SameLine(0, 4);
    ImGui::BeginDisabled(request_ + 1 >= count);
    if (ImGui::ArrowButton("next", ImGuiDir_Right)) go_to(context, line, request_ + 1);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("The next request (.)");
    ImGui::SameLine(0, 4);
    ImGui::BeginDisabled(request_ == line.worst);
    if (ImGui::Button("Worst")) go_to(context, line, line.worst);
    ImGui::EndDisabled();
    ImGui::SetItemTooltip("The request with most sectors or passes (M)");
    ImGui::SameLine();
    const record::Launch& launch = record.launches[line.launch];
    const auto* case_name = case_name_of(record, launch.case_index);
    std::string where =
        fmt::format("{} of {} kept: {}, {}, {}", request_ + 1, count, request_kind_text(request),
                    request_place_text(request), record::short_kernel_name(launch.kernel));
    if (case_name != nullptr) where += fmt::format(" in {}", *case_name);
    wrapped_text(context.theme.muted, where);
    ImGui::SetItemTooltip(
        "%s", fmt::format("{} of the launch's blocks were watched for this. Of each kind of access "
                          "at a line the first request, the worst and a few in between are kept.",
                          launch.request_blocks)
                  .c_str());
  }

  void add_edited(const PaneContext& context, const record::WarpRequest& request,
                  std::vector<Panel>& panels) {
    problem_.clear();
    try {
      panels.push_back(
          {"Your index", "computed, not run",
           make_access_picture(request_of(edited_, request, {source_, shown_->where.line})),
           context.theme.link});
    } catch (const std::runtime_error& error) {
      problem_ = error.what();
    }
  }

  void add_other_side(const PaneContext& context, const AccessLine& line,
                      std::vector<Panel>& panels) {
    problem_.clear();
    const Side beside = other(context.session.selection().side);
    const std::vector<AccessLine>& others = lines_[index(beside)].lines;
    const auto found = counterpart(line, request_, others);
    if (!found) return;
    const AccessLine& at = others[found->line];
    panels.push_back({side_label(context.session, beside), short_place(at.where) + "  " + at.text,
                      make_access_picture(at.requests[found->request]), context.theme.of(beside)});
    panels.front().note = short_place(line.where) + "  " + line.text;
  }

  void draw_panels(const PaneContext& context, const std::vector<Panel>& panels, float below) {
    constexpr float kLeastWidth = 330;
    const ImVec2 all = ImGui::GetContentRegionAvail();
    const auto count = static_cast<float>(panels.size());
    const bool are_beside = all.x >= count * kLeastWidth * context.view.scale;
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 size{are_beside ? (all.x - gap * (count - 1)) / count : all.x,
                      std::max((all.y - below) / (are_beside ? 1 : count), 60.0F)};
    std::uint32_t hovered = 0;
    for (std::size_t k = 0; k < panels.size(); ++k) {
      if (k > 0 && are_beside) ImGui::SameLine();
      ImGui::PushID(static_cast<int>(k));
      hovered |= draw_panel(context, panels[k], size);
      ImGui::PopID();
    }
    hovered_ = hovered;
  }

  std::uint32_t draw_panel(const PaneContext& context, const Panel& panel, ImVec2 size) const {
    std::uint32_t hovered = 0;
    if (ImGui::BeginChild("panel", size)) {
      colored_text(panel.color, "\u25a0 " + panel.title);
      if (!panel.note.empty()) {
        ImGui::SameLine();
        colored_text(context.theme.muted, panel.note);
      }
      const bool is_counted = panel.color != context.theme.link;
      wrapped_text(context.theme.text,
                   panel.picture.headline + (is_counted ? "  (exact count)" : ""));
      if (!panel.picture.doubt.empty()) wrapped_text(context.theme.warning, panel.picture.doubt);
      if (!panel.picture.passes.empty() || !panel.picture.lines.empty())
        hovered = draw_access_plot("plot", {&panel.picture, panel.color, hovered_},
                                   ImGui::GetContentRegionAvail(), context.theme, context.fonts);
    }
    ImGui::EndChild();
    return hovered;
  }

  /// The index, editable in place.
  void draw_inset(const PaneContext& context) {
    const float unit = ImGui::GetFontSize();
    ImGui::AlignTextToFramePadding();
    colored_text(context.theme.muted, "array");
    const auto field = [&](const char* name, Buffer& buffer, std::string& text, float width) {
      ImGui::SameLine(0, 6);
      ImGui::SetNextItemWidth(width * unit);
      if (ImGui::InputText(name, buffer.data(), buffer.size())) text = buffer.data();
    };
    field("##shape", shape_, edited_.shape, 6);
    ImGui::SetItemTooltip("Its shape as in C: [32][33]");
    ImGui::SameLine(0, 8);
    colored_text(context.theme.muted, "index");
    field("##index", index_, edited_.index, 14);
    ImGui::SetItemTooltip(
        "[y][x] or one number: of lane, x, y, threadIdx.x, threadIdx.y and numbers, with + - * / "
        "%% "
        "& | ^ << >>. The picture follows.");
    ImGui::SameLine(0, 8);
    ImGui::SetNextItemWidth(5.5F * unit);
    if (ImGui::BeginCombo("##bytes", fmt::format("{} bytes", edited_.element_bytes).c_str())) {
      for (const std::uint32_t bytes : {1U, 2U, 4U, 8U, 16U}) {
        if (ImGui::Selectable(fmt::format("{} bytes", bytes).c_str(),
                              bytes == edited_.element_bytes))
          edited_.element_bytes = bytes;
      }
      ImGui::EndCombo();
    }
    ImGui::SetItemTooltip("Bytes of an element");
    ImGui::SameLine(0, 8);
    ImGui::SetNextItemWidth(5.5F * unit);
    if (ImGui::BeginCombo("##width", fmt::format("x < {}", edited_.block_width).c_str())) {
      for (const std::uint32_t width : {1U, 2U, 4U, 8U, 16U, 32U}) {
        if (ImGui::Selectable(fmt::format("x < {}", width).c_str(), width == edited_.block_width))
          edited_.block_width = width;
      }
      ImGui::EndCombo();
    }
    ImGui::SetItemTooltip("blockDim.x: lane is y * blockDim.x + x in the first warp");
    if (is_edited()) {
      ImGui::SameLine(0, 8);
      if (ImGui::Button("Reset")) {
        edited_ = formula_;
        fill(shape_, formula_.shape);
        fill(index_, formula_.index);
      }
    }
    if (!problem_.empty()) wrapped_text(context.theme.error, problem_);
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
  std::size_t request_ = 0;
  std::string source_;  ///< of the line's file
  AccessFormula formula_, edited_;
  Buffer shape_{}, index_{};
  std::string problem_;        ///< why the formula that was edited gives no picture
  std::uint32_t hovered_ = 0;  ///< lanes, in the last frame
};

template std::unique_ptr<Pane> make_pane<AccessPane>();

}  // namespace warpscope::viewer
