// A Markdown document as HTML.
#pragma once

#include <filesystem>
#include <string>

#include "presentation/markdown/document.h"

namespace warpscope::presentation {

/// Blocks "figure" become pictures; all text is escaped. Links lead to the web (http, https) or to
/// an anchor of the same page; others are shown as text. Images are shown as their text. Throws
/// figures::FigureError for a figure that cannot be drawn. Figures find kept runs in `kept_folder`.
std::string to_html(const markdown::Document& document,
                    const std::filesystem::path& kept_folder = {});

}  // namespace warpscope::presentation
