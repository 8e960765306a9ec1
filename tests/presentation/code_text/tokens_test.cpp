#include "presentation/code_text/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::code_text {
namespace {

std::string kinds(std::string_view line) {
  bool is_in_comment = false;
  std::string out;
  for (const auto& token : tokens(line, is_in_comment)) {
    out += "pktnsc#"[static_cast<std::size_t>(token.kind)];
  }
  return out;
}

TEST(Tokens, TellsTokensApart) {
  EXPECT_EQ(kinds("__global__ void f(int n) { return 0x1f; }  // end"), "kptptpkpnpc");
  EXPECT_EQ(kinds("#include <vector>"), "#");
  EXPECT_EQ(kinds("s = \"a\\\"b\";"), "psp");
}

TEST(Tokens, KnowsTheWordsOfCuda) {
  EXPECT_EQ(kinds("__managed__ float4 v;"), "kptp");
  EXPECT_EQ(kinds("i = threadIdx.x"), "pkp");
  EXPECT_EQ(kinds("threadIdxs"), "p");
}

TEST(Tokens, CarriesCommentsOverLines) {
  bool is_in_comment = false;
  EXPECT_EQ(tokens("a /* b", is_in_comment).size(), 2U);
  EXPECT_TRUE(is_in_comment);
  const auto second = tokens("c */ d", is_in_comment);
  ASSERT_EQ(second.size(), 2U);
  EXPECT_EQ(second[0].text, "c */");
  EXPECT_FALSE(is_in_comment);
}

}  // namespace
}  // namespace warpscope::code_text
