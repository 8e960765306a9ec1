#include "base/foreign_text.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpscope {
namespace {

std::string utf16(const std::u16string& text, bool is_little, bool has_mark) {
  std::string bytes;
  for (const char16_t unit : (has_mark ? u"\ufeff" : u"") + text) {
    const char low = static_cast<char>(unit & 0xff), high = static_cast<char>(unit >> 8);
    bytes += is_little ? low : high;
    bytes += is_little ? high : low;
  }
  return bytes;
}

TEST(ForeignText, Utf16OfEitherOrderBecomesUtf8WithAndWithoutItsMark) {
  for (const bool is_little : {true, false}) {
    for (const bool has_mark : {true, false}) {
      EXPECT_EQ(utf8_from_utf16(utf16(u"int größe; // 𝄞 €", is_little, has_mark)),
                "int größe; // 𝄞 €");
    }
  }
  EXPECT_EQ(utf8_from_utf16("\xff\xfe"), "");
}

TEST(ForeignText, OtherTextsStayAsTheyAre) {
  for (const std::string text : {"", "a", "int x;", "\xef\xbb\xbfint x;",
                                 "// gr\xf6\xdf"
                                 "e\n"})
    EXPECT_EQ(utf8_from_utf16(text), text);
}

TEST(ForeignText, BrokenUtf16IsTold) {
  const auto whole = utf16(u"int x; // 𝄞", true, true);
  const std::vector<std::string> broken{
      whole.substr(0, whole.size() - 1), whole.substr(0, whole.size() - 2),
      whole.substr(0, whole.size() - 4) + whole.substr(whole.size() - 2)};
  for (const auto& text : broken) {
    try {
      utf8_from_utf16(text);
      ADD_FAILURE() << text.size();
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("broken at byte"), std::string::npos);
    }
  }
}

TEST(ForeignText, NamesOfAnyEncodingBecomeUtf8) {
  EXPECT_EQ(utf8_of_any("M\xfcller \x80"), "Müller €");
  EXPECT_EQ(utf8_of_any("Müller"), "Müller");
  EXPECT_EQ(utf8_of_any("\xef\xbb\xbfid"), "id");
  EXPECT_EQ(utf8_of_any(utf16(u"Id\tName", true, true)), "Id\tName");
}

TEST(ForeignText, OnlyShortestFormsAreUtf8) {
  for (const char* text : {"a", "ö", "€", "𝄞", "\xf4\x8f\xbf\xbf"}) EXPECT_TRUE(is_utf8(text));
  for (const char* text : {"\x80", "\xc0\x80", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80",
                           "\xf5\x80\x80\x80", "\xf4\x90\x80\x80", "\xe2\x82"})
    EXPECT_FALSE(is_utf8(text)) << text;
}

}  // namespace
}  // namespace warpscope
