#include "base/short_words.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

TEST(ShortWords, OnlyLongWordsLoseTheirMiddle) {
  EXPECT_EQ(with_short_words(""), "");
  EXPECT_EQ(with_short_words(" a  b\n"), " a  b\n");
  const std::string fits(160, 'x');
  EXPECT_EQ(with_short_words(fits), fits);
  const std::string name = "begin" + std::string(1000, 'x') + "end";
  const auto text = with_short_words("There is no file " + name + ", so there.");
  EXPECT_EQ(text.rfind("There is no file beginxxx", 0), 0U);
  EXPECT_NE(text.find("x…x"), std::string::npos);
  EXPECT_EQ(text.substr(text.size() - 16), "xxend, so there.");
  EXPECT_LT(text.size(), 250U);
}

TEST(ShortWords, CharactersStayWhole) {
  std::string name;
  for (int i = 0; i < 200; ++i) name += "ü";
  for (const std::string before : {"", "x"}) {
    std::string text = with_short_words(before + name);
    for (auto at = text.find("ü"); at != std::string::npos; at = text.find("ü")) text.erase(at, 2);
    EXPECT_EQ(text, before + "…");
  }
}

TEST(FirstBytes, CharactersStayWhole) {
  const std::string text = "aü€";
  EXPECT_EQ(first_bytes(text, 0), "");
  EXPECT_EQ(first_bytes(text, 2), "a");
  EXPECT_EQ(first_bytes(text, 3), "aü");
  EXPECT_EQ(first_bytes(text, 5), "aü");
  EXPECT_EQ(first_bytes(text, 6), text);
  EXPECT_EQ(first_bytes(text, 100), text);
  EXPECT_EQ(first_bytes("\x80\x80\x80", 2), "") << "no character begins there";
}

}  // namespace
}  // namespace warpscope
