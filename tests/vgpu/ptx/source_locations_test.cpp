#include "vgpu/ptx/source_locations.h"

#include <gtest/gtest.h>

#include "ptx_text.h"

namespace warpscope::ptx::source_locations_test {
namespace {

using test::error_of;
using test::kernel_text;
using test::parse_kernel;
using Places = std::vector<SourceLocation>;

TEST(SourceLocations, ApplyUntilTheNextOne) {
  const Module module = parse_kernel("ret;\n.loc 2 10 3\nret;\nret;\n.loc\t2 0 3\nret;");
  const auto& body = module.functions[0].body;
  EXPECT_EQ(body[0].location, SourceLocation{});
  EXPECT_EQ(body[1].location, (SourceLocation{2, 10, 3}));
  EXPECT_EQ(body[2].location, (SourceLocation{2, 10, 3}));
  EXPECT_EQ(body[3].location, (SourceLocation{2, 0, 3}));
  EXPECT_TRUE(body[1].inlined_at.empty());
  EXPECT_EQ(module.files.size(), 3U) << "a location always indexes the table of files";
}

TEST(SourceLocations, CallSitesFormAChain) {
  const Module module = parse_kernel(
      ".loc 1 33 3\nret;\n"
      ".loc 1 17 3, function_name $L__info_string0, inlined_at 1 33 3\nret;\n"
      ".loc 1 15 7, function_name $L__info_string1+4, inlined_at 1 17 3\nret;\n"
      ".loc 1 34 1\nret;\n"
      ".loc 1 15 8, function_name $L__info_string1, inlined_at 1 17 3\nret;\n");
  const auto& body = module.functions[0].body;
  EXPECT_TRUE(body[0].inlined_at.empty());
  EXPECT_EQ(body[1].inlined_at, (Places{{1, 33, 3}}));
  EXPECT_EQ(body[2].location, (SourceLocation{1, 15, 7}));
  EXPECT_EQ(body[2].inlined_at, (Places{{1, 17, 3}, {1, 33, 3}}));
  EXPECT_TRUE(body[3].inlined_at.empty());
  EXPECT_EQ(body[4].inlined_at, (Places{{1, 17, 3}, {1, 33, 3}}));
}

TEST(SourceLocations, TheLatestCallSiteCounts) {
  const Module module = parse_kernel(
      ".loc 1 17 3, function_name $a, inlined_at 1 33 3\n"
      ".loc 1 17 3, function_name $a, inlined_at 1 40 3\n"
      ".loc 1 15 7, function_name $b, inlined_at 1 17 3\nret;\n"
      ".loc 1 17 3\n.loc 1 15 7, function_name $b, inlined_at 1 17 3\nret;\n");
  const auto& body = module.functions[0].body;
  EXPECT_EQ(body[0].inlined_at, (Places{{1, 17, 3}, {1, 40, 3}}));
  EXPECT_EQ(body[1].inlined_at, (Places{{1, 17, 3}}));
}

// As nvcc writes it where instructions without a place lie between those of one place.
TEST(SourceLocations, APlaceBehindALineOfZeroIsStillInlined) {
  const Module module = parse_kernel(
      ".loc 2 418 7, function_name $a, inlined_at 1 10 3\nret;\n"
      ".loc 2 0 7\nret;\n"
      ".loc 2 418 7\nret;\n"
      ".loc 1 10 3\n.loc 2 418 7\nret;\n"
      ".loc 2 418 7, function_name $a, inlined_at 1 12 3\n.loc 2 0 7\n.loc 2 418 9\nret;\n"
      ".loc 2 0 9\n.loc 2 0 9\n.loc 2 418 7\nret;\n");
  const auto& body = module.functions[0].body;
  EXPECT_EQ(body[0].inlined_at, (Places{{1, 10, 3}}));
  EXPECT_TRUE(body[1].inlined_at.empty());
  EXPECT_EQ(body[2].inlined_at, (Places{{1, 10, 3}}));
  EXPECT_TRUE(body[3].inlined_at.empty()) << "no line of zero in between";
  EXPECT_TRUE(body[4].inlined_at.empty()) << "another place";
  EXPECT_TRUE(body[5].inlined_at.empty()) << "the place before was not inlined";
}

TEST(SourceLocations, WhatIsOutsideOfARecursionStays) {
  const Module module = parse_kernel(
      ".loc 2 9 1, function_name $a, inlined_at 1 40 3\n"  // the user's line
      ".loc 2 9 1, function_name $a, inlined_at 2 9 1\n"
      ".loc 2 5 1, function_name $b, inlined_at 2 9 1\n"
      ".loc 2 9 1, function_name $a, inlined_at 2 5 1\n"
      ".loc 3 7 1, function_name $c, inlined_at 2 9 1\nret;\n");
  EXPECT_EQ(module.functions[0].body[0].inlined_at, (Places{{2, 9, 1}, {2, 5, 1}, {1, 40, 3}}));
}

TEST(SourceLocations, RecursionDoesNotGrowTheChain) {
  std::string body;
  for (int i = 0; i < 1000; ++i) {
    body += ".loc 1 5 1, function_name $a, inlined_at 1 5 1\n";
    body += ".loc 1 6 1, function_name $a, inlined_at 1 5 1\n";
    body += ".loc 1 5 1, function_name $a, inlined_at 1 6 1\nret;\n";
  }
  const Module module = parse_kernel(body);
  EXPECT_LE(module.functions[0].body.back().inlined_at.size(), 3U);
}

TEST(SourceLocations, ChainsAreBounded) {
  std::string body;
  for (int i = 1; i < 5000; ++i) {
    body += ".loc 1 " + std::to_string(i + 1) + " 1, function_name $a, inlined_at 1 " +
            std::to_string(i) + " 1\n";
  }
  const Module module = parse_kernel(body + "ret;");
  const auto& chain = module.functions[0].body[0].inlined_at;
  EXPECT_LE(chain.size(), 64U);
  EXPECT_EQ(chain.front(), (SourceLocation{1, 4999, 1}));
}

TEST(SourceLocations, EachFunctionStartsAfresh) {
  const Module module = test::parse_module(
      ".func f() { .loc 1 17 3, function_name $a, inlined_at 1 33 3\nret; }\n"
      ".func g() { ret; .loc 1 15 7, function_name $b, inlined_at 1 17 3\nret; }");
  EXPECT_EQ(module.functions[1].body[0].location, SourceLocation{});
  EXPECT_EQ(module.functions[1].body[1].inlined_at, (Places{{1, 17, 3}}));
}

TEST(SourceLocations, Errors) {
  for (const char* body : {".loc", ".loc 1", ".loc 1 2", ".loc 1 2 x", ".loc 70000 1 1",
                           ".loc 1 4294967296 1", ".loc 1 -2 3", ".loc 1 2 3, inlined_at",
                           ".loc 1 2 3, inlined_at 1 2", ".loc 1 2 3, function_name",
                           ".loc 1 2 3, function_name 4", ".loc 1 2 3, wrong 4", ".loc 1 2 3,"}) {
    EXPECT_NE(error_of(kernel_text(body)), "") << body;
  }
}

}  // namespace
}  // namespace warpscope::ptx::source_locations_test
