#include "viewer/markdown/draw.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string_view>

#include "presentation/code_text/tokens.h"
#include "viewer/markdown/flow.h"

namespace warpscope::viewer::markdown {
namespace {

class Painter {
 public:
  explicit Painter(const DrawStyle& style)
      : style_(style), size_(ImGui::GetFontSize() * style.size) {}

  void blocks(const std::vector<Block>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) {
        const bool continues_details =
            all[i].kind == Block::Kind::details && all[i - 1].kind == Block::Kind::details;
        gap(all[i].kind == Block::Kind::heading ? 0.9F : continues_details ? 0.1F : 0.5F);
      }
      ImGui::PushID(static_cast<int>(i));
      block(all[i]);
      ImGui::PopID();
    }
  }

 private:
  void gap(float lines) const {
    ImGui::Dummy({0, size_ * lines - ImGui::GetStyle().ItemSpacing.y});
  }

  void block(const Block& it) {
    switch (it.kind) {
      case Block::Kind::heading:
        heading(it);
        break;
      case Block::Kind::paragraph:
        flow(it.spans);
        break;
      case Block::Kind::list:
        list(it);
        break;
      case Block::Kind::code:
        if (it.language == "figure" && style_.figures != nullptr) {
          style_.figures->draw(it, style_.theme, style_.fonts, size_);
        } else {
          code(it);
        }
        break;
      case Block::Kind::table:
        table(it);
        break;
      case Block::Kind::quote:
        quote(it);
        break;
      case Block::Kind::details:
        details(it);
        break;
      case Block::Kind::rule:
        rule();
        break;
      case Block::Kind::item:
      case Block::Kind::row:
      case Block::Kind::cell:
        blocks(it.children);
        break;
    }
  }

  void flow(const std::vector<Span>& spans, FlowOptions options = {}) const {
    if (options.size == 0) options.size = size_;
    if (options.color == 0) options.color = style_.theme.text;
    draw_flow(spans, style_, options);
  }

  void heading(const Block& it) const {
    constexpr std::array kSizes{1.7F, 1.4F, 1.15F, 1.05F, 1.0F, 1.0F};
    FlowOptions options;
    options.size = size_ * kSizes[static_cast<std::size_t>(std::clamp(it.level, 1, 6) - 1)];
    options.is_strong = true;
    flow(it.spans, options);
  }

  void list(const Block& it) {
    unsigned number = it.first_number;
    for (std::size_t i = 0; i < it.children.size(); ++i) {
      const Block& item = it.children[i];
      const bool is_loose = item.spans.empty();
      if (i > 0) gap(is_loose ? 0.4F : 0.12F);
      ImGui::PushID(static_cast<int>(i));
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float indent = size_ * (it.is_ordered ? 1.8F : 1.3F);
      auto* draw_list = ImGui::GetWindowDrawList();
      const float middle = at.y + size_ * 1.45F / 2;
      if (it.is_ordered) {
        const std::string label = std::to_string(number++) + ".";
        draw_list->AddText(style_.fonts.text, size_, {at.x, middle - size_ / 2}, style_.theme.muted,
                           label.c_str());
      } else {
        draw_list->AddCircleFilled({at.x + size_ * 0.5F, middle}, size_ * 0.16F,
                                   style_.theme.muted);
      }
      ImGui::Indent(indent);
      if (!item.spans.empty()) flow(item.spans);
      if (!item.spans.empty() && !item.children.empty()) gap(0.15F);
      blocks(item.children);
      ImGui::Unindent(indent);
      ImGui::PopID();
    }
  }

