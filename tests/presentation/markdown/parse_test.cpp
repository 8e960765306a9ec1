#include <gtest/gtest.h>

#include "presentation/markdown/document.h"

namespace warpscope::markdown {
namespace {

using Kind = Block::Kind;

TEST(Markdown, KeepsStylesOfText) {
  const auto document = parse("plain **bold** *slanted* `code` ~~gone~~ [text](#there)\n");
  ASSERT_EQ(document.blocks.size(), 1U);
  const auto& spans = document.blocks[0].spans;
  EXPECT_EQ(plain_text(spans), "plain bold slanted code gone text");
  const auto find = [&](std::string_view text) {
    for (const auto& span : spans) {
      if (span.text == text) return span;
    }
    ADD_FAILURE() << text;
    return Span{};
  };
  EXPECT_TRUE(find("bold").is_strong);
  EXPECT_TRUE(find("slanted").is_emphasised);
  EXPECT_TRUE(find("code").is_code);
  EXPECT_TRUE(find("gone").is_struck);
  EXPECT_EQ(find("text").link, "#there");
}

TEST(Markdown, ReadsHeadingsAndRules) {
  const auto document = parse("# One\n\n### Three\n\n***\n");
  ASSERT_EQ(document.blocks.size(), 3U);
  EXPECT_EQ(document.blocks[0].kind, Kind::heading);
  EXPECT_EQ(document.blocks[0].level, 1);
  EXPECT_EQ(document.blocks[1].level, 3);
  EXPECT_EQ(document.blocks[2].kind, Kind::rule);
}

TEST(Markdown, NestsLists) {
  const auto document = parse("- a\n  1. b\n  2. c\n- d\n");
  ASSERT_EQ(document.blocks.size(), 1U);
  const auto& list = document.blocks[0];
  EXPECT_EQ(list.kind, Kind::list);
  EXPECT_FALSE(list.is_ordered);
  ASSERT_EQ(list.children.size(), 2U);
  EXPECT_EQ(plain_text(list.children[0].spans), "a");
  ASSERT_EQ(list.children[0].children.size(), 1U);
  EXPECT_TRUE(list.children[0].children[0].is_ordered);
  EXPECT_EQ(list.children[0].children[0].children.size(), 2U);
}

TEST(Markdown, KeepsCodeAsItIs) {
  const auto document = parse("```cuda\nint a;\n\n  b < c && **d**;\n```\n");
  ASSERT_EQ(document.blocks.size(), 1U);
  EXPECT_EQ(document.blocks[0].language, "cuda");
  EXPECT_EQ(document.blocks[0].code, "int a;\n\n  b < c && **d**;");
}

TEST(Markdown, ReadsTables) {
  const auto document = parse("| a | b |\n|--:|:-:|\n| 1 | `2` |\n");
  ASSERT_EQ(document.blocks.size(), 1U);
  const auto& table = document.blocks[0];
  ASSERT_EQ(table.kind, Kind::table);
  ASSERT_EQ(table.children.size(), 2U);
  EXPECT_TRUE(table.children[0].is_header);
  EXPECT_FALSE(table.children[1].is_header);
  EXPECT_EQ(table.children[1].children[0].alignment, Alignment::right);
  EXPECT_EQ(table.children[1].children[1].alignment, Alignment::center);
  EXPECT_EQ(plain_text(table.children[1].children[1].spans), "2");
}

TEST(Markdown, FoldsDetails) {
  const auto document =
      parse("before\n\n<details><summary>Hint *one*</summary>\nDo `this`.\n</details>\nafter\n");
  ASSERT_EQ(document.blocks.size(), 3U);
  EXPECT_EQ(document.blocks[1].kind, Kind::details);
  EXPECT_EQ(plain_text(document.blocks[1].spans), "Hint one");
  ASSERT_EQ(document.blocks[1].children.size(), 1U);
  EXPECT_EQ(plain_text(document.blocks[1].children[0].spans), "Do this.");
  EXPECT_EQ(plain_text(document.blocks[2].spans), "after");
}

TEST(Markdown, ShowsOtherHtmlAsTextAndReadsEntities) {
  const auto document = parse("<b>x</b> 32 &times; 4 &#8804; &lt; &unknown;\n");
  EXPECT_EQ(plain_text(document.blocks[0].spans), "<b>x</b> 32 × 4 ≤ < &unknown;");
}

TEST(Markdown, SurvivesDeepNestingAndRubbish) {
  std::string deep;
  for (int i = 0; i < 500; ++i) deep += "> ";
  const auto document = parse(deep + "text\n");
  int depth = 0;
  for (const auto* blocks = &document.blocks; !blocks->empty(); blocks = &blocks->front().children)
    ++depth;
  EXPECT_GT(depth, 10);
  EXPECT_LE(depth, 64);
  const auto rubbish = parse(std::string("\xff\xfe\0[](<details>|\n---|", 20));
  EXPECT_LE(rubbish.blocks.size(), 4U);
}

}  // namespace
}  // namespace warpscope::markdown
