#include "device/commands.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace warpscope::device {
namespace {

template <typename Kind>
Kind back(const Kind& command) {
  const std::string line = to_json_line(command);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  return std::get<Kind>(command_from_json(line));
}

TEST(Commands, ACaseComesBack) {
  EXPECT_FALSE(back(BeginCase{5, 11, false}).is_checked);
  EXPECT_EQ(back(BeginCase{5, 11, true, 3}).schedule, 3U);
  const BeginCase begun = back(BeginCase{5, 11, true, 0, {{8, MatchBy::lone_words}}});
  EXPECT_TRUE(begun.is_checked);
  EXPECT_EQ(begun.command_id, 5U);
  EXPECT_EQ(begun.case_index, 11U);
  ASSERT_EQ(begun.exchanged.size(), 1U);
  EXPECT_EQ(begun.exchanged[0].bytes, 8U);
  EXPECT_EQ(begun.exchanged[0].match_by, MatchBy::lone_words);
}

TEST(Commands, ARunThatIsCountedAndItsEndComeBack) {
  EXPECT_TRUE(back(BeginCase{5, 11, true, 0, {}, true}).is_counted);
  EXPECT_FALSE(back(BeginCase{5, 11}).is_counted);
  EXPECT_TRUE(back(BeginCase{5, 11, true, 0, {}, false, true}).is_cold);
  EXPECT_FALSE(back(BeginCase{5, 11, true, 0, {}, true}).is_cold);
  EXPECT_EQ(back(EndRun{7}).command_id, 7U);
}

TEST(Commands, NoticedComesBack) { back(Noticed{}); }

TEST(Commands, StopComesBack) { EXPECT_EQ(back(Stop{9}).command_id, 9U); }

/// Gives each field that it visits another value than it has.
class OtherValues {
 public:
  void field(const char*, std::string& member) { member = "/a/b.toml"; }
  void field(const char*, bool& member) { member = !member; }
  template <typename Number>
  void field(const char*, Number& member, std::uint64_t smallest, std::uint64_t largest) {
    member = static_cast<Number>(member == largest ? smallest : largest);
  }
};

TEST(Commands, EveryOptionComesBack) {
  Options options;
  OtherValues others;
  visit_fields(others, options);
  EXPECT_EQ(options.most_checked_accesses, ~std::uint64_t{0});
  EXPECT_EQ(to_json_value(back(Start{options}).options), to_json_value(options));
  EXPECT_NE(to_json_value(options), to_json_value(Options{}));
}

/// The options as text, with one field of another value; "" takes it out.
std::string start_with(const std::string& name, const std::string& value) {
  auto options = to_json_value(Options{});
  if (value.empty()) {
    options.erase(name);
  } else {
    options[name] = nlohmann::json::parse(value);
  }
  return nlohmann::json{{"command", "start"}, {"options", options}}.dump();
}

TEST(Commands, OptionsThatMakeNoSenseAreRefusedBySentencesThatNameThem) {
  const std::vector<std::array<std::string, 3>> mistakes{
      {"device_count", "0", "must be at least 1"},
      {"device_count", "9", "must be at most 8"},
      {"worker_threads", "65", "must be at most 64"},
      {"worker_threads", "-1", "must not be negative"},
      {"copy_engines", "9", "must be at most 8"},
      {"instruction_budget", "1.5", "must be a whole number"},
      {"schedule", "18446744073709551616", "must be a whole number"},
      {"checks", "1", "must be true or false"},
      {"profile_path", "[]", "must be a string"},
      {"models_L1", "true", "is no option of a device"},
      {"follows_data", "", "lacks the field"},
  };
  for (const auto& [name, value, sentence] : mistakes) {
    try {
      command_from_json(start_with(name, value));
      ADD_FAILURE() << name << " = " << value;
    } catch (const record::RecordError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(name), std::string::npos) << text;
      EXPECT_NE(text.find(sentence), std::string::npos) << text;
      EXPECT_EQ(text.find("Not a valid command to a device: "), 0U) << text;
    }
  }
}

TEST(Commands, TextThatIsNoCommandIsRefused) {
  for (const char* line :
       {"", "[]", R"({"command":"stop"})", R"({"command":"halt"})", R"({"command":"begin_case"})",
        R"({"command":"start"})", R"({"command":"start","options":[]})",
        R"({"command":"begin_case","command_id":1,"case_index":4294967296})",
        R"({"command":"begin_case","command_id":1,"case_index":1,"is_checked":true,)"
        R"("schedule":0,"exchanged":[[9999999999,1]]})",
        R"({"command":"begin_case","command_id":1,"case_index":1,"is_checked":true,)"
        R"("schedule":0,"exchanged":[[4,3]]})"}) {
    EXPECT_THROW(command_from_json(line), record::RecordError) << line;
  }
}

}  // namespace
}  // namespace warpscope::device
