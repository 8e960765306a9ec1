#include "presentation/html/deck_page.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/html_text.h"
#include "presentation/figures/figure.h"
#include "presentation/figures/palette.h"
#include "presentation/html/document.h"
#include "presentation/html/page_parts.h"

namespace warpscope::presentation {
namespace {

std::string slide_html(const markdown::Slide& slide, std::size_t number, std::size_t count,
                       const std::filesystem::path& kept_folder) {
  const auto notes = slide.notes.blocks.empty()
                         ? std::string()
                         : fmt::format("<aside>\n{}</aside>\n", to_html(slide.notes, kept_folder));
  return fmt::format(
      "<section id=\"{}\"><div class=\"slide\"><div class=\"body\">\n{}</div>"
      "<footer>{} / {}</footer></div>\n{}</section>\n",
      escaped_html(slide.anchor), to_html(slide.body, kept_folder), number, count, notes);
}

std::string colors(bool is_dark) {
  return std::string(is_dark ? kDarkColors : kLightColors) + figures::css_colors(is_dark);
}

std::string style() {
  // On paper always light.
  return fmt::format(
      ":root{{{0}}}\n@media screen{{:root[data-theme=dark]{{{1}}}}}\n"
      "@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{1}}}}}\n{2}",
      colors(false), colors(true), kStyle);
}

}  // namespace

std::string deck_page(const markdown::Deck& deck, const std::filesystem::path& kept_folder) {
  auto text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\n"
      "<style>\n{}</style></head><body>\n<main>\n",
      escaped_html(deck.title), style());
  for (std::size_t i = 0; i < deck.slides.size(); ++i) {
    try {
      text += slide_html(deck.slides[i], i + 1, deck.slides.size(), kept_folder);
    } catch (const figures::FigureError& error) {
      throw std::runtime_error(fmt::format("Slide \"{}\", line {} of its figure: {}",
                                           deck.slides[i].title, error.line(), error.what()));
    }
  }
  return text + fmt::format("</main>\n<script>\n{}</script></body></html>\n", kScript);
}

}  // namespace warpscope::presentation
