// A Markdown text as a tree of plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::markdown {

/// A piece of text with one style.
struct Span {
  std::string text;
  bool is_strong = false;
  bool is_emphasised = false;
  bool is_struck = false;
  bool is_code = false;
  bool is_break = false;  ///< a hard line break; text is empty
  std::string link;       ///< target; empty when the text is no link
  std::string image;      ///< path of an image whose alternative text is `text`; empty otherwise
};

enum class Alignment : std::uint8_t { left, center, right };

struct Block {
  enum class Kind : std::uint8_t {
    details,  ///< to be opened by the reader; its summary is in spans

    heading,
    paragraph,
    list,
    item,
    code,
    table,
    row,
    cell,
    quote,
    rule
  };
  Kind kind = Kind::paragraph;
  int level = 0;                          ///< of a heading, 1…6
  bool is_ordered = false;                ///< of a list
  unsigned first_number = 1;              ///< of an ordered list
  bool is_header = false;                 ///< of a table's row
  Alignment alignment = Alignment::left;  ///< of a cell
  std::string language;                   ///< of a fenced code block, e.g. "cuda"
  std::string information;      ///< the rest of the fence's line: "banks" of "figure banks"
  std::string code;             ///< text of a code block, without the last line feed
  std::vector<Span> spans;      ///< of heading, paragraph, cell, and of an item of a tight list
  std::vector<Block> children;  ///< of list, item, table, row, quote
};

struct Document {
  std::vector<Block> blocks;
};

/// CommonMark with tables, strikethrough and bare links. HTML is not interpreted: it is shown as
/// text. Never fails: any text is a document. Nesting deeper than 64 levels is flattened.
Document parse(std::string_view text);

/// The text of spans without their styles.
std::string plain_text(const std::vector<Span>& spans);

}  // namespace warpscope::markdown
