#include "presentation/figures/figure.h"

#include <gtest/gtest.h>

#include "presentation/figures/expression.h"

namespace warpscope::figures {
namespace {

/// Line and sentence of the error that a figure gives; empty when it gives none.
std::string error_of(std::string_view kind, std::string_view text) {
  try {
    Figure(kind, text);
  } catch (const FigureError& error) {
    return std::to_string(error.line()) + ": " + error.what();
  }
  return {};
}

TEST(Figure, NamesTheNearestKindAndKey) {
  EXPECT_TRUE(error_of("sector", "")
                  .starts_with("0: There is no figure \"sector\"; did you mean \"sectors\"? "));
  EXPECT_TRUE(
      error_of("sectors", "bytes = 4\nstrid = 2")
          .starts_with("2: A figure of sectors has no \"strid\"; did you mean \"stride\"? "));
}

TEST(Figure, RefusesValuesOutOfRange) {
  EXPECT_EQ(error_of("sectors", "stride = 1025"),
            "1: \"stride\" is a whole number from 0 to 1024; here it is \"1025\".");
  EXPECT_EQ(error_of("sectors", "\n\nbytes = 3"),
            "3: \"bytes\" is one of 1, 2, 4, 8, 16; here it is \"3\".");
  EXPECT_EQ(error_of("sectors", "stride = 4 floats").substr(0, 22), "1: \"stride\" is a whole");
  EXPECT_EQ(error_of("sectors", "stride 4"), "1: \"stride 4\" is not of the form \"key = value\".");
  EXPECT_EQ(error_of("sectors", "stride = 4\nstride = 5"), "2: \"stride\" is given twice.");
}

TEST(Figure, RefusesANumberThatNothingDependsOn) {
  EXPECT_EQ(error_of("sectors", "index = lane * 3\nstride = 4"),
            "2: \"stride\" has no effect, because no formula of the figure names it.");
  EXPECT_EQ(error_of("sectors", "index = lane * stride\nslider = stride 1 32"), "");
}

TEST(Figure, TriesTheEndsOfSliders) {
  EXPECT_EQ(error_of("sectors", "slider = stride 2 8"),
            "1: The slider goes from 2 to 8, but \"stride\" is 1.");
  EXPECT_EQ(error_of("sectors", "index = 40 - lane * stride\nslider = stride 1 2"),
            "2: With stride = 2: In lane 21 the index is -2; it must lie between 0 and 16777216.");
  EXPECT_NE(error_of("sectors", "slider = strde 1 2").find("did you mean \"stride\"?"),
            std::string::npos);
  EXPECT_EQ(
      error_of("sectors", "slider = stride 1"),
      "1: A slider is written \"slider = stride FROM TO\"; stride is a whole number from 0 to "
      "1024.");
}

TEST(Figure, MovesItsSliders) {
  Figure figure("sectors", "slider = stride 1 32\nslider = bytes 4 16");
  ASSERT_EQ(figure.sliders().size(), 2U);
  EXPECT_EQ(figure.sliders()[1].choices, (std::vector<std::int64_t>{4, 8, 16}));
  const auto before = figure.draw().caption;
  figure.set("stride", 32);
  EXPECT_EQ(figure.number("stride"), 32);
  EXPECT_NE(figure.draw().caption, before);
}

TEST(Formula, FollowsTheRulesOfC) {
  const auto value = [](std::string_view formula) {
    return evaluate(formula, [](std::string_view name) -> std::optional<std::int64_t> {
      if (name == "lane") return 5;
      return std::nullopt;
    });
  };
  EXPECT_EQ(value("1 + 2 * 3"), 7);
  EXPECT_EQ(value("(1 + 2) * 3"), 9);
  EXPECT_EQ(value("20 - 5 - 3"), 12);
  EXPECT_EQ(value("lane ^ 1"), 4);
  EXPECT_EQ(value("lane % 2 == 1"), 1);
  EXPECT_EQ(value("1 << 2 + 1"), 8);
  EXPECT_EQ(value("lane & 3 | 8"), 9);
  EXPECT_EQ(value("-lane + 7"), 2);
  EXPECT_EQ(value("1 & 3 + 1"), 0);
  EXPECT_EQ(value("4 | 1 ^ 1"), 4);
  EXPECT_EQ(value("2 < 1 == 0"), 1);
  EXPECT_EQ(value("7 & 3 == 3"), 1);
  for (const auto* bad : {"", "1 +", "lan", "1 / 0", "(1", "1)", "1 << 21", "3x",
                          "99999999999999999999", "1099511627776 * 1099511627776"}) {
    EXPECT_THROW(value(bad), std::runtime_error) << bad;
  }
  EXPECT_THROW(value(std::string(1000, '(') + "1"), std::runtime_error);
  EXPECT_THROW(value(std::string(1000, '-') + "1"), std::runtime_error);
}

}  // namespace
}  // namespace warpscope::figures
