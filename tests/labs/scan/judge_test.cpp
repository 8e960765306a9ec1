// The answers that the judge of scan compares with, beside some that are known, and what it says of
// wrong ones.
#include <gtest/gtest.h>

#include <string>

#include "labs/judge/new_case.h"
#include "labs/scan/judge/answers.h"

namespace warpscope::labs::scan {
namespace {

TEST(ScanAnswers, BeginAnewInEachSegment) {
  const Words in{3, 1, 4, 1, 5};
  EXPECT_EQ(inclusive_scan(in, 5), (Words{3, 4, 8, 9, 14}));
  EXPECT_EQ(inclusive_scan(in, 3), (Words{3, 4, 8, 1, 6}));
  EXPECT_EQ(exclusive_scan(in, 3), (Words{0, 3, 4, 0, 1}));
  EXPECT_EQ(inclusive_scan({0x80000000U, 0x80000001U}, 2), (Words{0x80000000U, 1}));
}

TEST(ScanAnswers, KeepTheOrder) {
  EXPECT_EQ(compact({3, 1, 4, 1, 5}, 3), (Words{3, 4, 5}));
  EXPECT_EQ(compact({3, 1}, 0), (Words{3, 1}));
  EXPECT_EQ(compact({3, 1}, 4), Words());
}

judge::Case scan_case(const std::string& task, const Words& in) {
  return NewCase(task, 1).input("in", in).output<std::uint32_t>("out", in.size());
}

std::string said_of(const judge::Case& set, const Words& out) {
  return examine_scan(set, {{"out", array_of(out)}}).message;
}

TEST(ScanOpinions, SayWhatAWrongSumIsTheRightOneOf) {
  const auto warps = scan_case("scan_warps", {5, 2, 7});
  EXPECT_EQ(said_of(warps, {5, 7, 14}), "");
  EXPECT_NE(said_of(warps, {5, 9, 14})
                .find("out[1] (number 1 of group 0) is 9, expected 7 (the "
                      "number itself is once too often in it)"),
            std::string::npos)
      << said_of(warps, {5, 9, 14});
  // Lane 0 doubles five times.
  EXPECT_NE(said_of(warps, {160, 112, 14}).find("nobody is so far below"), std::string::npos)
      << said_of(warps, {160, 112, 14});
  const auto tree = scan_case("scan_tree", {5, 2, 7});
  EXPECT_EQ(said_of(tree, {0, 5, 7}), "");
  EXPECT_NE(said_of(tree, {5, 7, 14}).find("once too often"), std::string::npos);
}

TEST(ScanOpinions, SayWhichTilesAreMissing) {
  Words in(3 * kTreeTile);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::uint32_t>(i % 7 + 1);
  const auto whole = scan_case("scan_long", in);
  const Words right = inclusive_scan(in, in.size());
  EXPECT_EQ(said_of(whole, right), "");
  const Words of_tile = inclusive_scan(in, kTreeTile);
  EXPECT_NE(said_of(whole, of_tile).find("nothing of the tiles before it"), std::string::npos);
  Words last_only = right;
  for (std::size_t i = 2 * kTreeTile; i < in.size(); ++i)
    last_only[i] = of_tile[i] + of_tile[2 * kTreeTile - 1];
  EXPECT_NE(said_of(whole, last_only).find("only the last one is in it"), std::string::npos);
}

TEST(ScanOpinions, TellATileCountedTwiceFromANumberCountedTwice) {
  Words in(kTreeTile + 1, 1);
  in.back() = 5;
  const auto whole = scan_case("scan_long", in);
  Words out = inclusive_scan(in, in.size());
  out.back() += 5;
  EXPECT_NE(said_of(whole, out).find("the sum of its own tile is once too often in it"),
            std::string::npos)
      << said_of(whole, out);
  out = inclusive_scan(in, in.size());
  out[1] += 1;
  EXPECT_NE(said_of(whole, out).find("the number itself is once too often in it"),
            std::string::npos)
      << said_of(whole, out);
}

TEST(ScanOpinions, NameBitsThatAStatusHasTaken) {
  const auto whole = scan_case("scan_once", {0x40000007U, 0x80000001U});
  EXPECT_NE(said_of(whole, {7, 8}).find("its lower 30 bits are right"), std::string::npos)
      << said_of(whole, {7, 8});
  EXPECT_EQ(said_of(whole, {8, 9}).find("its lower 30 bits are right"), std::string::npos);
}

TEST(ScanOpinions, LookAtNumberOrderAndTheRest) {
  constexpr std::uint32_t kNothing = 0xFFFFFFFFU;
  const judge::Case set = NewCase("compact", 1)
                              .parameter("limit", 3)
                              .input("in", Words{3, 1, 4})
                              .output<std::uint32_t>("out", 3)
                              .output<std::uint32_t>("kept", 1);
  const auto said = [&](const Words& out, std::uint32_t kept) {
    return examine_compact(set, {{"out", array_of(out)}, {"kept", array_of(Words{kept})}}).message;
  };
  EXPECT_EQ(said({3, 4, kNothing}, 2), "");
  EXPECT_NE(said({3, 4, kNothing}, 3), "");
  EXPECT_NE(said({3, 4, 0}, 2).find("out[2] is written"), std::string::npos);
  EXPECT_NE(said({4, 3, kNothing}, 2).find("in another order"), std::string::npos);
}

TEST(ScanOpinions, SayWhatAWrongNumberOfKeptNumbersIs) {
  EXPECT_NE(note_of_kept({3, 1, 4}, 3, 1).find("the limit itself"), std::string::npos);
  EXPECT_NE(note_of_kept({3, 1, 4}, 0, 1024).find("behind the end"), std::string::npos);
  const Words many(2 * kTreeTile + 1, 7);
  EXPECT_NE(note_of_kept(many, 3, 2 * kTreeTile).find("the end of tile 1"), std::string::npos);
  EXPECT_EQ(note_of_kept(many, 3, 5), "");
}

}  // namespace
}  // namespace warpscope::labs::scan
