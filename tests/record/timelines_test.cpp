// What stands beside a record: its launches' timelines, in a file that may be hostile.
#include "record/timelines.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <random>
#include <string>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "record/record.h"
#include "record/timeline_slice.h"
#include "tests/record/sample_record.h"

namespace warpscope::record {
namespace {

using Kind = ClockTimeline::Transfer::Kind;

ClockTimeline whole_timeline() {
  ClockTimeline of;
  of.blocks = {{0, 0, 100, 400}, {200, 7, 100, 100'000}};
  of.blocks_left_out = 3;
  of.states = {"selected", "long_scoreboard"};
  of.warps = {{0, 3, 110, {0, 20, 1, 200, 0, 5}}, {0, 4, 111, {}}};
  of.transfers = {
      {Kind::bulk_copies, 0, 1, 1U << 8, 0xFF, 2, 8192, 640, 500, 1300, 1310, 1900},
      {Kind::loads, 0, 0, 1, 0, 4, 512, 600, 600, 1200, 0, 0},
      {Kind::asynchronous_copies, 0, 0, ~std::uint64_t{0}, 1, 4, 512, 600, 700, 700, 700, 700}};
  of.transfers_left_out = 9;
  of.interval_cycles = 32;
  of.bytes_in_flight = {256, std::numeric_limits<std::uint64_t>::max()};
  return of;
}

TEST(TimelineSlice, ComesBackAsItWas) {
  const std::string bytes = to_slice(whole_timeline());
  EXPECT_LT(bytes.size(), 150U);
  const ClockTimeline back = from_slice(bytes);
  EXPECT_EQ(to_slice(back), bytes);
  EXPECT_EQ(back.blocks.at(1).end_cycle, 100'000U);
  EXPECT_EQ(back.states, whole_timeline().states);
  EXPECT_EQ(back.warps.at(0).spans, whole_timeline().warps[0].spans);
  EXPECT_EQ(back.transfers.at(0).used_cycle, 1310U);
  EXPECT_EQ(back.transfers.at(0).given_back_cycle, 1900U);
  EXPECT_EQ(back.transfers.at(1).used_cycle, 0U);
  EXPECT_EQ(back.transfers.at(2).given_back_cycle, 700U);
  EXPECT_EQ(back.transfers.at(2).kind, Kind::asynchronous_copies);
  EXPECT_EQ(back.bytes_in_flight, whole_timeline().bytes_in_flight);
  EXPECT_EQ(to_slice(from_slice(to_slice({}))), to_slice({}));
}

/// It is a timeline or it is refused, and it takes no more memory than its bytes allow.
void expect_harmless(const std::string& bytes) {
  try {
    const ClockTimeline back = from_slice(bytes);
    EXPECT_LE(back.transfers.size(), bytes.size());
    for (const auto& transfer : back.transfers) {
      EXPECT_LE(transfer.asked_cycle, transfer.arrived_cycle);
      if (transfer.used_cycle != 0) {
        EXPECT_LE(transfer.arrived_cycle, transfer.used_cycle);
      }
      if (transfer.used_cycle == 0) {
        EXPECT_EQ(transfer.given_back_cycle, 0U);
      }
      if (transfer.given_back_cycle != 0) {
        EXPECT_LE(transfer.used_cycle, transfer.given_back_cycle);
      }
    }
    for (const auto& block : back.blocks) EXPECT_LE(block.begin_cycle, block.end_cycle);
  } catch (const RecordError& reason) {
    EXPECT_TRUE(std::string(reason.what()).starts_with("A launch's timeline ")) << reason.what();
  }
}

TEST(TimelineSlice, OfAnyBytesIsReadOrRefused) {
  const std::string good = to_slice(whole_timeline());
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_THROW(from_slice(good.substr(0, size)), RecordError) << size;
  EXPECT_THROW(from_slice(good + '\0'), RecordError);
  EXPECT_THROW(from_slice(std::string(9, '\xff') + "\x7f"), RecordError);
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (unsigned changes = 1 + random() % 3; changes != 0; --changes)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    expect_harmless(bytes);
    std::string noise(random() % 64, '\0');
    for (char& byte : noise) byte = static_cast<char>(random());
    expect_harmless(noise);
  }
}

/// A record with timelines of its second launch, saved.
class TimelinesBesideARecord : public testing::Test {
 protected:
  TimelinesBesideARecord() : record_(test::sample_record()) {
    Timelines timelines;
    EXPECT_TRUE(timelines.add(1, to_slice(whole_timeline())));
    record_.timelines = std::make_shared<const Timelines>(std::move(timelines));
    save(record_, path_);
  }

  /// What is said of the file when it has these bytes.
  std::string problem_of(const std::string& bytes) const {
    write_file(beside_, bytes);
    const RunRecord record = load(path_);
    EXPECT_TRUE(record.timelines->is_empty());
    EXPECT_FALSE(timeline_of(record, record.launches[1]));
    return record.timelines->problem();
  }

  const TemporaryFolder folder_{"timelines"};
  const std::filesystem::path path_ = folder_.path() / "run.json";
  const std::filesystem::path beside_ = folder_.path() / "run.json.timelines";
  RunRecord record_;
};

TEST_F(TimelinesBesideARecord, AreReadWhenSomebodyAsks) {
  EXPECT_EQ(read_file(path_).find("bytes_in_flight"), std::string::npos);
  const RunRecord record = load(path_);
  EXPECT_EQ(record.timelines->problem(), "");
  EXPECT_EQ(record.timelines->launches(), std::vector<std::uint32_t>{1});
  EXPECT_FALSE(timeline_of(record, record.launches[0]));
  EXPECT_EQ(to_slice(*timeline_of(record, record.launches[1])), to_slice(whole_timeline()));
  // Saved elsewhere, they go with it.
  const auto other = folder_.path() / "other.json";
  save(record, other);
  EXPECT_EQ(read_file(timelines_path(other)), read_file(beside_));
  // Read once more after the file is gone, as when a new run has replaced it.
  std::filesystem::remove(beside_);
  EXPECT_TRUE(timeline_of(record, record.launches[1]));
}

TEST_F(TimelinesBesideARecord, AreNotMissedAndThoseOfAnOlderRunGo) {
  std::filesystem::remove(beside_);
  EXPECT_EQ(load(path_).timelines, nullptr);
  write_file(beside_, "old");
  save(test::sample_record(), path_);
  EXPECT_FALSE(std::filesystem::exists(beside_));
}

// As /dev/stdout is where it leads to a file: nothing comes beside the link.
TEST_F(TimelinesBesideARecord, StandBesideTheFileThatALinkLeadsTo) {
  const TemporaryFolder elsewhere("links");
  const auto link = elsewhere.path() / "link.json";
  const auto target = folder_.path() / "target.json";
  write_file(target, "");
  std::filesystem::create_symlink(target, link);
  save(record_, link);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_FALSE(std::filesystem::exists(elsewhere.path() / "link.json.timelines"));
  for (const auto& path : {link, target})
    EXPECT_TRUE(timeline_of(load(path), record_.launches[1])) << path;
  save(test::sample_record(), link);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "target.json.timelines"));
}

TEST_F(TimelinesBesideARecord, AreNotKeptOfWhatIsNoFile) {
  const auto null = folder_.path() / "null";
  std::filesystem::create_symlink("/dev/null", null);
  save(record_, null);
  save(record_, "/dev/null");
  EXPECT_FALSE(std::filesystem::exists("/dev/null.timelines"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "null.timelines"));
}

TEST_F(TimelinesBesideARecord, OfAnotherRunAreNotTaken) {
  auto other = test::sample_record();
  other.created = "2026-01-31T12:00:01Z";
  write_file(path_, to_json(other));
  EXPECT_NE(load(path_).timelines->problem().find("it belongs to another run"), std::string::npos);
}

TEST_F(TimelinesBesideARecord, OfAnotherVersionAreRefusedInASentence) {
  std::string bytes = read_file(beside_);
  bytes[8] = 2;
  EXPECT_NE(problem_of(bytes).find("it is of another version of Warpscope."), std::string::npos);
  EXPECT_NE(problem_of("{}").find("cannot be read, or is shorter"), std::string::npos);
  EXPECT_NE(problem_of(std::string(64, 'x')).find("it is no file of timelines"), std::string::npos);
}

TEST_F(TimelinesBesideARecord, ThatAreDamagedAnywhereAreNotTaken) {
  const std::string good = read_file(beside_);
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    write_file(beside_, bytes);
    const RunRecord record = load(path_);
    try {
      EXPECT_FALSE(timeline_of(record, record.launches[1])) << at;
      EXPECT_NE(record.timelines->problem(), "") << at;
    } catch (const RecordError& reason) {
      EXPECT_NE(std::string(reason.what()).find("a launch of it is damaged"), std::string::npos);
    }
  }
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(problem_of(good.substr(0, size)), "") << size;
  EXPECT_NE(problem_of(good + "x").find("it is not as long as it says"), std::string::npos);
}

TEST(Timelines, HaveABound) {
  Timelines timelines;
  EXPECT_FALSE(timelines.add(0, std::string(Timelines::kMostSliceBytes + 1, '\0')));
  std::uint32_t launch = 0;
  while (timelines.add(launch, std::string(Timelines::kMostSliceBytes, '\0'))) ++launch;
  EXPECT_EQ(launch, Timelines::kMostBytes / Timelines::kMostSliceBytes);
}

}  // namespace
}  // namespace warpscope::record
