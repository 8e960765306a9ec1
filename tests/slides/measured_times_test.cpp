// What decks say that an H200 took for a lab's sweep is what was measured: labs/<lab>/h200.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "record/measured_curves.h"
#include "tests/slides/slide_source.h"

namespace warpscope::slides {
namespace {

using record::MeasuredTime;

/// A cell of a table on a slide, counted from its heading and its first column, and what it says.
struct MeasuredCell {
  std::string lab, anchor;
  std::size_t row, column;
  std::string program, sweep, task;
  double x;
  MeasuredTime record::MeasuredPoint::*clock;
};

/// "57.7 µs"; nothing becomes NaN.
double us_in(const std::vector<std::vector<std::string>>& rows, const MeasuredCell& cell) {
  if (cell.row >= rows.size() || cell.column >= rows[cell.row].size()) return NAN;
  return std::stod(rows[cell.row][cell.column]);
}

double measured_us(const MeasuredCell& cell) {
  const auto curves = record::load_measured_curves(std::string(WARPSCOPE_SOURCE_DIR) + "/labs/" +
                                                   cell.lab + "/h200.json");
  for (const auto& program : curves.programs) {
    if (program.label != cell.program) continue;
    for (const auto& sweep : program.sweeps) {
      const auto point = std::ranges::find(sweep.points, cell.x, &record::MeasuredPoint::x);
      if (sweep.id == cell.sweep && sweep.task == cell.task && point != sweep.points.end()) {
        return ((*point).*cell.clock).median_s * 1e6;
      }
    }
  }
  return NAN;
}

void expect_measured(const std::vector<MeasuredCell>& cells, double digits) {
  for (const auto& cell : cells) {
    const auto deck = read_deck(std::string(WARPSCOPE_SOURCE_DIR) + "/slides/" + cell.lab + ".md");
    const auto slide = std::ranges::find(deck, cell.anchor, &Slide::anchor);
    ASSERT_NE(slide, deck.end()) << cell.anchor;
    EXPECT_NEAR(us_in(slide->rows, cell), measured_us(cell), digits)
        << cell.lab << '#' << cell.anchor << ", row " << cell.row << ", column " << cell.column;
  }
}

TEST(MeasuredTimes, OfEachStepOfASumAreThoseOfTheRun) {
  constexpr double kSmall = 1 << 10, kMiddle = 1 << 20, kLarge = 1 << 24;
  std::vector<MeasuredCell> cells;
  const std::vector<std::string> ladder{"starter", "step-2", "step-3", "step-4",
                                        "step-5",  "step-7", "step-8", "step-9"};
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    cells.push_back({"shuffle-reduction", "ladder", i + 1, 4, ladder[i], "size", "sum", kLarge,
                     &record::MeasuredPoint::kernels});
  }
  const std::vector<std::string> launches{"step-7", "step-8", "step-9"};
  for (std::size_t i = 0; i < launches.size(); ++i) {
    cells.push_back({"shuffle-reduction", "launch", i + 1, 4, launches[i], "size", "sum", kSmall,
                     &record::MeasuredPoint::kernels});
    cells.push_back({"shuffle-reduction", "launch", i + 1, 5, launches[i], "size", "sum", kMiddle,
                     &record::MeasuredPoint::kernels});
  }
  expect_measured(cells, 0.0501);
}

TEST(MeasuredTimes, OfChunksAndSizesAreThoseOfTheRun) {
  std::vector<MeasuredCell> cells;
  const auto add = [&](const std::string& anchor, const std::string& sweep, std::size_t row,
                       const std::string& task, const std::vector<double>& xs) {
    for (std::size_t i = 0; i < xs.size(); ++i) {
      cells.push_back({"overlap", anchor, row, i + 1, "reference", sweep, task, xs[i],
                       &record::MeasuredPoint::call});
    }
  };
  const std::vector<double> chunks{1, 2, 4, 8, 16, 32, 64};
  add("chunks-modelled", "chunks", 3, "depth_first", chunks);
  add("chunks-modelled", "chunks", 4, "breadth_first", chunks);
  const std::vector<double> sizes{1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 17};
  add("size-modelled", "size", 3, "sequential", sizes);
  add("size-modelled", "size", 4, "depth_first", sizes);
  expect_measured(cells, 0.501);
}

}  // namespace
}  // namespace warpscope::slides
