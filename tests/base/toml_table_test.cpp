#include "base/toml_table.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

/// What a table's reading throws; empty when it accepts.
std::string error_of(std::string_view text, const TomlTable::Read& read) {
  try {
    read_toml(text, "file.toml", read);
  } catch (const TomlError& error) {
    return error.what();
  }
  return {};
}

TEST(TomlTable, GivesEveryKindOfValue) {
  constexpr std::string_view kText = R"toml(
title = "Lab"
share = 0.5
count = 3
tasks = ["a", "b"]
kind = "second"
[limits]
bytes = 7
[[check]]
id = "x"
[[check]]
id = "y"
)toml";
  enum class Kind { first, second };
  std::string ids;
  read_toml(kText, "file.toml", [&](TomlTable& table) {
    EXPECT_EQ(table.text("title"), "Lab");
    EXPECT_EQ(table.text_or("title", "other"), "Lab");
    EXPECT_EQ(table.text_or("absent", "other"), "other");
    EXPECT_EQ(table.texts("tasks"), (std::vector<std::string>{"a", "b"}));
    EXPECT_TRUE(table.texts("absent").empty());
    EXPECT_EQ(table.choice<Kind>("kind", {{"first", Kind::first}, {"second", Kind::second}}),
              Kind::second);
    EXPECT_DOUBLE_EQ(table.number("share", 0, 1), 0.5);
    EXPECT_DOUBLE_EQ(table.number("count", 0, 3), 3);
    EXPECT_DOUBLE_EQ(table.number_if_there("share").value(), 0.5);
    EXPECT_FALSE(table.number_if_there("absent").has_value());
    EXPECT_DOUBLE_EQ(table.positive_or("share", 2), 0.5);
    EXPECT_DOUBLE_EQ(table.positive_or("absent", 2), 2);
    EXPECT_EQ(table.whole("count", 3, 3), 3u);
    EXPECT_EQ(table.whole_or("count", 4), 3u);
    EXPECT_EQ(table.whole_or("absent", 4), 4u);
    table.table("limits", [](TomlTable& limits) { EXPECT_EQ(limits.whole("bytes", 0, 9), 7u); });
    table.table_if_there("absent", [](TomlTable&) { ADD_FAILURE(); });
    table.for_each("check", [&](TomlTable& check) { ids += check.text("id"); });
    table.for_each("absent", [](TomlTable&) { ADD_FAILURE(); });
  });
  EXPECT_EQ(ids, "xy");
}

struct Mistake {
  const char* text;
  TomlTable::Read read;
  const char* error;
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, NameFileLineAndRemedy) {
  const auto& [text, read, error] = GetParam();
  EXPECT_EQ(error_of(text, read), error);
}

const auto kReadText = [](TomlTable& table) { table.text("title"); };
const auto kReadTexts = [](TomlTable& table) { table.texts("tasks"); };
const auto kReadNumber = [](TomlTable& table) { table.number("share", 0.25, 1); };
const auto kReadPositive = [](TomlTable& table) { table.positive_or("share", 1); };
const auto kReadWhole = [](TomlTable& table) { table.whole("count", 2, 9); };
const auto kReadWord = [](TomlTable& table) {
  table.choice<int>("kind", {{"correct", 0}, {"counter", 1}, {"no-finding", 2}});
};
const auto kReadTable = [](TomlTable& table) { table.table("limits", [](TomlTable&) {}); };
const auto kReadArray = [](TomlTable& table) { table.for_each("check", kReadText); };

INSTANTIATE_TEST_SUITE_P(
    Missing, Mistakes,
    testing::Values(
        Mistake{"", kReadText, "file.toml:1: \"title\" is missing"},
        Mistake{"\ntitel = \"x\"", kReadText,
                "file.toml:2: \"titel\" is not a key here; did you mean \"title\", which is "
                "missing?"},
        Mistake{"[[check]]\n[[check]]\ntitle = \"x\"", kReadArray,
                "file.toml:1: \"check.title\" is missing"}));

