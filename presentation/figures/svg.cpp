#include "presentation/figures/svg.h"

#include <fmt/format.h>

#include "base/html_text.h"
#include "presentation/figures/palette.h"

namespace warpscope::figures {
namespace {

std::string color(Paint paint) {
  return paint == kNoPaint ? "none" : fmt::format("var({})", css_name(paint));
}

std::string element(const Rectangle& it) {
  return fmt::format(
      "<rect x=\"{:.4g}\" y=\"{:.4g}\" width=\"{:.4g}\" height=\"{:.4g}\" "
      "style=\"fill:{};stroke:{}\"/>\n",
      it.x, it.y, it.width, it.height, color(it.fill), color(it.outline));
}

std::string element(const Label& it) {
  const char* anchor = it.anchor == Anchor::begin    ? "start"
                       : it.anchor == Anchor::middle ? "middle"
                                                     : "end";
  return fmt::format(
      "<text x=\"{:.4g}\" y=\"{:.4g}\" font-size=\"{:.3g}\" text-anchor=\"{}\"{} "
      "style=\"fill:{}\">{}</text>\n",
      it.x, it.y + it.size * 0.35F, it.size, anchor, it.is_code ? " class=\"code\"" : "",
      color(it.paint), escaped_html(it.text));
}

std::string element(const Polyline& it) {
  std::string points;
  for (const auto& [x, y] : it.points) points += fmt::format("{:.4g},{:.4g} ", x, y);
  return fmt::format(
      "<polyline points=\"{}\" style=\"fill:none;stroke:{};stroke-width:{:.2g}\"/>\n", points,
      color(it.paint), it.thickness);
}

std::string element(const Dot& it) {
  return fmt::format(
      "<circle cx=\"{:.4g}\" cy=\"{:.4g}\" r=\"{:.3g}\" style=\"fill:{};stroke:{};"
      "stroke-width:2\"/>\n",
      it.x, it.y, it.radius, color(it.fill), color(it.outline));
}

}  // namespace

std::string svg(const Drawing& drawing) {
  auto text = fmt::format(
      "<svg viewBox=\"0 0 {:.4g} {:.4g}\" preserveAspectRatio=\"xMinYMin\" role=\"img\" "
      "aria-label=\"{}\">\n",
      drawing.width, drawing.height, escaped_html(drawing.caption));
  for (const auto& shape : drawing.shapes) {
    text += std::visit([](const auto& it) { return element(it); }, shape);
  }
  return text + "</svg>\n";
}

}  // namespace warpscope::figures
