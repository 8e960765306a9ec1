#include "viewer/markdown/flow.h"

#include <algorithm>
#include <cfloat>
#include <string_view>
#include <vector>

namespace warpscope::viewer::markdown {
namespace {

constexpr float kLineSpacing = 1.45F;
constexpr float kCodeScale = 0.94F;  // JetBrains Mono looks larger than Inter at the same size

struct Word {
  std::string_view text;
  const Span* span = nullptr;
  ImFont* font = nullptr;
  float size = 0;
  float width = 0;
  float space_before = 0;  ///< dropped at the start of a line
  bool is_break = false;
};

class Flow {
 public:
  Flow(std::span<const Span> spans, const DrawStyle& style, const FlowOptions& options)
      : style_(style), options_(options) {
    for (const auto& span : spans) add(span);
  }

  float unbroken_width() const {
    float widest = 0, width = 0;
    for (const auto& word : words_) {
      if (word.is_break) width = 0;
      width += word.width + (width > 0 ? word.space_before : 0);
      widest = std::max(widest, width);
    }
    return widest;
  }

  void draw() {
    const float available = std::max(ImGui::GetContentRegionAvail().x, options_.size);
    std::size_t begin = 0;
    while (begin < words_.size()) {
      std::size_t end = begin;
      float width = 0;
      while (end < words_.size() && !(words_[end].is_break && end > begin)) {
        const float next = width + (end > begin ? words_[end].space_before : 0) + words_[end].width;
        if (end > begin && next > available) break;
        width = next;
        ++end;
      }
      draw_line(begin, end, available - width);
      begin = end;
    }
  }

 private:
  ImFont* font_of(const Span& span) const {
    const auto& fonts = style_.fonts;
    const bool is_strong = span.is_strong || options_.is_strong;
    if (span.is_code) return is_strong ? fonts.strong_code : fonts.code;
    if (is_strong) return fonts.strong;
    return span.is_emphasised || !span.image.empty() ? fonts.emphasis : fonts.text;
  }

  void add(const Span& span) {
    Word word;
    word.span = &span;
    word.font = font_of(span);
    word.size = span.is_code ? options_.size * kCodeScale : options_.size;
    if (span.is_break) {
      word.is_break = true;
      words_.push_back(word);
      return;
    }
    const float space = word.font->CalcTextSizeA(word.size, FLT_MAX, 0, " ").x;
    std::string_view rest = span.text;
    while (!rest.empty()) {
      const auto spaces = std::min(rest.find_first_not_of(' '), rest.size());
      rest.remove_prefix(spaces);
      word.space_before = (spaces > 0 ? space : 0) + pending_space_;
      pending_space_ = 0;
      if (rest.empty()) {
        pending_space_ = word.space_before;
        break;
      }
      word.text = rest.substr(0, rest.find(' '));
      word.width = word.font
                       ->CalcTextSizeA(word.size, FLT_MAX, 0, word.text.data(),
                                       word.text.data() + word.text.size())
                       .x;
      words_.push_back(word);
      rest.remove_prefix(word.text.size());
    }
  }

  void draw_line(std::size_t begin, std::size_t end, float slack) {
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const float height = options_.size * kLineSpacing;
    float x = origin.x;
    if (options_.alignment == Alignment::right) x += std::max(slack, 0.0F);
    if (options_.alignment == Alignment::center) x += std::max(slack, 0.0F) / 2;
    const float start = x;
    for (std::size_t i = begin; i < end; ++i) {
      const Word& word = words_[i];
      if (word.is_break) continue;
      if (i > begin) {
        draw_gap(words_[i - 1], word, {x, origin.y}, height);
        x += word.space_before;
      }
      draw_word(word, {x, origin.y}, height);
      x += word.width;
    }
    ImGui::SetCursorScreenPos(origin);
    ImGui::Dummy({x - start, height - ImGui::GetStyle().ItemSpacing.y});
  }

  /// Continues background and underline between words of the same code or link.
  void draw_gap(const Word& before, const Word& word, ImVec2 at, float height) const {
    if (before.span != word.span || word.is_break || before.is_break) return;
    if (word.span->is_code) fill_code(at, word.space_before, height, 0);
  }

  void fill_code(ImVec2 at, float width, float height, float margin) const {
    ImGui::GetWindowDrawList()->AddRectFilled({at.x - margin, at.y + height * 0.09F},
                                              {at.x + width + margin, at.y + height * 0.91F},
                                              style_.theme.raised, 3);
  }

  void draw_word(const Word& word, ImVec2 at, float height) {
    auto* list = ImGui::GetWindowDrawList();
    const Span& span = *word.span;
    ImU32 color = options_.color;
    const float top = at.y + (height - word.size) / 2;
    if (span.is_code) fill_code(at, word.width, height, 2);
    if (!span.link.empty()) {
      color = style_.theme.link;
      ImGui::SetCursorScreenPos(at);
      ImGui::PushID(static_cast<const void*>(word.text.data()));
      const bool is_pressed =
          ImGui::InvisibleButton(span.link.c_str(), {std::max(word.width, 1.0F), height});
      ImGui::PopID();
      if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::SetTooltip("%s", span.link.c_str());
      }
      if (is_pressed && style_.on_link) style_.on_link(span.link);
      const float line = top + word.size + 1;
      list->AddLine({at.x, line}, {at.x + word.width, line}, with_alpha(color, 0.6F));
    }
    list->AddText(word.font, word.size, {at.x, top}, color, word.text.data(),
                  word.text.data() + word.text.size());
    if (span.is_struck) {
      const float line = at.y + height / 2;
      list->AddLine({at.x, line}, {at.x + word.width, line}, color);
    }
  }

  const DrawStyle& style_;
  const FlowOptions& options_;
  std::vector<Word> words_;
  float pending_space_ = 0;
};

}  // namespace

void draw_flow(std::span<const Span> spans, const DrawStyle& style, const FlowOptions& options) {
  Flow(spans, style, options).draw();
}

float flow_width(std::span<const Span> spans, const DrawStyle& style, const FlowOptions& options) {
  return Flow(spans, style, options).unbroken_width();
}

}  // namespace warpscope::viewer::markdown
