#include "presentation/markdown/deck.h"

#include <gtest/gtest.h>

namespace warpscope::markdown {
namespace {

TEST(Deck, SplitsAtHeadingsAndRules) {
  const auto deck = parse_deck(
      "# Title\n\n## One\n\ntext\n\n---\n\nno heading\n\n### Part of the same\n\n## Two\n");
  ASSERT_EQ(deck.slides.size(), 4U);
  EXPECT_EQ(deck.title, "Title");
  EXPECT_EQ(deck.slides[1].title, "One");
  EXPECT_EQ(deck.slides[2].title, "Part of the same");
  EXPECT_EQ(deck.slides[2].body.blocks.size(), 2U);
  EXPECT_EQ(deck.slides[3].title, "Two");
}

TEST(Deck, TakesTheTitleFromTheFrontMatter) {
  const auto deck =
      parse_deck("---\ntitle: \"A title: with a colon\"\nauthor: us\n---\n\n## One\n");
  EXPECT_EQ(deck.title, "A title: with a colon");
  EXPECT_EQ(deck.slides.size(), 1U);
}

TEST(Deck, KeepsNotesApart) {
  const auto deck =
      parse_deck("## One\n\nbody\n\n::: notes\nfirst\n\n- second\n:::\n\nmore body\n");
  ASSERT_EQ(deck.slides.size(), 1U);
  EXPECT_EQ(deck.slides[0].body.blocks.size(), 3U);
  EXPECT_EQ(deck.slides[0].notes.blocks.size(), 2U);
}

TEST(Deck, LooksAwayFromCode) {
  const auto deck = parse_deck("## One\n\n```\n## not a slide\n---\n::: notes\n```\n\nend\n");
  ASSERT_EQ(deck.slides.size(), 1U);
  EXPECT_TRUE(deck.slides[0].notes.blocks.empty());
  ASSERT_EQ(deck.slides[0].body.blocks.size(), 3U);
  EXPECT_EQ(deck.slides[0].body.blocks[1].code, "## not a slide\n---\n::: notes");
}

TEST(Deck, FindsSlidesByAnchor) {
  const auto deck = parse_deck("## Sectors and lines {#sectors}\n\n## Rows: a Table\n");
  ASSERT_EQ(deck.slides.size(), 2U);
  EXPECT_EQ(deck.slides[0].title, "Sectors and lines");
  EXPECT_EQ(find_slide(deck, "sectors"), 0U);
  EXPECT_EQ(find_slide(deck, "rows-a-table"), 1U);
  EXPECT_EQ(find_slide(deck, "absent"), std::string_view::npos);
}

TEST(Deck, IsEmptyForAnEmptyText) {
  EXPECT_TRUE(parse_deck("").slides.empty());
  EXPECT_TRUE(parse_deck("---\n---\n\n").slides.empty());
}

}  // namespace
}  // namespace warpscope::markdown
