#include <md4c.h>

#include <cstddef>
#include <iterator>
#include <optional>

#include "presentation/markdown/document.h"
#include "presentation/markdown/lines.h"

namespace warpscope::markdown {
namespace {

constexpr std::size_t kMaximumDepth = 64;

std::string text_of(const MD_ATTRIBUTE& attribute) {
  return attribute.text == nullptr ? std::string() : std::string(attribute.text, attribute.size);
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xC0 | (code >> 6));
    put(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
    put(0x80 | (code & 0x3F));
  }
}

/// The character of an entity such as "&lt;" or "&#215;"; unknown ones stay as written.
std::string entity(std::string_view written) {
  struct Named {
    std::string_view name, text;
  };
  static constexpr Named kNamed[] = {
      {"&amp;", "&"},   {"&lt;", "<"},    {"&gt;", ">"},    {"&quot;", "\""},  {"&nbsp;", "\u00a0"},
      {"&times;", "×"}, {"&mdash;", "—"}, {"&ndash;", "–"}, {"&hellip;", "…"}, {"&le;", "≤"},
      {"&ge;", "≥"},    {"&rarr;", "→"},  {"&larr;", "←"},  {"&micro;", "µ"},  {"&middot;", "·"},
  };
  for (const auto& named : kNamed) {
    if (named.name == written) return std::string(named.text);
  }
  if (written.size() > 3 && written[1] == '#') {
    const bool is_hexadecimal = written[2] == 'x' || written[2] == 'X';
    std::uint32_t code = 0;
    for (const char c : written.substr(is_hexadecimal ? 3 : 2)) {
      if (c == ';') break;
      const auto digit = c >= 'a' ? c - 'a' + 10 : c >= 'A' ? c - 'A' + 10 : c - '0';
      code = code * (is_hexadecimal ? 16U : 10U) + static_cast<std::uint32_t>(digit);
      if (code > 0x10FFFF) break;
    }
    std::string out;
    append_utf8(out, code);
    return out;
  }
  return std::string(written);
}

/// Builds the tree from md4c's calls. Blocks under construction form a stack; each is moved into
/// its parent when it ends.
class Builder {
 public:
  Builder() { open_.emplace_back(); }

  void enter(MD_BLOCKTYPE type, void* detail) {
    Block block;
    switch (type) {
      case MD_BLOCK_DOC:
        return;
      case MD_BLOCK_H:
        block.kind = Block::Kind::heading;
        block.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_UL:
        block.kind = Block::Kind::list;
        break;
      case MD_BLOCK_OL:
        block.kind = Block::Kind::list;
        block.is_ordered = true;
        block.first_number = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
        break;
      case MD_BLOCK_LI:
        block.kind = Block::Kind::item;
        break;
      case MD_BLOCK_QUOTE:
        block.kind = Block::Kind::quote;
        break;
      case MD_BLOCK_HR:
        block.kind = Block::Kind::rule;
        break;
      case MD_BLOCK_CODE:
        block.kind = Block::Kind::code;
        block.language = text_of(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang);
        block.information = text_of(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info);
        block.information.erase(0, block.language.size());
        block.information = trimmed(block.information);
        break;
      case MD_BLOCK_TABLE:
        block.kind = Block::Kind::table;
        break;
      case MD_BLOCK_THEAD:
        is_in_header_ = true;
        return;
      case MD_BLOCK_TBODY:
        is_in_header_ = false;
        return;
      case MD_BLOCK_TR:
        block.kind = Block::Kind::row;
        block.is_header = is_in_header_;
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: {
        block.kind = Block::Kind::cell;
        const auto align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
        block.alignment = align == MD_ALIGN_CENTER  ? Alignment::center
                          : align == MD_ALIGN_RIGHT ? Alignment::right
                                                    : Alignment::left;
        break;
      }
      case MD_BLOCK_P:
      case MD_BLOCK_HTML:
        block.kind = Block::Kind::paragraph;
        break;
    }
    ++depth_;
    if (depth_ <= kMaximumDepth) open_.push_back(std::move(block));
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_DOC || type == MD_BLOCK_THEAD || type == MD_BLOCK_TBODY) return;
    --depth_;
    if (depth_ >= kMaximumDepth) return;
    Block block = std::move(open_.back());
    open_.pop_back();
    if (block.kind == Block::Kind::code && block.code.ends_with('\n')) block.code.pop_back();
    open_.back().children.push_back(std::move(block));
  }

