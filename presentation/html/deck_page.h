// A deck as one HTML file that needs nothing else: no address on the net.
#pragma once

#include <filesystem>
#include <string>

#include "presentation/markdown/deck.h"

namespace warpscope::presentation {

/// Keys: arrows, space, Home and End turn pages, N shows the speaker's notes, O all slides at once,
/// D the other theme. Printing gives a slide a page, with notes where they are shown. Without
/// scripts all slides stand one below the other. Throws std::runtime_error with a sentence that
/// names the slide when a figure cannot be drawn. Figures find kept runs in `kept_folder`.
std::string deck_page(const markdown::Deck& deck, const std::filesystem::path& kept_folder = {});

}  // namespace warpscope::presentation
