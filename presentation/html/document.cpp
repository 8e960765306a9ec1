#include "presentation/html/document.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/html_text.h"
#include "presentation/code_text/tokens.h"
#include "presentation/figures/figure.h"
#include "presentation/figures/svg.h"

namespace warpscope::presentation {
namespace {

namespace fs = std::filesystem;

using markdown::Alignment;
using markdown::Block;
using markdown::Span;

/// Where a link leads from this page; empty when nowhere.
std::string target_of(const std::string& link) {
  if (link.starts_with("https://") || link.starts_with("http://")) return link;
  const auto hash = link.find('#');
  const bool has_scheme = link.find(':') != std::string::npos;
  return hash == std::string::npos || has_scheme ? std::string() : link.substr(hash);
}

std::string within(const char* tag, const std::string& text) {
  return fmt::format("<{0}>{1}</{0}>", tag, text);
}

std::string span_html(const Span& span) {
  if (span.is_break) return "<br>";
  auto text = escaped_html(span.text);
  if (span.is_code) text = within("code", text);
  if (span.is_strong) text = within("strong", text);
  if (span.is_emphasised || !span.image.empty()) text = within("em", text);
  if (span.is_struck) text = within("del", text);
  if (const auto target = target_of(span.link); !target.empty())
    text = fmt::format("<a href=\"{}\">{}</a>", escaped_html(target), text);
  return text;
}

std::string spans_html(const std::vector<Span>& spans) {
  std::string text;
  for (const auto& span : spans) text += span_html(span);
  return text;
}

const char* class_of(code_text::TokenKind kind) {
  using Kind = code_text::TokenKind;
  switch (kind) {
    case Kind::keyword:
      return "keyword";
    case Kind::type:
      return "type";
    case Kind::number:
      return "number";
    case Kind::string:
      return "string";
    case Kind::comment:
      return "comment";
    case Kind::preprocessor:
      return "preprocessor";
    case Kind::plain:
      break;
  }
  return nullptr;
}

std::string code_html(const Block& block) {
  if (!code_text::is_cpp(block.language))
    return within("pre", within("code", escaped_html(block.code))) + '\n';
  std::string text;
  bool is_in_comment = false;
  std::string_view rest = block.code;
  while (true) {
    const auto line = rest.substr(0, rest.find('\n'));
    for (const auto& token : code_text::tokens(line, is_in_comment)) {
      const auto* name = class_of(token.kind);
      const auto piece = escaped_html(token.text);
      text += name == nullptr ? piece : fmt::format("<span class=\"{}\">{}</span>", name, piece);
    }
    if (line.size() == rest.size()) break;
    text += '\n';
    rest.remove_prefix(line.size() + 1);
  }
  return within("pre", within("code", text)) + '\n';
}

std::string figure_html(const Block& block, const fs::path& kept_folder) {
  const auto drawing = figures::Figure(block.information, block.code, kept_folder).draw();
  return fmt::format("<figure>\n{}<figcaption>{}</figcaption></figure>\n", figures::svg(drawing),
                     escaped_html(drawing.caption));
}

std::string blocks_html(const std::vector<Block>& blocks, const fs::path& kept_folder);

std::string cell_html(const Block& cell, bool is_header) {
  const char* align = cell.alignment == Alignment::right    ? " class=\"right\""
                      : cell.alignment == Alignment::center ? " class=\"center\""
                                                            : "";
  return fmt::format("<{0}{1}>{2}</{0}>", is_header ? "th" : "td", align, spans_html(cell.spans));
}

std::string table_html(const Block& table) {
  std::string text = "<table>\n";
  for (const auto& row : table.children) {
    std::string cells;
    for (const auto& cell : row.children) cells += cell_html(cell, row.is_header);
    text += within("tr", cells) + '\n';
  }
  return text + "</table>\n";
}

std::string list_html(const Block& list, const fs::path& kept_folder) {
  std::string items;
  for (const auto& item : list.children)
    items += within("li", spans_html(item.spans) + blocks_html(item.children, kept_folder)) + '\n';
  if (!list.is_ordered) return within("ul", items);
  return fmt::format("<ol start=\"{}\">{}</ol>\n", list.first_number, items);
}

std::string block_html(const Block& block, const fs::path& kept_folder) {
  switch (block.kind) {
    case Block::Kind::heading:
      return fmt::format("<h{0}>{1}</h{0}>\n", block.level, spans_html(block.spans));
    case Block::Kind::paragraph:
      return within("p", spans_html(block.spans)) + '\n';
    case Block::Kind::list:
      return list_html(block, kept_folder);
    case Block::Kind::code:
      return block.language == "figure" ? figure_html(block, kept_folder) : code_html(block);
    case Block::Kind::table:
      return table_html(block);
    case Block::Kind::quote:
      return within("blockquote", blocks_html(block.children, kept_folder)) + '\n';
    case Block::Kind::details:
      return within("details", within("summary", spans_html(block.spans)) +
                                   blocks_html(block.children, kept_folder)) +
             '\n';
    case Block::Kind::rule:
      return "<hr>\n";
    case Block::Kind::item:
    case Block::Kind::row:
    case Block::Kind::cell:
      break;
  }
  return spans_html(block.spans) + blocks_html(block.children, kept_folder);
}

std::string blocks_html(const std::vector<Block>& blocks, const fs::path& kept_folder) {
  std::string text;
  for (const auto& block : blocks) text += block_html(block, kept_folder);
  return text;
}

}  // namespace

std::string to_html(const markdown::Document& document, const fs::path& kept_folder) {
  return blocks_html(document.blocks, kept_folder);
}

}  // namespace warpscope::presentation
