// What a record says of launches of which a sample of the blocks was run.
#include "record/sample.h"

#include <gtest/gtest.h>

#include "record/cut_off.h"
#include "record/export/chrome_trace.h"
#include "record/export/csv.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

RunRecord record_with_sample() {
  auto record = test::sample_record();
  auto& launch = record.launches.at(0);
  launch.grid = {256, 256, 1};
  launch.duration_s = 2e-6;
  launch.sampled_blocks = 100;
  return record;
}

std::string all_sentences(const RunRecord& record) {
  std::string text;
  for (const auto& sentence : sample_sentences(record)) text += sentence + "\n";
  return text;
}

TEST(Samples, AreSaidWhereverANumberStands) {
  const auto record = record_with_sample();
  const auto& launch = record.launches[0];
  EXPECT_EQ(sample_text(launch), "a sample of 100 of 65,536 blocks");
  EXPECT_EQ(launch_time_text(launch), "2 \u00b5s (sample)");
  EXPECT_NE(to_chrome_trace(record).find("a sample of 100 of 65,536 blocks"), std::string::npos);
  const auto csv = launches_to_csv(std::vector{record});
  EXPECT_NE(csv.find(",is_finished,finished_blocks,sampled_blocks,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",1,100,100,"), std::string::npos) << csv;
  EXPECT_NE(all_sentences(record).find("times and counters are of these"), std::string::npos);
  EXPECT_NE(all_sentences(record).find("reads in their places what was there before"),
            std::string::npos);
}

TEST(Samples, OfARecordWithoutNothingIsSaid) {
  const auto record = test::sample_record();
  EXPECT_TRUE(sample_sentences(record).empty());
  EXPECT_EQ(sample_text(record.launches[0]), "");
  EXPECT_FALSE(to_json_value(record).at("launches").at(0).contains("sampled_blocks"));
  EXPECT_FALSE(to_json_value(record).at("launches").at(0).contains("whole_because"));
}

TEST(Samples, ALaunchThatRanWholeSaysWhyOnce) {
  auto record = test::sample_record();
  for (auto& launch : record.launches) {
    launch.kernel = "scan(int*)";
    launch.grid = {1000, 1, 1};
    launch.whole_because = WholeBecause::blocks_may_wait;
  }
  ASSERT_GT(record.launches.size(), 1U);
  ASSERT_EQ(sample_sentences(record).size(), 1U);
  EXPECT_EQ(
      all_sentences(record).find("scan ran all of its 1,000 blocks, not a sample: its blocks"), 0U);
}

TEST(Samples, ThatWereCutOffSayOfHowMany) {
  auto record = record_with_sample();
  record.launches[0].is_stopped = true;
  record.launches[0].finished_blocks = 7;
  EXPECT_NE(cut_off_text(record.launches[0]).find("at least 7 of its 100 sampled blocks"),
            std::string::npos);
}

TEST(Samples, AreKeptInTheFile) {
  auto record = record_with_sample();
  record.launches[1].whole_because = WholeBecause::is_cooperative;
  const auto again = from_json(to_json(record));
  EXPECT_EQ(again.launches[0].sampled_blocks, 100U);
  EXPECT_EQ(again.launches[1].whole_because, WholeBecause::is_cooperative);
  EXPECT_EQ(to_json(again), to_json(record));
}

}  // namespace
}  // namespace warpscope::record
