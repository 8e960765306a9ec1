// A deck of slides in one Markdown file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "presentation/markdown/document.h"

namespace warpscope::markdown {

struct Slide {
  std::string title;   ///< of its first heading, or "" without one
  std::string anchor;  ///< the title in lower case with '-' for spaces, or what `{#…}` names
  Document body;       ///< with the heading
  Document notes;      ///< for the speaker; empty without any
};

struct Deck {
  std::string title;  ///< from the front matter, else of the first `# ` heading
  std::vector<Slide> slides;
};

/// A slide begins at a heading `# ` or `## ` and at a line of three or more dashes, outside fenced
/// code. Speaker notes stand between `::: notes` and `:::`. A front matter between two lines `---`
/// at the top gives the title.
Deck parse_deck(std::string_view text);

/// Position of the slide with that anchor; npos when there is none.
std::size_t find_slide(const Deck& deck, std::string_view anchor);

}  // namespace warpscope::markdown
