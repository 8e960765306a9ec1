// A deck as one page: nothing from outside, nothing hostile, everything of the deck.
#include "presentation/html/deck_page.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::presentation {
namespace {

std::string page_of(const std::string& text) { return deck_page(markdown::parse_deck(text)); }

/// What stands between <main> and </main>.
std::string slides_of(const std::string& text) {
  const auto page = page_of(text);
  const auto begin = page.find("<main>") + 6;
  return page.substr(begin, page.find("</main>") - begin);
}

bool contains(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST(DeckPage, HasASectionWithNotesForEachSlide) {
  const auto slides = slides_of("## One {#first}\n\ntext\n\n::: notes\nsay it\n:::\n\n## Two\n");
  EXPECT_TRUE(contains(slides, "<section id=\"first\">"));
  EXPECT_TRUE(contains(slides, "<aside>\n<p>say it</p>\n</aside>"));
  EXPECT_TRUE(contains(slides, "<footer>2 / 2</footer>"));
}

TEST(DeckPage, EscapesAllText) {
  const std::string bad = "<script>alert('x')</script><img src=x onerror=y>";
  const auto page = page_of(
      "---\ntitle: \"</title>" + bad + "\"\n---\n\n## " + bad + " {#a\"b>}\n\n" + bad + "\n\n`" +
      bad + "`\n\n```cuda\n" + bad + "\n```\n\n```\"" + bad + "\n" + bad +
      "\n```\n\n| a |\n|---|\n| " + bad + " |\n\n![" + bad + "](http://x/y.png)\n\n<details>" +
      "<summary>" + bad + "</summary>\n" + bad + "\n</details>\n\n::: notes\n" + bad + "\n:::\n");
  EXPECT_FALSE(contains(page, "<script>alert"));
  EXPECT_FALSE(contains(page, "<img"));
  EXPECT_FALSE(contains(page, "</title><script"));
  EXPECT_FALSE(contains(page, "id=\"a\"b"));
  EXPECT_TRUE(contains(page, "&lt;script&gt;"));
}

TEST(DeckPage, FollowsOnlyHarmlessLinks) {
  const auto slides = slides_of(
      "## One\n\n[a](https://example.org/?a=1&b=2) [b](javascript:alert(1)#x) "
      "[c](coalescing#sectors) "
      "[d](file:///etc/passwd) [e](\"onmouseover=x)\n");
  EXPECT_TRUE(contains(slides, "<a href=\"https://example.org/?a=1&amp;b=2\">a</a>"));
  EXPECT_TRUE(contains(slides, "<a href=\"#sectors\">c</a>"));
  EXPECT_FALSE(contains(slides, "javascript:"));
  EXPECT_FALSE(contains(slides, "#x"));
  EXPECT_FALSE(contains(slides, "file:"));
}

TEST(DeckPage, LoadsNothing) {
  const auto page =
      page_of("## One\n\ntext ![picture](https://example.org/a.png)\n\n```figure sectors\n```\n");
  for (const auto* piece : {"src=", "url(", "@import", "<link", "fetch(", "http://", "https://"}) {
    EXPECT_FALSE(contains(page, piece)) << piece;
  }
  EXPECT_TRUE(contains(page, "default-src 'none'"));
}

TEST(DeckPage, ColoursCodeAsTheViewerDoes) {
  const auto slides =
      slides_of("## One\n\n```cuda\n__global__ void f(); /* a\nb */ int x = 1;\n```\n");
  EXPECT_TRUE(contains(slides, "<span class=\"keyword\">__global__</span>"));
  EXPECT_TRUE(contains(slides, "<span class=\"comment\">b */</span>"));
  EXPECT_TRUE(contains(slides, "<span class=\"number\">1</span>"));
  EXPECT_FALSE(contains(slides_of("## One\n\n```sh\nfor int\n```\n"), "<span"));
}

TEST(DeckPage, DrawsFiguresAndTables) {
  const auto slides = slides_of(
      "## One\n\n```figure sectors\nstride = 2\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n");
  EXPECT_TRUE(contains(slides, "<figcaption>1 request, 128 B asked for: 8 sectors"));
  EXPECT_TRUE(contains(slides, "<svg viewBox="));
  EXPECT_TRUE(contains(slides, "<td class=\"right\">2</td>"));
}

TEST(DeckPage, NamesTheSlideOfABrokenFigure) {
  try {
    page_of("## Strides\n\n```figure sectors\n\nstrid = 2\n```\n");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(contains(error.what(), "Slide \"Strides\", line 2 of its figure: "))
        << error.what();
    EXPECT_TRUE(contains(error.what(), "\"stride\"")) << error.what();
  }
}

}  // namespace
}  // namespace warpscope::presentation
