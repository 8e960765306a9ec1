#include "record/what_if.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "record/json_value.h"

namespace warpscope::record {
namespace {

Launch tried() {
  Launch launch;
  launch.duration_s = 10e-6;
  auto& clock = launch.clock.emplace();
  clock.sms = 3;
  clock.tail_cycles = 7;
  clock.what_if = {{"fewest_sectors", 9e-6, {{"selected", 5}}, {{"l2", 0.5}}},
                   {"no_bank_conflicts", 4e-6, {}, {}},
                   {"full_occupancy", 11e-6, {}, {}}};
  return launch;
}

TEST(WhatIf, IsSortedByWhatItSaves) {
  const auto launch = tried();
  const auto sorted = by_savings(launch);
  ASSERT_EQ(sorted.size(), 3U);
  EXPECT_EQ(sorted[0]->change, "no_bank_conflicts");
  EXPECT_DOUBLE_EQ(saved_share(launch, *sorted[0]), 0.6);
  EXPECT_EQ(sorted[2]->change, "full_occupancy");
  EXPECT_LT(saved_share(launch, *sorted[2]), 0);
  EXPECT_TRUE(by_savings(Launch()).empty());
}

TEST(WhatIf, EachChangeHasWordsOfItsOwn) {
  std::set<std::string_view> meanings;
  for (const auto& change : model_changes()) {
    EXPECT_TRUE(meanings.insert(change.meaning).second) << change.name;
    EXPECT_EQ(meaning_of_change(change.name), change.meaning);
  }
  EXPECT_EQ(meaning_of_change("of a later version"), "of a later version");
}

TEST(WhatIf, IsInTheRecordWhereItWasAsked) {
  const auto json = to_json_value(tried());
  const auto read = launch_from_json(JsonView(json));
  EXPECT_EQ(to_json_value(read), json);
  EXPECT_EQ(read.clock->what_if.at(0).use.at("l2"), 0.5);
  EXPECT_EQ(read.clock->tail_cycles, 7U);
  auto plain = tried();
  plain.clock->what_if.clear();
  EXPECT_FALSE(to_json_value(plain).at("clock").contains("what_if"));
}

}  // namespace
}  // namespace warpscope::record
