// Figures of what lanes, tiles and barriers exchange: what they say follows from what they draw.
#include <gtest/gtest.h>

#include <string>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

std::string said(const std::string& kind, const std::string& text) {
  return Figure(kind, text).draw().caption;
}

void expect_said(const std::string& kind, const std::string& text, const std::string& part) {
  const auto caption = said(kind, text);
  EXPECT_NE(caption.find(part), std::string::npos) << caption;
}

/// The numbers in the last row of a figure of an exchange, from lane 0 on.
std::vector<std::string> last_sums(const std::string& text, std::size_t lanes) {
  const auto drawing = Figure("exchange", text).draw();
  std::vector<std::string> words;
  for (const auto& shape : drawing.shapes) {
    if (const auto* label = std::get_if<Label>(&shape)) words.push_back(label->text);
  }
  return {words.end() - static_cast<std::ptrdiff_t>(lanes), words.end()};
}

TEST(ExchangeFigureTest, AddsUpAsTheShufflesDo) {
  using Sums = std::vector<std::string>;
  // Slide #down of shuffle-reduction: 4 lanes with 1, 2, 3, 4 end with 10, 12, 14, 16.
  EXPECT_EQ(last_sums("order = down\nlanes = 4", 4), (Sums{"10", "12", "14", "16"}));
  EXPECT_EQ(last_sums("lanes = 4", 4), (Sums{"10", "10", "10", "10"}));
  EXPECT_EQ(last_sums("order = modulo\nlanes = 4", 4), (Sums{"10", "2", "7", "4"}));
  EXPECT_EQ(last_sums("order = sequential\nlanes = 4", 4), (Sums{"10", "6", "3", "4"}));
}

TEST(ExchangeFigureTest, SaysWhoHasTheTotal) {
  expect_said("exchange", "", "3 rounds, 24 additions: 8 of 8 lanes have the total, 36");
  expect_said("exchange", "order = sequential",
              "3 rounds, 7 additions: 1 of 8 lanes has the total");
  EXPECT_THROW(Figure("exchange", "order = up"), FigureError);
}

TEST(ScanFigureTest, AddsUpWhatComesBefore) {
  expect_said("scan", "", "17 additions, 8 of 8 sums are right, with their own number");
  // Every place adds in every round; only the last one has somebody so far before it each time.
  expect_said("scan", "way = unguarded", "24 additions, 1 of 8 sums are right");
  expect_said("scan", "way = tree", "14 additions, 8 of 8 sums are right, without their own");
  EXPECT_THROW(Figure("scan", "way = down"), FigureError);
}

// 32 numbers, 8 lanes, 8 banks. Up: two warps read places 2 apart, 2 passes for each of 4 reads;
// then 8 lanes places 4 apart, in 2 banks, and 4 lanes places 8 apart, in one: 4 passes for each of
// 2 reads; then 2 and 1. That is 30, and down the same.
TEST(ScanFigureTest, CountsThePassesOfATree) {
  expect_said("scan", "way = tree\nnumbers = 32", "24 reads take 60 passes");
  expect_said("scan", "way = tree\nnumbers = 32\ngap = 8", "24 reads take 24 passes");
}

TEST(LookbackFigureTest, BlocksThatDrawNumbersComeToTheirEnd) {
  expect_said("lookback", "tiles = 1\nwork = 100\nask = 10\nstore = 5", ": 105 cycles");
  // The second tile asks once; the third finds the prefix of the second or sums of both.
  expect_said("lookback", "tiles = 2\nwork = 100\nask = 10\nstore = 5", ": 115 cycles");
  expect_said("lookback", "tiles = 8\nbegins = reversed", "8 tiles, 4 blocks at a time");
}

TEST(LookbackFigureTest, AChainWaitsForOneAfterTheOther) {
  const std::string times = "tiles = 5\nresident = 5\nwork = 100\nask = 10\nstore = 5\n";
  expect_said("lookback", times + "way = chain", ": 145 cycles");
  expect_said("lookback", times + "at_once = 32", ": 115 cycles");
}

// The table of slide #lookback of scan.
TEST(LookbackFigureTest, LookingBackIsNotHeldUpByAWholeChain) {
  const std::string tiles = "tiles = 12\nresident = 6\nslow = 3\n";
  expect_said("lookback", tiles + "way = chain", ": 1260 cycles");
  expect_said("lookback", tiles, ": 1160 cycles");
  expect_said("lookback", tiles + "at_once = 8", ": 1040 cycles");
}

TEST(LookbackFigureTest, ABlockThatWaitsForALaterOneHangs) {
  const std::string reversed = "takes = number\nbegins = reversed\ntiles = 8\n";
  expect_said("lookback", reversed + "resident = 7", "1 of 8 blocks never begin");
  expect_said("lookback", reversed + "resident = 8", "8 tiles, 8 blocks at a time");
  EXPECT_THROW(Figure("lookback", "takes = what it likes"), FigureError);
}

TEST(TileFigureTest, CountsThePassesOfAColumn) {
  expect_said("tile", "", "lie in 1 bank: 8 passes");
  expect_said("tile", "padding = 1", "lie in 8 banks: 1 pass,");
  expect_said("tile", "padding = 2", "lie in 4 banks: 2 passes");
  expect_said("tile", "swizzle = 1", "lie in 8 banks: 1 pass,");
}

TEST(HandshakeFigureTest, WaitsForEmptyAndFullBuffers) {
  // One buffer: load and use by turns. Two: the loads hide the uses, but for the first and last.
  expect_said("handshake", "stages = 1", "wait 1200 of 2000 cycles");
  expect_said("handshake", "stages = 2", "wait 600 of 1400 cycles");
  expect_said("handshake", "stages = 1\nload = 100\ncompute = 100\ntiles = 3",
              "wait 300 of 600 cycles");
}

TEST(PhasesFigureTest, CompletesWhenArrivalsAndBytesAreThere) {
  expect_said("phases", "", "2 phases are completed");
  const auto drawing = Figure("phases", "arrivals = 2\nbytes = 0\nphases = 1").draw();
  std::size_t complete = 0;
  for (const auto& shape : drawing.shapes) {
    const auto* label = std::get_if<Label>(&shape);
    if (label != nullptr && label->text == "1, 1: complete") ++complete;
  }
  EXPECT_EQ(complete, 1U) << "the second arrival completes phase 0";
}

}  // namespace
}  // namespace warpscope::figures