INSTANTIATE_TEST_SUITE_P(
    Unknown, Mistakes,
    testing::Values(Mistake{"title = \"x\"\ncolour = 1", kReadText,
                            "file.toml:2: \"colour\" is not a key here; there are \"title\""},
                    Mistake{"\ntask = [\"x\"]", kReadTexts,
                            "file.toml:2: \"task\" is not a key here; did you mean \"tasks\"?"},
                    Mistake{"[limits]\nbytes = 1", kReadTable,
                            "file.toml:2: \"limits.bytes\" is not a key here"}));

INSTANTIATE_TEST_SUITE_P(
    WrongTypes, Mistakes,
    testing::Values(
        Mistake{"title = 3", kReadText, "file.toml:1: \"title\" must be a text that is not empty"},
        Mistake{"title = \"\"", kReadText,
                "file.toml:1: \"title\" must be a text that is not empty"},
        Mistake{"tasks = \"x\"", kReadTexts, "file.toml:1: \"tasks\" must be an array of texts"},
        Mistake{"tasks = [\"x\", 1]", kReadTexts,
                "file.toml:1: \"tasks\" must hold texts that are not empty"},
        Mistake{"share = \"1\"", kReadNumber, "file.toml:1: \"share\" must be a number"},
        Mistake{"share = true", kReadNumber, "file.toml:1: \"share\" must be a number"},
        Mistake{"count = 2.0", kReadWhole,
                "file.toml:1: \"count\" must be a whole number from 2 to 9"},
        Mistake{"limits = 3", kReadTable,
                "file.toml:1: \"limits\" must be a table: write [limits]"},
        Mistake{"[check]\ntitle = \"x\"", kReadArray,
                "file.toml:1: \"check\" must be an array of tables: write [[check]]"},
        Mistake{"check = [1]", kReadArray,
                "file.toml:1: \"check\" must be an array of tables: write [[check]]"}));

INSTANTIATE_TEST_SUITE_P(
    WrongValues, Mistakes,
    testing::Values(
        Mistake{"share = 0.2", kReadNumber,
                "file.toml:1: \"share\" must be a number from 0.25 to 1"},
        Mistake{"share = nan", kReadNumber, "file.toml:1: \"share\" must be a finite number"},
        Mistake{"share = inf", kReadPositive, "file.toml:1: \"share\" must be a finite number"},
        Mistake{"share = 0", kReadPositive, "file.toml:1: \"share\" must be above 0"},
        Mistake{"count = 1", kReadWhole,
                "file.toml:1: \"count\" must be a whole number from 2 to 9"},
        Mistake{"count = -3", kReadWhole,
                "file.toml:1: \"count\" must be a whole number from 2 to 9"},
        Mistake{"kind = \"corect\"", kReadWord,
                "file.toml:1: \"kind\" is \"corect\" but must be \"correct\", \"counter\" or "
                "\"no-finding\"; did you mean \"correct\"?"},
        Mistake{"kind = \"x\"", kReadWord,
                "file.toml:1: \"kind\" is \"x\" but must be \"correct\", \"counter\" or "
                "\"no-finding\""}));

TEST(TomlTable, HostileTextIsAnError) {
  const auto read_nothing = [](TomlTable&) {};
  for (const auto& text :
       {std::string("title = "), std::string("\xff\xfe"), std::string("\0", 1),
        std::string(100'000, '['), "a = " + std::string(50'000, '[') + std::string(50'000, ']'),
        "a = " + std::string(100'000, '9'), std::string("a = 1\na = 2")}) {
    const auto error = error_of(text, read_nothing);
    EXPECT_EQ(error.find("file.toml:"), 0u) << text.substr(0, 20);
    EXPECT_NE(error.find("not valid TOML: "), std::string::npos) << text.substr(0, 20);
  }
}

}  // namespace
}  // namespace warpscope