  void enter(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_STRONG:
        ++strong_;
        break;
      case MD_SPAN_EM:
        ++emphasised_;
        break;
      case MD_SPAN_DEL:
        ++struck_;
        break;
      case MD_SPAN_CODE:
        ++code_;
        break;
      case MD_SPAN_A:
        links_.push_back(text_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
        break;
      case MD_SPAN_IMG:
        images_.push_back(text_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src));
        break;
      default:
        break;
    }
  }

  void leave(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_STRONG:
        --strong_;
        break;
      case MD_SPAN_EM:
        --emphasised_;
        break;
      case MD_SPAN_DEL:
        --struck_;
        break;
      case MD_SPAN_CODE:
        --code_;
        break;
      case MD_SPAN_A:
        links_.pop_back();
        break;
      case MD_SPAN_IMG:
        images_.pop_back();
        break;
      default:
        break;
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    Block& block = open_.back();
    if (block.kind == Block::Kind::code) {
      block.code += text;
      return;
    }
    switch (type) {
      case MD_TEXT_BR: {
        Span line_break;
        line_break.is_break = true;
        block.spans.push_back(std::move(line_break));
        break;
      }
      case MD_TEXT_SOFTBR:
        add(block, " ");
        break;
      case MD_TEXT_NULLCHAR:
        add(block, "\uFFFD");
        break;
      case MD_TEXT_ENTITY:
        add(block, entity(text));
        break;
      default:
        add(block, text);
    }
  }

  Document take() && { return {std::move(open_.front().children)}; }

 private:
  void add(Block& block, std::string_view text) {
    Span span;
    span.is_strong = strong_ > 0;
    span.is_emphasised = emphasised_ > 0;
    span.is_struck = struck_ > 0;
    span.is_code = code_ > 0;
    if (!links_.empty()) span.link = links_.back();
    if (!images_.empty()) span.image = images_.back();
    if (!block.spans.empty()) {
      Span& last = block.spans.back();
      if (last.is_strong == span.is_strong && last.is_emphasised == span.is_emphasised &&
          last.is_struck == span.is_struck && last.is_code == span.is_code && !last.is_break &&
          last.link == span.link && last.image == span.image) {
        last.text += text;
        return;
      }
    }
    span.text = text;
    block.spans.push_back(std::move(span));
  }

  std::vector<Block> open_;
  std::size_t depth_ = 0;
  bool is_in_header_ = false;
  int strong_ = 0, emphasised_ = 0, struck_ = 0, code_ = 0;
  std::vector<std::string> links_, images_;
};

Builder& builder(void* user) { return *static_cast<Builder*>(user); }

Document parse_common_mark(std::string_view text) {
  MD_PARSER parser{};
  parser.flags =
      MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTML;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
    builder(user).enter(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* user) {
    builder(user).leave(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* piece, MD_SIZE size, void* user) {
    builder(user).text(type, std::string_view(piece, size));
    return 0;
  };
  Builder result;
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &result);
  return std::move(result).take();
}

/// What stands between <summary> and </summary>, when the line begins with <details>.
std::optional<std::string_view> summary_of(std::string_view line) {
  constexpr std::string_view kBegin = "<summary>", kEnd = "</summary>";
  if (!line.starts_with("<details>")) return std::nullopt;
  const auto begin = line.find(kBegin), end = line.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin)
    return std::string_view();
  return line.substr(begin + kBegin.size(), end - begin - kBegin.size());
}

Block details_block(std::string_view summary, std::string_view body) {
  Block block;
  block.kind = Block::Kind::details;
  auto parsed = parse_common_mark(summary);
  if (!parsed.blocks.empty()) block.spans = std::move(parsed.blocks.front().spans);
  block.children = std::move(parse_common_mark(body).blocks);
  return block;
}

}  // namespace

Document parse(std::string_view text) {
  Document document;
  Fence fence;
  std::string pending;
  std::optional<std::string> summary;  // set while inside <details>
  const auto flush = [&] {
    auto blocks = std::move(parse_common_mark(pending).blocks);
    document.blocks.insert(document.blocks.end(), std::make_move_iterator(blocks.begin()),
                           std::make_move_iterator(blocks.end()));
    pending.clear();
  };
  while (!text.empty()) {
    const auto line = next_line(text);
    const bool is_code = fence.takes(line);
    const auto bare = trimmed(line);
    const auto begins = is_code || summary ? std::nullopt : summary_of(bare);
    if (begins) {
      flush();
      summary = *begins;
    } else if (!is_code && summary && bare == "</details>") {
      document.blocks.push_back(details_block(*summary, pending));
      pending.clear();
      summary.reset();
    } else {
      pending.append(line) += '\n';
    }
  }
  if (summary) {
    document.blocks.push_back(details_block(*summary, pending));
  } else {
    flush();
  }
  return document;
}

std::string plain_text(const std::vector<Span>& spans) {
  std::string out;
  for (const auto& span : spans) out += span.is_break ? "\n" : span.text;
  return out;
}

}  // namespace warpscope::markdown
