// Curves and timelines out of kept runs.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "presentation/figures/axis.h"
#include "presentation/figures/figure.h"
#include "presentation/figures/svg.h"

namespace warpscope::figures {
namespace {

namespace fs = std::filesystem;

record::KeptCurve curve(const std::string& program, std::vector<std::array<double, 2>> points) {
  return {program,  "stride",          "counter",     "copy",           "copy with a stride",
          "stride", "sectors/request", "exact count", std::move(points)};
}

class KeptFigure : public testing::Test {
 protected:
  KeptFigure() {
    fs::create_directories(folder_);
    record::KeptRuns runs;
    runs.lab = "sample";
    runs.curves = {curve("starter", {{1, 4}, {8, 32}, {64, 32}}),
                   curve("reference", {{1, 4}, {8, 4}, {64, 4}})};
    runs.timelines = {{"reference",
                       "copy/1",
                       "modelled",
                       {{"stream 0", {{record::KeptBar::Kind::launch, "copy", 0, 4, 8}}},
                        {"copy to host", {{record::KeptBar::Kind::copy, "4 B", 0, 9, 10}}},
                        {"copy to device",
                         {{record::KeptBar::Kind::copy, "4 B", 0, 0, 3},
                          {record::KeptBar::Kind::copy, "8 B", 1, 2, 4}}}}}};
    runs.timelines.push_back(runs.timelines.front());
    runs.timelines.back().case_name = "copy/2";
    write_file(folder_ / "sample.json", record::to_text(runs));
  }
  ~KeptFigure() override { fs::remove_all(folder_); }

  Figure figure(const std::string& kind, const std::string& text) const {
    return {kind, text, folder_};
  }
  std::string error_of(const std::string& kind, const std::string& text) const {
    try {
      figure(kind, text);
    } catch (const FigureError& error) {
      return std::to_string(error.line()) + ": " + error.what();
    }
    return {};
  }

