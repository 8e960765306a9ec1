#include "vgpu/ptx/lexer.h"

#include <gtest/gtest.h>

#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::ptx {
namespace {

std::vector<Token> tokens_of(std::string_view text) {
  Lexer lexer(text);
  std::vector<Token> tokens;
  while (lexer.peek().kind != Token::Kind::end) tokens.push_back(lexer.next());
  return tokens;
}

std::vector<std::string_view> texts_of(std::string_view text) {
  std::vector<std::string_view> texts;
  for (const Token& token : tokens_of(text)) texts.push_back(token.text);
  return texts;
}

using Texts = std::vector<std::string_view>;

TEST(Lexer, SplitsAnInstruction) {
  const auto tokens = tokens_of("@!%p1 ld.global.nc.v4.f32 {%f1, _}, [%rd1+-16];");
  Texts texts;
  for (const Token& token : tokens) texts.push_back(token.text);
  EXPECT_EQ(texts, (Texts{"@", "!", "%p1", "ld", "global", "nc", "v4", "f32", "{", "%f1", ",",
                          "_", "}", ",",   "[",  "%rd1",   "+",  "-",  "16",  "]", ";"}));
  EXPECT_EQ(tokens[3].kind, Token::Kind::identifier);
  EXPECT_EQ(tokens[4].kind, Token::Kind::dotted);
  EXPECT_EQ(tokens[18].kind, Token::Kind::number);
}

TEST(Lexer, KeepsDoubleColonsInOneModifier) {
  EXPECT_EQ(texts_of("cp.async.bulk.shared::cluster.mbarrier::complete_tx::bytes.L2::128B"),
            (Texts{"cp", "async", "bulk", "shared::cluster", "mbarrier::complete_tx::bytes",
                   "L2::128B"}));
  EXPECT_EQ(texts_of("tex.2d.16x256b"), (Texts{"tex", "2d", "16x256b"}));
}

TEST(Lexer, ReadsNumbersOfEveryForm) {
  EXPECT_EQ(texts_of("12 0x1Fu 0b101U 017 0f3F800000 0d3FF0000000000000 1.5 1.5e-3 2e+4 1.25E2"),
            (Texts{"12", "0x1Fu", "0b101U", "017", "0f3F800000", "0d3FF0000000000000", "1.5",
                   "1.5e-3", "2e+4", "1.25E2"}));
  EXPECT_EQ(texts_of("0x1e+5"), (Texts{"0x1e", "+", "5"}));
  EXPECT_EQ(texts_of("1<<3"), (Texts{"1", "<<", "3"}));
}

TEST(Lexer, KnowsNamesWithDollarAndPercent) {
  EXPECT_EQ(texts_of("$L__BB0_1: %tid.x a$b _x %"),
            (Texts{"$L__BB0_1", ":", "%tid", "x", "a$b", "_x", "%"}));
}

TEST(Lexer, CountsLinesThroughCommentsAndBlanks) {
  const auto tokens = tokens_of("a // one\n/* two\nthree */ b\r\n\tc");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].line, 1U);
  EXPECT_EQ(tokens[1].line, 3U);
  EXPECT_EQ(tokens[2].line, 4U);
}

TEST(Lexer, ReadsStringsWithEscapedQuotes) {
  const auto tokens = tokens_of(R"("a \"b\" // c" d)");
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].kind, Token::Kind::string);
  EXPECT_EQ(tokens[0].text, R"(a \"b\" // c)");
}

TEST(Lexer, NamesTheLineOfWhatItCannotRead) {
  const auto line_of = [](std::string_view text) {
    try {
      tokens_of(text);
    } catch (const ParseError& error) {
      return error.line();
    }
    return 0U;
  };
  EXPECT_EQ(line_of("a\n`"), 2U);
  EXPECT_EQ(line_of("a\n\n/* never closed"), 3U);
  EXPECT_EQ(line_of("\"no end\n"), 1U);
  EXPECT_EQ(line_of("\"ends with a backslash\\"), 1U);
}

TEST(Lexer, ShowsHostileTokensPrintably) {
  EXPECT_EQ(quoted_text("a\x01\x02z"), "'a?\?z'");
  EXPECT_LT(quoted_text(std::string(1000, 'x')).size(), 70U);
}

}  // namespace
}  // namespace warpscope::ptx
