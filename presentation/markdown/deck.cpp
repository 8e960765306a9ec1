#include "presentation/markdown/deck.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "presentation/markdown/lines.h"

namespace warpscope::markdown {
namespace {

bool is_rule(std::string_view line) {
  line = trimmed(line);
  return line.size() >= 3 && std::ranges::all_of(line, [](char c) { return c == '-'; });
}

/// Takes `{#anchor .class}` off the end of a heading; the anchor, if it names one.
std::optional<std::string> take_attributes(std::string& line) {
  const auto end = line.find_last_not_of(" \t\r");
  if (end == std::string::npos || line[end] != '}') return std::nullopt;
  const auto begin = line.rfind('{', end);
  if (begin == std::string::npos) return std::nullopt;
  const std::string attributes = line.substr(begin + 1, end - begin - 1);
  line.resize(begin);
  if (!attributes.starts_with('#')) return std::nullopt;
  return attributes.substr(1, attributes.find(' ') - 1);
}

std::string anchor_of(std::string_view title) {
  std::string anchor;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '.')
      anchor += static_cast<char>(std::tolower(byte));
    if (c == ' ' || c == '-') anchor += '-';
  }
  return anchor;
}

const Block* first_heading(const Document& document) {
  const auto found = std::ranges::find(document.blocks, Block::Kind::heading, &Block::kind);
  return found == document.blocks.end() ? nullptr : &*found;
}

/// Text of one slide while it is read.
struct Draft {
  std::string body, notes;
  std::optional<std::string> anchor;
};

void finish(Deck& deck, Draft& draft) {
  const bool is_blank = trimmed(draft.body).find_first_not_of("\n") == std::string_view::npos;
  if (!is_blank || !draft.notes.empty()) {
    Slide slide;
    slide.body = parse(draft.body);
    slide.notes = parse(draft.notes);
    if (const auto* heading = first_heading(slide.body)) slide.title = plain_text(heading->spans);
    slide.anchor = draft.anchor.value_or(anchor_of(slide.title));
    if (deck.title.empty()) deck.title = slide.title;
    deck.slides.push_back(std::move(slide));
  }
  draft = {};
}

/// Reads a front matter if there is one and leaves `rest` behind it.
void take_front_matter(std::string_view& rest, Deck& deck) {
  auto after = rest;
  if (!is_rule(next_line(after))) return;
  std::string title;
  while (!after.empty()) {
    const auto line = next_line(after);
    if (is_rule(line) || trimmed(line) == "...") {
      deck.title = title;
      rest = after;
      return;
    }
    if (line.starts_with("title:")) {
      auto value = trimmed(line.substr(6));
      if (value.size() >= 2 && value.front() == value.back() &&
          (value.front() == '"' || value.front() == '\'')) {
        value = value.substr(1, value.size() - 2);
      }
      title = value;
    } else if (!line.empty() && line.find(':') == std::string_view::npos && line.front() != ' ' &&
               line.front() != '-') {
      return;  // no front matter after all: a slide between two rules
    }
  }
}

}  // namespace

Deck parse_deck(std::string_view text) {
  Deck deck;
  take_front_matter(text, deck);
  Draft draft;
  Fence fence;
  bool is_in_notes = false;
  while (!text.empty()) {
    std::string line(next_line(text));
    auto& target = is_in_notes ? draft.notes : draft.body;
    if (fence.takes(line)) {
      target += line + '\n';
      continue;
    }
    const auto bare = trimmed(line);
    if (bare.starts_with(":::")) {
      const auto name = trimmed(bare.substr(std::min(bare.find_first_not_of(':'), bare.size())));
      if (name == "notes" || name == "{.notes}") is_in_notes = true;
      if (name.empty()) is_in_notes = false;
      continue;  // other divisions are shown as their contents
    }
    const bool is_heading = line.starts_with("# ") || line.starts_with("## ");
    if (!is_in_notes && (is_heading || is_rule(line))) {
      finish(deck, draft);
      if (!is_heading) continue;
      draft.anchor = take_attributes(line);
      draft.body += line + '\n';
      continue;
    }
    target += line + '\n';
  }
  finish(deck, draft);
  return deck;
}

std::size_t find_slide(const Deck& deck, std::string_view anchor) {
  const auto found = std::ranges::find(deck.slides, anchor, &Slide::anchor);
  return found == deck.slides.end() ? std::string_view::npos
                                    : static_cast<std::size_t>(found - deck.slides.begin());
}

}  // namespace warpscope::markdown
