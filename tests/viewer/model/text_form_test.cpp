#include "viewer/model/text_form.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace warpscope::viewer::test {
namespace {

TEST(TextForm, GivesBackWhatAFileHas) {
  for (const std::string bytes : {"", "a", "a\n", "a\nb", "a\r\nb\r\n", "\xEF\xBB\xBF x\r\n",
                                  "\xEF\xBB\xBF\n", "\t// \xC3\xA4 \xE2\x82\xAC\n"}) {
    const auto plain = plain_text(bytes);
    EXPECT_EQ(plain.text.find('\r'), std::string::npos);
    EXPECT_EQ(in_form(plain.text, plain.form), bytes);
  }
  EXPECT_EQ(plain_text("a\r\nb\r\n").text, "a\nb\n");
  EXPECT_EQ(in_form("a\nc\nb\n", plain_text("a\r\nb\r\n").form), "a\r\nc\r\nb\r\n");
}

std::string reason_of(std::string_view bytes) {
  try {
    plain_text(bytes);
  } catch (const std::runtime_error& reason) {
    return reason.what();
  }
  return {};
}

TEST(TextForm, RefusesWhatAnEditorWouldChange) {
  EXPECT_NE(reason_of("a\nb\r\n").find("\\r\\n"), std::string::npos);
  for (const std::string_view bytes :
       {std::string_view("x\na\rb"), std::string_view("x\na\0b", 5), std::string_view("x\n\xFF"),
        std::string_view("x\n\xC3"), std::string_view("x\n\xF0\x9F\x98\x80"),
        std::string_view("x\n\xC0\x80"), std::string_view("x\n\xED\xA0\x80")}) {
    EXPECT_NE(reason_of(bytes).find("line 2"), std::string::npos) << bytes;
  }
}

}  // namespace
}  // namespace warpscope::viewer::test
