#include "runner/score/name_use.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

std::vector<std::string> found(std::string_view text, const std::vector<std::string>& names,
                               const std::vector<std::string>& headers = {}) {
  std::vector<std::string> result;
  for (const auto& use : uses_of(text, names, headers)) {
    result.push_back(std::to_string(use.line) + " " + use.name);
  }
  return result;
}

using Uses = std::vector<std::string>;

TEST(NameUses, AreWholeWordsOutsideOfCommentsAndStrings) {
  const std::vector<std::string> names{"sort"};
  EXPECT_EQ(found("int a;\nsort(a);\n", names), Uses{"2 sort"});
  EXPECT_EQ(found("sorted(a); my_sort(b); sort2();", names), Uses{});
  EXPECT_EQ(found("// sort\n/* sort\nsort */ \"sort\" 'sort' \"\\\"sort\"", names), Uses{});
  EXPECT_EQ(found("R\"x( sort )\" sort )x\" + sort", names), Uses{"1 sort"});
  EXPECT_EQ(found("auto a = 1'000; sort(b); auto c = 'x';", names), Uses{"1 sort"});
}

TEST(NameUses, AreSeenAcrossLinesThatABackslashJoins) {
  EXPECT_EQ(found("int a;\nso\\\nrt(a);\nb;", {"sort"}), Uses{"2 sort"});
  EXPECT_EQ(found("// a comment that goes on \\\n sort(a);\nsort(b);", {"sort"}), Uses{"3 sort"});
}

TEST(NameUses, MayHaveANamespace) {
  const std::vector<std::string> names{"std::sort"};
  EXPECT_EQ(found("std :: sort(a); sort(b); std::stable_sort(c);", names), Uses{"1 std::sort"});
}

TEST(NameUses, PastedNamesAreAUse) {
  EXPECT_EQ(found("#define JOIN(a, b) a##b\nJOIN(so, rt)(x);", {"sort"}), Uses{"1 ##"});
  EXPECT_EQ(found("%:define JOIN(a, b) a%:%:b", {"sort"}), Uses{"1 ##"});
  EXPECT_EQ(found("#define sort(x) x", {"sort"}), Uses{"1 sort"});
}

TEST(NameUses, HeadersFitGlobs) {
  const std::vector<std::string> headers{"cub/*", "algorithm"};
  EXPECT_EQ(found("#include <cub/device/x.cuh>\n  #  include \"algorithm\"\n#include <cstdio>", {},
                  headers),
            (Uses{"1 cub/device/x.cuh", "2 algorithm"}));
  EXPECT_EQ(found("// #include <algorithm>\n", {}, headers), Uses{});
}

TEST(NameUses, ABrokenTextIsRead) {
  for (const std::string text :
       {"\"", "'", "/*", "R\"", "R\"x(", "#include", "#include <", "#", "\\", "%:", "1'", "a\\"}) {
    EXPECT_EQ(found(text, {"sort"}, {"*"}), Uses{}) << text;
  }
}

}  // namespace
}  // namespace warpscope::runner