  fs::path folder_ = fs::temp_directory_path() / ("warpscope-kept-" + std::to_string(::getpid()));
};

/// Where the points of a line lie.
std::vector<Polyline> long_lines(const Drawing& drawing) {
  std::vector<Polyline> lines;
  for (const auto& shape : drawing.shapes) {
    const auto* line = std::get_if<Polyline>(&shape);
    if (line != nullptr && line->points.size() > 2) lines.push_back(*line);
  }
  return lines;
}

TEST_F(KeptFigure, DrawsACurveForEachProgram) {
  const auto drawing = figure("curve", "lab = sample\nsweep = stride").draw();
  EXPECT_EQ(drawing.caption, "copy with a stride. starter: from 4 to 32. reference: 4 everywhere.");
  const auto lines = long_lines(drawing);
  ASSERT_EQ(lines.size(), 2U);
  const auto& starter = lines[1].points;  // the first program lies above the others
  ASSERT_EQ(starter.size(), 3U);
  EXPECT_NEAR(starter[1][0] - starter[0][0], starter[2][0] - starter[1][0], 0.01)
      << "1, 8 and 64 are equally far apart where distances are ratios";
  EXPECT_LT(starter[1][1], starter[0][1]) << "more is higher";
  EXPECT_FLOAT_EQ(lines[0].points[0][1], lines[0].points[2][1]);
}

// Four curves with long names: each name is in the picture, and lies on no other one.
TEST_F(KeptFigure, ShowsTheNameOfEachCurve) {
  record::KeptRuns runs;
  runs.lab = "sample";
  for (const std::string program : {"starter", "reference"}) {
    for (const std::string source : {"modelled", "measured, H100 80GB HBM3, 2026-11-27"}) {
      runs.curves.push_back(curve(program, {{1, 4}, {8, 32}, {64, 32}}));
      runs.curves.back().source = source;
    }
  }
  write_file(folder_ / "sample.json", record::to_text(runs));
  const auto drawing = figure("curve", "lab = sample\nsweep = stride").draw();
  std::vector<Label> names;
  for (const auto& shape : drawing.shapes) {
    const auto* label = std::get_if<Label>(&shape);
    if (label != nullptr && label->text.find(", m") != std::string::npos && label->y > 20)
      names.push_back(*label);
  }
  ASSERT_EQ(names.size(), 4U);
  constexpr float kWidthOfLetter = 0.56F;
  const auto end_of = [&](const Label& label) {
    return label.x + kWidthOfLetter * label.size * static_cast<float>(label.text.size());
  };
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_LE(end_of(names[i]), drawing.width) << names[i].text;
    if (i != 0 && names[i].y == names[i - 1].y) {
      EXPECT_GT(names[i].x, end_of(names[i - 1])) << names[i].text;
    }
  }
  EXPECT_GT(names[3].y, names[0].y);
}

TEST_F(KeptFigure, LeavesOutOtherPrograms) {
  const auto drawing = figure("curve", "lab = sample\nsweep = stride\nprograms = starter").draw();
  EXPECT_EQ(long_lines(drawing).size(), 1U);
}

TEST_F(KeptFigure, DrawsATimelineInItsOwnTime) {
  const auto drawing = figure("timeline", "lab = sample\ncase = copy/1").draw();
  EXPECT_EQ(
      drawing.caption,
      "reference, case copy/1: 10 µs. Launches (1) take 40 % of the time, copies and fills (3) "
      "50 %. Times are modelled.");
  std::vector<Rectangle> bars;
  for (const auto& shape : drawing.shapes) {
    if (const auto* bar = std::get_if<Rectangle>(&shape)) bars.push_back(*bar);
  }
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_NEAR(bars[0].width, 4 * bars[1].width, 0.1) << "4 µs and 1 µs";
  EXPECT_GE(bars[3].y, bars[2].y + bars[2].height) << "rows do not lie on each other";
  EXPECT_LE(bars[1].x + bars[1].width, drawing.width);
}

TEST_F(KeptFigure, DrawsPhasesAloneOverTheirTime) {
  record::KeptRuns runs;
  runs.lab = "phased";
  runs.timelines = {{"reference",
                     "copy/1",
                     "modelled",
                     {{"stream 0", {{record::KeptBar::Kind::launch, "copy", 0, 4, 8}}},
                      {"phases",
                       {{record::KeptBar::Kind::phase, "fill", 0, 5, 6},
                        {record::KeptBar::Kind::phase, "use", 1, 6, 7}}}}}};
  write_file(folder_ / "phased.json", record::to_text(runs));
  const auto drawing = figure("timeline", "lab = phased\ncase = copy/1\npart = phases").draw();
  std::vector<Rectangle> bars;
  for (const auto& shape : drawing.shapes) {
    if (const auto* bar = std::get_if<Rectangle>(&shape)) bars.push_back(*bar);
  }
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_NEAR(bars[0].x + bars[0].width, bars[1].x, 0.1);
  EXPECT_GT(bars[0].width, drawing.width / 3) << "a half of the time, names beside it";
  EXPECT_NE(drawing.caption.find("from 5 to 7 µs"), std::string::npos) << drawing.caption;
  EXPECT_NE(error_of("timeline", "lab = sample\ncase = copy/1\npart = phases")
                .find("nothing was marked as a phase"),
            std::string::npos);
  EXPECT_NE(error_of("timeline", "lab = sample\ncase = copy/1\npart = half").find("\"phases\""),
            std::string::npos);
}

TEST_F(KeptFigure, TriesEveryChoice) {
  auto chosen = figure("timeline", "lab = sample\ncase = copy/1\nchoice = case copy/1, copy/2");
  ASSERT_EQ(chosen.choices().size(), 1U);
  chosen.choose("case", "copy/2");
  EXPECT_NE(chosen.draw().caption.find("case copy/2"), std::string::npos);
  EXPECT_TRUE(error_of("timeline", "lab = sample\ncase = copy/1\nchoice = case copy/1, copy/3")
                  .starts_with("3: With case = copy/3: No timeline of the case \"copy/3\""));
  EXPECT_EQ(error_of("timeline", "lab = sample\ncase = copy/1\nchoice = case copy/2, copy/3"),
            "3: The choice of \"case\" does not hold \"copy/1\".");
}

TEST_F(KeptFigure, SaysWhatIsNotThere) {
  EXPECT_EQ(error_of("curve", "lab = sample"), "0: A figure of curve needs \"sweep = …\".");
  EXPECT_TRUE(error_of("curve", "lab = sample\nsweep = strid")
                  .starts_with("0: No curve \"strid\" (counter) of the program \"starter\""));
  EXPECT_NE(error_of("curve", "lab = other\nsweep = stride").find("./run keep other"),
            std::string::npos);
  EXPECT_TRUE(error_of("curve", "lab = ../sample\nsweep = stride").starts_with("1: \"lab\" is"));
  EXPECT_NE(error_of("curve", "lab = sample\nsweep = stride\nslider = x 1 2").find("no \"slider\""),
            std::string::npos);
}

TEST_F(KeptFigure, RefusesADamagedFile) {
  write_file(folder_ / "sample.json", "{\"lab\": \"sample\", \"curves\": [{}]}");
  EXPECT_NE(error_of("curve", "lab = sample\nsweep = stride").find("curves[0]"), std::string::npos);
}

TEST(KeptWishes, AreThoseOfEveryChoice) {
  const auto curves =
      Figure::wishes("curve", "lab = a\nsweep = s\nmetric = counter\nchoice = metric counter, x");
  EXPECT_EQ(curves, (std::vector<KeptWish>{{"a", "starter", "", "s", "counter"},
                                           {"a", "reference", "", "s", "counter"},
                                           {"a", "starter", "", "s", "x"},
                                           {"a", "reference", "", "s", "x"}}));
  EXPECT_EQ(Figure::wishes("timeline",
                           "lab = a\ncase = c\nchoice = case c, d\nchoice = program reference, x")
                .size(),
            4U);
  EXPECT_TRUE(Figure::wishes("sectors", "").empty());
}

TEST(Axis, HasRoundTicksWithinItsRange) {
  const Axis linear({0, 33}, {0, 330});
  EXPECT_EQ(linear.ticks(8), (std::vector<double>{0, 5, 10, 15, 20, 25, 30}));
  const Axis doubled({1, 64, 65536}, {0, 100, true});
  EXPECT_TRUE(doubled.is_logarithmic());
  EXPECT_EQ(doubled.ticks(8), (std::vector<double>{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536}));
  EXPECT_FLOAT_EQ(doubled.at(256), 50);
  EXPECT_FALSE(Axis({0, 1, 100}, {0, 100, true}).is_logarithmic()) << "0 has no logarithm";
  EXPECT_EQ(tick_text(65536), "65536");
  EXPECT_EQ(tick_text(0.125), "0.125");
  EXPECT_EQ(tick_text(2.5e6), "2.5 M");
}

TEST(Svg, HasLinesAndDots) {
  Drawing drawing;
  drawing.height = 10;
  drawing.shapes = {Polyline{{{1, 2}, {3, 4}}, series_paint(1)}, Dot{5, 6, 3, series_paint(0)}};
  const auto text = svg(drawing);
  EXPECT_NE(text.find("<polyline points=\"1,2 3,4 \""), std::string::npos) << text;
  EXPECT_NE(text.find("<circle cx=\"5\" cy=\"6\" r=\"3\""), std::string::npos) << text;
}

}  // namespace
}  // namespace warpscope::figures