  void rule() const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::GetWindowDrawList()->AddLine(at, {at.x + width, at.y}, style_.theme.border);
    ImGui::Dummy({width, 1});
  }

  void quote(const Block& it) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Indent(size_);
    blocks(it.children);
    ImGui::Unindent(size_);
    const float bottom = ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y}, {at.x + 3, bottom},
                                              style_.theme.border);
  }

  void details(const Block& it) {
    std::string summary = plain_text(it.spans);
    if (summary.empty()) summary = "Details";
    ImGui::PushStyleColor(ImGuiCol_Text, style_.theme.link);
    const bool is_open = ImGui::TreeNodeEx(summary.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen);
    ImGui::PopStyleColor();
    if (!is_open) return;
    ImGui::Indent(size_ * 1.3F);
    blocks(it.children);
    ImGui::Unindent(size_ * 1.3F);
  }

  ImU32 color(code_text::TokenKind kind) const {
    const Theme& theme = style_.theme;
    switch (kind) {
      case code_text::TokenKind::keyword:
        return theme.keyword;
      case code_text::TokenKind::type:
        return theme.type;
      case code_text::TokenKind::number:
        return theme.number;
      case code_text::TokenKind::string:
        return theme.string;
      case code_text::TokenKind::comment:
        return theme.comment;
      case code_text::TokenKind::preprocessor:
        return theme.preprocessor;
      case code_text::TokenKind::plain:
        break;
    }
    return theme.text;
  }

  /// Code is never broken: the font shrinks until the longest line fits, down to what one can read.
  void code(const Block& it) const {
    ImFont* font = style_.fonts.code;
    const float padding = size_ * 0.6F;
    const float available = ImGui::GetContentRegionAvail().x - 2 * padding;
    float size = size_ * 0.92F;
    const float widest = font->CalcTextSizeA(size, FLT_MAX, 0, it.code.c_str()).x;
    if (widest > available && widest > 0) size = std::max(size * available / widest, size * 0.7F);
    const auto lines = static_cast<float>(1 + std::ranges::count(it.code, '\n'));
    const float line_height = size * 1.4F;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 extent{ImGui::GetContentRegionAvail().x, lines * line_height + 2 * padding * 0.8F};
    auto* list = ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + extent.x, at.y + extent.y};
    list->AddRectFilled(at, end, style_.theme.raised, 5);
    list->PushClipRect(at, end, true);
    const bool is_cpp = code_text::is_cpp(it.language);
    bool is_in_comment = false;
    std::string_view rest = it.code;
    for (float y = at.y + padding * 0.8F; y < end.y; y += line_height) {
      const auto line = rest.substr(0, rest.find('\n'));
      float x = at.x + padding;
      const auto pieces = is_cpp
                              ? code_text::tokens(line, is_in_comment)
                              : std::vector<code_text::Token>{{line, code_text::TokenKind::plain}};
      for (const auto& piece : pieces) {
        const char* from = piece.text.data();
        const char* to = from + piece.text.size();
        list->AddText(font, size, {x, y + (line_height - size) / 2}, color(piece.kind), from, to);
        x += font->CalcTextSizeA(size, FLT_MAX, 0, from, to).x;
      }
      if (line.size() >= rest.size()) break;
      rest.remove_prefix(line.size() + 1);
    }
    list->PopClipRect();
    ImGui::Dummy(extent);
  }

  void table(const Block& it) const {
    std::size_t columns = 0;
    for (const auto& row : it.children) columns = std::max(columns, row.children.size());
    if (columns == 0 || columns > 64) return;
    std::vector<float> widths(columns, size_);
    for (const auto& row : it.children) {
      for (std::size_t i = 0; i < row.children.size(); ++i) {
        widths[i] = std::max(widths[i], flow_width(row.children[i].spans, style_,
                                                   cell_options(row, row.children[i])));
      }
    }
    float total = 0;
    for (const float width : widths) total += width + 2 * size_ * 0.6F;
    const bool fits = total < ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {size_ * 0.55F, size_ * 0.18F});
    const auto flags = ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_BordersOuterH |
                       ImGuiTableFlags_PadOuterX |
                       (fits ? ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX
                             : ImGuiTableFlags_SizingStretchProp);
    if (ImGui::BeginTable("table", static_cast<int>(columns), flags)) {
      for (const float width : widths) {
        ImGui::TableSetupColumn(
            "", fits ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
            width + 1);
      }
      for (const auto& row : it.children) {
        ImGui::TableNextRow();
        if (row.is_header) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, style_.theme.raised);
        for (std::size_t i = 0; i < row.children.size(); ++i) {
          ImGui::TableSetColumnIndex(static_cast<int>(i));
          flow(row.children[i].spans, cell_options(row, row.children[i]));
        }
      }
      ImGui::EndTable();
    }
    ImGui::PopStyleVar();
  }

  FlowOptions cell_options(const Block& row, const Block& cell) const {
    FlowOptions options;
    options.size = size_;
    options.is_strong = row.is_header;
    options.alignment = cell.alignment;
    return options;
  }

  const DrawStyle& style_;
  float size_;
};

}  // namespace

void draw(const Document& document, const DrawStyle& style) {
  Painter(style).blocks(document.blocks);
  // Lines are set without the spacing of items; the last one needs it back.
  ImGui::Dummy({0, ImGui::GetStyle().ItemSpacing.y});
}

}  // namespace warpscope::viewer::markdown
