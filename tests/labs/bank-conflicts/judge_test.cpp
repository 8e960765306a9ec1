// The bank-conflicts lab's judge against answers that are computed here once more, right and wrong.
#include "labs/judge/judge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/labs/judge/made_cases.h"

namespace warpscope::judge {
namespace {

class BankConflictsJudge : public testing::Test {
 protected:
  const Case& find(const std::string& name) const {
    const auto found = std::ranges::find(cases_, name, &Case::name);
    EXPECT_NE(found, cases_.end()) << name;
    return found == cases_.end() ? cases_.front() : *found;
  }
  static std::size_t parameter(const Case& set, const char* name) {
    return static_cast<std::size_t>(set.parameters.at(name));
  }
  /// The transpose of a case of floats; place(r, c) is the element of `in` that it takes.
  template <typename Place>
  static std::vector<float> moved(const Case& set, Place place) {
    const auto in = set.inputs.at("in").as<float>();
    const auto rows = parameter(set, "rows");
    const auto columns = parameter(set, "columns");
    std::vector<float> out(in.size());
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns; ++c) out[c * rows + r] = in[place(r, c)];
    }
    return out;
  }
  static std::vector<float> transposed(const Case& set) {
    const auto columns = parameter(set, "columns");
    return moved(set, [columns](std::size_t r, std::size_t c) { return r * columns + c; });
  }
  Opinion examine(const Case& set, const std::vector<float>& out) const {
    return judge_->examine(set, {{"out", Array::of(std::span<const float>(out))}});
  }
  Opinion examine_passes(const Case& set, const std::vector<std::int32_t>& counts) const {
    return judge_->examine(set, {{"passes", Array::of(std::span<const std::int32_t>(counts))}});
  }

  std::unique_ptr<Judge> judge_ = find_judge("bank-conflicts");
  const std::vector<Case>& cases_ = made_cases("bank-conflicts", 7);
};

const float kUnwrittenFloat = std::bit_cast<float>(0xEEEEEEEEU);
const float kUndefinedFloat = std::bit_cast<float>(0xFFFFFFFFU);

TEST_F(BankConflictsJudge, TakesATranspose) {
  for (const char* name : {"transpose/31x33", "transpose/100x37", "transpose/0x5",
                           "transpose_swizzled/1x255", "transpose_padded/wide-4-bytes/padding-3"}) {
    const Case& set = find(name);
    EXPECT_TRUE(examine(set, transposed(set)).is_correct) << name;
  }
}

TEST_F(BankConflictsJudge, EveryNumberIsThereOnce) {
  auto in = find("transpose/large-square").inputs.at("in").as<float>();
  std::ranges::sort(in);
  EXPECT_TRUE(std::ranges::adjacent_find(in) == in.end());
  const auto first_of = [](const Case& set) { return set.inputs.at("in").as<float>().front(); };
  EXPECT_NE(first_of(cases_[7]), first_of(made_cases("bank-conflicts", 8)[7])) << "another seed";
}

TEST_F(BankConflictsJudge, OneWrongElementIsSaidWithRowAndColumn) {
  const Case& set = find("transpose/33x31");
  auto out = transposed(set);
  out[2 * 33 + 5] += 1;
  const auto opinion = examine(set, out);
  EXPECT_FALSE(opinion.is_correct);
  EXPECT_NE(opinion.message.find("row 5, column 2"), std::string::npos) << opinion.message;
}

TEST_F(BankConflictsJudge, ACopyIsARowForAColumn) {
  const Case& set = find("transpose/33x31");
  const auto opinion = examine(set, set.inputs.at("in").as<float>());
  EXPECT_EQ(opinion.finding, "row-col-swap");
}

TEST_F(BankConflictsJudge, TilesThatNobodyTookAreASmallGrid) {
  const Case& set = find("transpose/100x37");
  auto out = transposed(set);
  for (std::size_t c = 0; c < 37; ++c) {
    for (std::size_t r = 96; r < 100; ++r) out[c * 100 + r] = kUnwrittenFloat;
  }
  const auto opinion = examine(set, out);
  EXPECT_EQ(opinion.finding, "grid-too-small");
  EXPECT_NE(opinion.cause.find("first 96 rows and 37 columns"), std::string::npos) << opinion.cause;
}

TEST_F(BankConflictsJudge, ARestThatIsNoTileIsNoSmallGrid) {
  const Case& set = find("transpose/33x31");
  auto out = transposed(set);
  for (std::size_t c = 0; c < 31; ++c) {
    for (std::size_t r = 31; r < 33; ++r) out[c * 33 + r] = kUnwrittenFloat;
  }
  const auto opinion = examine(set, out);
  EXPECT_EQ(opinion.finding, "");
  EXPECT_NE(opinion.message.find("all that was written is right"), std::string::npos)
      << opinion.message;
}

TEST_F(BankConflictsJudge, WordsThatNobodyWrotePointAtTheBarrier) {
  const Case& set = find("transpose/32x32");
  auto out = transposed(set);
  out[40] = kUndefinedFloat;
  const auto opinion = examine(set, out);
  EXPECT_NE(opinion.message.find("barrier"), std::string::npos) << opinion.message;
}

TEST_F(BankConflictsJudge, ATileWhoseInsideIsNotTransposedIsNamed) {
  const Case& set = find("transpose/96x32");
  const auto out = moved(set, [](std::size_t r, std::size_t c) {
    return (r / 32 * 32 + c % 32) * 32 + c / 32 * 32 + r % 32;
  });
  const auto opinion = examine(set, out);
  EXPECT_NE(opinion.message.find("its inside is not transposed"), std::string::npos)
      << opinion.message;
}

