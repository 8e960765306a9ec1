// Figures of a GPU and of a launch on it: their numbers follow from the profile.
#include <gtest/gtest.h>

#include <string>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

const std::string kDecks = WARPSCOPE_SOURCE_DIR "/slides/kept";

std::string caption(const std::string& kind, const std::string& text) {
  return Figure(kind, text, kDecks).draw().caption;
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

std::size_t boxes(const std::string& kind, const std::string& text, Paint fill) {
  std::size_t count = 0;
  for (const auto& shape : Figure(kind, text, kDecks).draw().shapes) {
    const auto* box = std::get_if<Rectangle>(&shape);
    count += box != nullptr && box->fill == fill ? 1 : 0;
  }
  return count;
}

TEST(ResidentsFigureTest, CountsAsTheHardwareDoes) {
  expect_says(caption("residents", ""), "8 blocks of 256 threads at a time, 64 of 64 warps");
  expect_says(caption("residents", ""), "The limit: threads and registers. 64 blocks are 1 wave;");
  // Each scheduler has a quarter of the registers: 25 blocks by a simple division, 24 in fact.
  expect_says(caption("residents", "threads = 64\nregisters = 40"),
              "24 blocks of 64 threads at a time, 48 of 64 warps: occupancy 75 %");
  expect_says(caption("residents", "threads = 1024\nregisters = 65"), "the launch fails");
  expect_says(caption("residents", "shared = 60000"), "The limit: shared memory.");
  EXPECT_EQ(boxes("residents", "threads = 1024\nregisters = 65", lane_paint(0)), 0U);
}

TEST(ResidentsFigureTest, ShowsWavesAndTheTail) {
  expect_says(caption("residents", "blocks = 65"),
              "65 blocks are 2 waves; in the last one 1.56 % of the places have a block");
  expect_says(caption("residents", "blocks = 128\nprofile = h200"),
              "128 blocks are 1 wave; in the last one 12.12 % of the places");
}

TEST(MemoryFigureTest, HasTheProfilesNumbers) {
  const auto drawing = Figure("memory", "", kDecks).draw();
  std::string all;
  for (const auto& shape : drawing.shapes) {
    if (const auto* label = std::get_if<Label>(&shape)) all += label->text + '\n';
  }
  for (const char* part : {"256 KiB in each SM; 4 cycles", "228 KiB in each SM at most; 29 cycles",
                           "leaves of 256 KiB; 33 cycles", "60 MiB; 276 cycles, 9.7 TB/s",
                           "141 GB; 800 cycles under load, 4.8 TB/s", "55.4 GB/s each way"})
    expect_says(all, part);
}

TEST(RooflineFigureTest, SaysWhatLimits) {
  expect_says(caption("roofline", ""), "at most 0.8 of 66.91 TFLOP/s, and what limits is memory");
  expect_says(caption("roofline", "operations = 64\nbytes = 4"), "what limits is arithmetic");
}

TEST(FigureOfAGpu, SaysWhatIsWrongWithItsProfile) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      caption("roofline", text);
      return "none";
    } catch (const FigureError& error) {
      return std::to_string(error.line()) + ": " + error.what();
    }
  };
  expect_says(error_of("profile = h999"), "1: ");
  expect_says(error_of("profile = ../h200"), "1: \"profile\" is the name of a GPU");
  expect_says(error_of("choice = profile h200, mini"), "1: A choice is written");
}

}  // namespace
}  // namespace warpscope::figures
