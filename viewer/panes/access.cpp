// The request microscope: one request of a warp at the chosen line, its lanes on sectors and lines
// or on banks, pass by pass; beside it what the other side asks for, or what another index would.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <initializer_list>
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
    if (has_other) ImGui::SameLine();
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

  /// What is drawn with a title above it.
  struct Panel {
    std::string title, note;
    AccessPicture picture;
    ImU32 color = 0;
    bool is_counted = true;
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
    draw_place(context, record, line);
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
    draw_panels(context, panels, inset_height());
    draw_inset(context);
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
    ImGui::SetItemTooltip("The request with most sectors or passes (M)");
  }

  /// Which of the line's requests it is.
  void draw_place(const PaneContext& context, const record::RunRecord& record,
                  const AccessLine& line) const {
    const record::WarpRequest& request = line.requests[request_];
    const record::Launch& launch = record.launches[line.launch];
    const auto* case_name = case_name_of(record, launch.case_index);
    ImGui::PushFont(nullptr, kSmallSize);
    wrapped_text(context.theme.muted,
                 fmt::format("{} of {}: {}, {}", request_ + 1, line.requests.size(),
                             request_kind_text(request), request_place_text(request)));
    ImGui::PopFont();
    ImGui::SetItemTooltip(
        "%s",
        fmt::format("{}{}{}, launch {}\nOf each kind of access at a line the first request, "
                    "the worst and a few in between are kept; {} of the launch's blocks were "
                    "watched for them.",
                    record::short_kernel_name(launch.kernel), case_name == nullptr ? "" : " in ",
                    case_name == nullptr ? "" : *case_name, launch.id, launch.request_blocks)
            .c_str());
  }

  void add_edited(const PaneContext& context, const record::WarpRequest& request,
                  std::vector<Panel>& panels) {
    problem_.clear();
    try {
      panels.push_back(
          {"Your index", edited_.shape + "  " + edited_.index,
           make_access_picture(request_of(edited_, request, {source_, shown_->where.line})),
           context.theme.link, false});
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
  }

  void draw_panels(const PaneContext& context, const std::vector<Panel>& panels, float below) {
    constexpr float kLeastWidth = 330;
    const ImVec2 all = ImGui::GetContentRegionAvail();
    const auto count = static_cast<float>(panels.size());
    const bool are_beside = all.x >= count * kLeastWidth * context.view.scale;
    const float width =
        are_beside ? (all.x - ImGui::GetStyle().ItemSpacing.x * (count - 1)) / count : all.x;
    const float height =
        all.y - below - (are_beside ? 0 : ImGui::GetStyle().ItemSpacing.y * (count - 1));
    std::uint32_t hovered = 0;
    for (std::size_t k = 0; k < panels.size(); ++k) {
      if (k > 0 && are_beside) ImGui::SameLine();
      const float share = are_beside ? 1 : share_of(panels, k, height);
      ImGui::PushID(static_cast<int>(k));
      hovered |= draw_panel(context, panels[k], {width, std::max(height * share, 60.0F)});
      ImGui::PopID();
    }
    hovered_ = hovered;
  }

  /// Of the height, what panels below each other get: more where there are more rows.
  static float share_of(const std::vector<Panel>& panels, std::size_t which, float height) {
    float all = 0, all_words = 0;
    for (const Panel& panel : panels) {
      all += words_of(panel) + access_plot_height(panel.picture);
      all_words += words_of(panel);
    }
    const float words = words_of(panels[which]), rows = access_plot_height(panels[which].picture);
    if (all <= height) return (words + rows) / height;
    // All have their words; rows share what is left.
    return (words + std::max(height - all_words, 0.0F) * rows / (all - all_words)) / height;
  }

  /// The height of what stands above the rows.
  static float words_of(const Panel& panel) {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    return line * (panel.picture.doubt.empty() ? 2.1F : 5.0F);
  }

  std::uint32_t draw_panel(const PaneContext& context, const Panel& panel, ImVec2 size) const {
    std::uint32_t hovered = 0;
    if (ImGui::BeginChild("panel", size)) {
      colored_text(panel.color, "\u25a0 " + panel.title);
      if (!panel.note.empty()) ImGui::SetItemTooltip("%s", panel.note.c_str());
      ImGui::SameLine();
      colored_text(context.theme.muted,
                   array_label(panel.picture.request) +
                       (panel.is_counted ? ", exact count" : ", computed and not run"));
      ImGui::PushFont(nullptr, kSmallSize);
      wrapped_text(context.theme.text, panel.picture.headline);
      if (!panel.picture.doubt.empty()) wrapped_text(context.theme.warning, panel.picture.doubt);
      ImGui::PopFont();
      if (!panel.picture.passes.empty() || !panel.picture.lines.empty())
        hovered = draw_access_plot("plot", {&panel.picture, panel.color, hovered_},
                                   ImGui::GetContentRegionAvail(), context.theme, context.fonts);
    }
    ImGui::EndChild();
    return hovered;
  }

  /// Of the rows of draw_inset().
  float inset_height() const {
    const float rows = problem_.empty() ? 2 : 4;
    return rows * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y;
  }

  /// The index, editable in place.
  void draw_inset(const PaneContext& context) {
    const float unit = ImGui::GetFontSize();
    const auto label = [&](const char* text) {
      ImGui::AlignTextToFramePadding();
      colored_text(context.theme.muted, text);
      ImGui::SameLine(0, 6);
    };
    const auto choice = [&](const char* name, const char* form, std::uint32_t& value,
                            std::initializer_list<std::uint32_t> values) {
      ImGui::SetNextItemWidth(5.2F * unit);
      if (!ImGui::BeginCombo(name, fmt::format(fmt::runtime(form), value).c_str())) return;
      for (const std::uint32_t each : values) {
        if (ImGui::Selectable(fmt::format(fmt::runtime(form), each).c_str(), each == value))
          value = each;
      }
      ImGui::EndCombo();
    };
    label("index");
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##index", index_.data(), index_.size())) edited_.index = index_.data();
    ImGui::SetItemTooltip(
        "[y][x] or one number, of lane, x, y, threadIdx.x, threadIdx.y and numbers, with\n"
        "+ - * / %% & | ^ << >> and parentheses. The picture is drawn at once.");
    label("array");
    ImGui::SetNextItemWidth(4.6F * unit);
    if (ImGui::InputText("##shape", shape_.data(), shape_.size())) edited_.shape = shape_.data();
    ImGui::SetItemTooltip("Its shape as in C: [32][33]");
    ImGui::SameLine(0, 6);
    choice("##bytes", "{} bytes", edited_.element_bytes, {1, 2, 4, 8, 16});
    ImGui::SetItemTooltip("Bytes of an element");
    ImGui::SameLine(0, 6);
    choice("##width", "x < {}", edited_.block_width, {1, 2, 4, 8, 16, 32});
    ImGui::SetItemTooltip("blockDim.x: lanes count along x first, then along y");
    ImGui::SameLine(0, 6);
    ImGui::BeginDisabled(!is_edited());
    if (ImGui::Button("Reset")) {
      edited_ = formula_;
      fill(shape_, formula_.shape);
      fill(index_, formula_.index);
    }
    ImGui::EndDisabled();
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