TEST_F(BankConflictsJudge, ElementsInWrongPlacesOfTheirTileAreNamed) {
  const Case& set = find("transpose_swizzled/96x32");
  const auto out = moved(set, [](std::size_t r, std::size_t c) { return r * 32 + (c ^ r % 32); });
  const auto opinion = examine(set, out);
  EXPECT_NE(opinion.message.find("elements of the right tile"), std::string::npos)
      << opinion.message;
  const auto other =
      moved(set, [](std::size_t r, std::size_t c) { return (r + 32) % 96 * 32 + c; });
  EXPECT_EQ(examine(set, other).message.find("of the right tile"), std::string::npos);
}

/// A tile as memory has it: put with rows `written` apart, and looked for with rows `read` apart.
TEST_F(BankConflictsJudge, TwoDistancesBetweenRowsOfATileAreNamed) {
  const auto message_of = [&](const char* name, std::size_t written, std::size_t read,
                              bool is_put_transposed) {
    const Case& set = find(name);
    const auto in = set.inputs.at("in").as<float>();
    const auto rows = parameter(set, "rows");
    const auto columns = parameter(set, "columns");
    std::vector<float> out(in.size());
    const auto take_tile = [&](std::size_t first_row, std::size_t first_column) {
      std::vector<float> tile(32 * 64 + 64, kUndefinedFloat);
      const auto visit = [&](auto element) {
        for (std::size_t y = 0; y < std::min<std::size_t>(32, rows - first_row); ++y) {
          for (std::size_t x = 0; x < std::min<std::size_t>(32, columns - first_column); ++x)
            element(y, x, is_put_transposed ? x : y, is_put_transposed ? y : x);
        }
      };
      visit([&](std::size_t y, std::size_t x, std::size_t major, std::size_t minor) {
        tile[major * written + minor] = in[(first_row + y) * columns + first_column + x];
      });
      visit([&](std::size_t y, std::size_t x, std::size_t major, std::size_t minor) {
        out[(first_column + x) * rows + first_row + y] = tile[major * read + minor];
      });
    };
    for (std::size_t r = 0; r < rows; r += 32) {
      for (std::size_t c = 0; c < columns; c += 32) take_tile(r, c);
    }
    return examine(set, out).message;
  };
  const char* const padded = "transpose_padded/wide-4-bytes/padding-3";
  for (const bool is_put_transposed : {false, true}) {
    const auto padded_once = message_of(padded, 35, 32, is_put_transposed);
    EXPECT_NE(padded_once.find("written 35 elements apart and read 32 apart"), std::string::npos)
        << padded_once;
    const auto other = message_of(padded, 32, 35, is_put_transposed);
    EXPECT_NE(other.find("written 32 elements apart and read 35 apart"), std::string::npos)
        << other;
    EXPECT_EQ(message_of(padded, 35, 35, is_put_transposed), "");
    EXPECT_EQ(message_of(padded, 36, 32, is_put_transposed).find("elements apart"),
              std::string::npos);
  }
  const auto small =
      message_of("transpose_padded/4-bytes/33x31",
                 32 + parameter(find("transpose_padded/4-bytes/33x31"), "padding"), 32, false);
  EXPECT_NE(small.find("read 32 apart"), std::string::npos) << small;
}

/// By the definition, lane by lane and word by word: a word costs its bank a pass unless a lane
/// before it in the phase wanted the same word.
std::vector<std::int32_t> passes_again(const Case& set) {
  const auto addresses = set.inputs.at("addresses").as<std::int32_t>();
  const int words = static_cast<int>(set.parameters.at("bytes")) / 4;
  std::vector<std::int32_t> counts(addresses.size() / 32);
  for (std::size_t lane = 0; lane < addresses.size(); lane += 32 / static_cast<unsigned>(words)) {
    std::map<int, std::set<int>> banks;
    for (std::size_t k = 0; k < 32 / static_cast<unsigned>(words); ++k) {
      for (int w = 0; w < words; ++w) {
        const int word = addresses[lane + k] / 4 + w;
        banks[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, set_of_words] : banks) most = std::max(most, set_of_words.size());
    counts[lane / 32] += static_cast<std::int32_t>(most);
  }
  return counts;
}

TEST_F(BankConflictsJudge, KnowsThePasses) {
  std::size_t count = 0;
  for (const Case& set : cases_) {
    if (set.task != "passes") continue;
    auto counts = passes_again(set);
    EXPECT_TRUE(examine_passes(set, counts).is_correct) << set.name;
    counts.back() += 1;
    const auto opinion = examine_passes(set, counts);
    EXPECT_FALSE(opinion.is_correct);
    EXPECT_NE(opinion.message.find("wrong: 1 of"), std::string::npos) << opinion.message;
    ++count;
  }
  EXPECT_EQ(count, 7U);
}

/// What the hardware does differently, and the exercise leaves out.
TEST_F(BankConflictsJudge, WideLoadsNeverShareAddressesInPairs) {
  for (const Case& set : cases_) {
    if (set.task != "passes" || set.parameters.at("bytes") == 4) continue;
    const auto addresses = set.inputs.at("addresses").as<std::int32_t>();
    for (std::size_t warp = 0; warp < addresses.size(); warp += 32) {
      const std::set<std::int32_t> different(
          addresses.begin() + static_cast<std::ptrdiff_t>(warp),
          addresses.begin() + static_cast<std::ptrdiff_t>(warp + 32));
      EXPECT_EQ(different.size(), 32U) << set.name;
    }
  }
}

}  // namespace
}  // namespace warpscope::judge
