// The numbers of a figure of sectors, against counting with sets.
#include <gtest/gtest.h>

#include <cstdint>
#include <regex>
#include <set>
#include <string>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

/// The number before `word` in the caption; -1 when there is none.
long number_before(const std::string& caption, const std::string& word) {
  std::smatch found;
  return std::regex_search(caption, found, std::regex("(\\d+) " + word)) ? std::stol(found[1]) : -1;
}

std::size_t count_lanes(const Drawing& drawing) {
  std::size_t count = 0;
  for (const auto& shape : drawing.shapes) {
    const auto* box = std::get_if<Rectangle>(&shape);
    if (box != nullptr && box->fill.role == Paint::Role::lane) ++count;
  }
  return count;
}

TEST(SectorsFigure, CountsLikeASetOfSectors) {
  for (const long bytes : {1, 2, 4, 8, 16}) {
    for (const long stride : {0, 1, 2, 3, 5, 8, 16, 32, 33}) {
      for (const long offset : {0, 1, 7, 17}) {
        std::set<long> sectors, addresses;
        for (long lane = 0; lane < 32; ++lane) {
          const long address = (lane * stride + offset) * bytes;
          addresses.insert(address);
          sectors.insert(address / 32);
        }
        const auto drawing = Figure("sectors", "stride = " + std::to_string(stride) +
                                                   "\noffset = " + std::to_string(offset) +
                                                   "\nbytes = " + std::to_string(bytes))
                                 .draw();
        EXPECT_EQ(number_before(drawing.caption, "sectors?,"), static_cast<long>(sectors.size()))
            << drawing.caption;
        EXPECT_EQ(number_before(drawing.caption, "B asked"), 32 * bytes);
        EXPECT_EQ(number_before(drawing.caption, "B moved"),
                  static_cast<long>(32 * sectors.size()));
        EXPECT_EQ(count_lanes(drawing), addresses.size());
      }
    }
  }
}

TEST(SectorsFigure, CountsSeveralLoadsOneByOne) {
  // Four fields of structures of 32 bytes: the same 32 sectors four times.
  const auto drawing = Figure("sectors", "stride = 8\nloads = 4").draw();
  EXPECT_EQ(drawing.caption,
            "4 requests, 512 B asked for: 128 sectors (32 per request), 4096 B moved; at best 16.");
  EXPECT_EQ(count_lanes(drawing), 128U);
}

TEST(SectorsFigure, LeavesLanesOut) {
  const auto drawing = Figure("sectors", "index = lane\nfirst_lane = 17\nlast_lane = 31").draw();
  EXPECT_EQ(drawing.caption,
            "1 request, 60 B asked for: 2 sectors, 64 B moved; no fewer are possible.");
  EXPECT_EQ(count_lanes(drawing), 15U);
  EXPECT_THROW(Figure("sectors", "first_lane = 3\nlast_lane = 2"), FigureError);
}

TEST(SectorsFigure, SaysWhenLanesShareASector) {
  EXPECT_EQ(Figure("sectors", "index = 0").draw().caption,
            "1 request, 128 B asked for: 1 sector, 32 B moved; no fewer are possible.");
}

}  // namespace
}  // namespace warpscope::figures
