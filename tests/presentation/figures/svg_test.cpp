#include "presentation/figures/svg.h"

#include <gtest/gtest.h>

#include "presentation/figures/figure.h"
#include "presentation/figures/palette.h"

namespace warpscope::figures {
namespace {

TEST(Svg, EscapesWhatItIsGiven) {
  Drawing drawing;
  drawing.height = 10;
  drawing.caption = "\"><script>";
  drawing.shapes.push_back(Label{1, 2, "<b>&", 10});
  const auto text = svg(drawing);
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_NE(text.find("aria-label=\"&quot;&gt;&lt;script&gt;\""), std::string::npos);
  EXPECT_NE(text.find(">&lt;b&gt;&amp;</text>"), std::string::npos);
}

TEST(Svg, NamesOnlyColorsThatTheStyleSheetHas) {
  const auto text = svg(Figure("sectors", "stride = 2").draw());
  const auto colors = css_colors(false);
  std::size_t count = 0;
  for (auto at = text.find("var("); at != std::string::npos; at = text.find("var(", at + 1)) {
    const auto name = text.substr(at + 4, text.find(')', at) - at - 4);
    EXPECT_NE(colors.find(name + ":#"), std::string::npos) << name;
    ++count;
  }
  EXPECT_GT(count, 64U);
  EXPECT_NE(css_colors(true), colors);
}

}  // namespace
}  // namespace warpscope::figures
