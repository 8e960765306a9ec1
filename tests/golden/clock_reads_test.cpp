// What programs read from clocks with exec --clock: that it is the clock by which their launches are
// timed, and near what an H100 showed to the same program.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string_view>

#include "record/metrics.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

constexpr double kClockHz = 1.98e9;  // of the profile h100

VirtualRun run_reads(const std::vector<std::string>& more = {},
                     const std::vector<std::string>& arguments = {}) {
  std::vector<std::string> options{"--profile", "h100", "--clock"};
  options.insert(options.end(), more.begin(), more.end());
  return run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_clock_reads", arguments, options);
}
const VirtualRun& reads() {
  static const VirtualRun run = run_reads();
  return run;
}

/// The numbers of the lines that begin with this word.
std::vector<std::vector<double>> lines_of(const VirtualRun& run, const std::string& word) {
  std::vector<std::vector<double>> found;
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first != word) continue;
    auto& numbers = found.emplace_back();
    for (double number = 0; words >> number;) numbers.push_back(number);
  }
  return found;
}

TEST(ClockReads, ShowTheClockThatTimesTheLaunch) {
  ASSERT_EQ(reads().exit_code, 0) << reads().output;
  for (const record::Launch& launch : reads().record.launches) {
    EXPECT_TRUE(launch.timed_blocks) << launch.kernel;
    EXPECT_EQ(launch.clock_reads, record::ClockReads::by_clock) << launch.kernel;
  }
}

// A loop that waits for so many cycles takes so many, whatever its turns take.
TEST(ClockReads, LetADelayTakeItsTime) {
  const auto delays = lines_of(reads(), "delay");
  const auto launches = reads().launches("delay");
  ASSERT_EQ(delays.size(), 6U) << reads().output;
  ASSERT_EQ(launches.size(), 7U);
  for (std::size_t i = 0; i < delays.size(); ++i) {
    const double wanted = delays[i].at(0), seen = delays[i].at(1);
    EXPECT_GE(seen, wanted);
    EXPECT_LT(seen, wanted + 100);
    EXPECT_GT(launches[i]->duration_s * kClockHz, seen);
    if (wanted == 100000) {
      EXPECT_NEAR(launches[i]->duration_s * kClockHz, wanted, 0.1 * wanted);
    }
  }
}

TEST(ClockReads, OfTwoWarpsAreInOrder) {
  const auto meet = lines_of(reads(), "meet");
  ASSERT_EQ(meet.size(), 1U) << reads().output;
  EXPECT_GT(meet[0].at(0), 5000);  // before the barrier
  EXPECT_LT(meet[0].at(0), 5200);
  EXPECT_GT(meet[0].at(1), 0);  // behind it, the same warp
  EXPECT_LT(std::abs(meet[0].at(2)), 20);
}

TEST(ClockReads, LeaveNothingOfTheRoundsBefore) {
  const auto counted = lines_of(reads(), "count");
  ASSERT_EQ(counted.size(), 1U) << reads().output;
  EXPECT_EQ(counted[0].at(0), 2048);
  EXPECT_EQ(counted[0].at(1), 2048);
  EXPECT_EQ(lines_of(reads(), "said").size(), 1U);
  const VirtualRun plain = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_clock_reads", {}, {});
  const record::Launch& clocked = reads().launch("count");
  const record::Launch& counts = plain.launch("count");
  EXPECT_FALSE(counts.clock_reads);
  for (const auto& [name, value] : counts.counters)
    EXPECT_EQ(counter_or_zero(clocked, name), value) << name;
  EXPECT_EQ(clocked.written_sectors, counts.written_sectors);
}

// Of 2048 blocks some are timed; the others read what like ones do.
TEST(ClockReads, OfASampleFillTheLaunch) {
  const auto places = lines_of(reads(), "places");
  ASSERT_EQ(places.size(), 1U) << reads().output;
  const record::Launch& launch = reads().launch("places");
  EXPECT_LT(*launch.timed_blocks, 2048U);
  const double cycles = launch.duration_s * kClockHz;
  EXPECT_LT(places[0].at(0), cycles);
  EXPECT_GT(places[0].at(0), 0.6 * cycles);
  EXPECT_EQ(places[0].at(2), 132);
}

TEST(ClockReads, GoOnFromLaunchToLaunch) {
  const auto timer = lines_of(reads(), "timer");
  ASSERT_EQ(timer.size(), 1U) << reads().output;
  EXPECT_GT(timer[0].at(1), 100000);
  EXPECT_NEAR(timer[0].at(0) * 1e-9 * kClockHz, timer[0].at(1), 100);
}

TEST(ClockReads, GivePhasesTheirTimes) {
  const record::Launch& launch = reads().launch("marked");
  ASSERT_EQ(launch.phases.size(), 4U);
  for (const record::Phase& phase : launch.phases) {
    EXPECT_GE(phase.end_cycles, phase.begin_cycles + 3000);
    EXPECT_LT(phase.end_cycles, phase.begin_cycles + 3300);
    EXPECT_LT(static_cast<double>(phase.warp_start_ns), launch.duration_s * 1e9 / 2);
  }
}

TEST(ClockReads, AreTheSameForAnyNumberOfWorkers) {
  EXPECT_EQ(run_reads({"--workers", "1"}).output, reads().output);
  EXPECT_EQ(run_reads({"--workers", "2"}).output, reads().output);
}

TEST(ClockReads, OfASpinWithoutEndEndAsItDoesWithoutAClock) {
  const VirtualRun run = run_reads({"--budget", "1000000"}, {"endless"});
  ASSERT_EQ(run.record.launches.size(), 1U) << run.output;
  EXPECT_EQ(run.record.launches[0].is_stopped, true);
  EXPECT_EQ(run.record.launches[0].clock_reads, record::ClockReads::not_timed);
  EXPECT_FALSE(run.record.launches[0].timed_blocks);
}

// What is known of the execution before is not what the last one did.
TEST(ClockReads, OfALaterExecutionThatFailsAreNotTimed) {
  const VirtualRun run = run_reads({}, {"late", "0"});
  ASSERT_EQ(run.record.launches.size(), 1U) << run.output;
  const record::Launch& launch = run.record.launches[0];
  ASSERT_EQ(run.record.findings.size(), 1U);
  EXPECT_EQ(run.record.findings[0].id, "trap");
  EXPECT_EQ(launch.clock_reads, record::ClockReads::about);
  EXPECT_FALSE(launch.timed_blocks);
  EXPECT_FALSE(launch.clock);
}

TEST(ClockReads, OfALaterExecutionThatCannotBeTakenBackAreOfTheClock) {
  const VirtualRun run = run_reads({}, {"late", std::to_string(270 << 20)});
  ASSERT_EQ(run.record.launches.size(), 1U) << run.output;
  EXPECT_EQ(run.record.launches[0].clock_reads, record::ClockReads::about);
  EXPECT_TRUE(run.record.launches[0].timed_blocks);
}

/// What stands before the first colon of a line that a number follows, and that number.
std::map<std::string, double> rows_of(std::istream& lines) {
  constexpr std::string_view kColon = ": ";
  std::map<std::string, double> rows;
  for (std::string line; std::getline(lines, line);) {
    std::size_t at = line.find(kColon);
    while (at != std::string::npos &&
           std::isdigit(static_cast<unsigned char>(line[at + kColon.size()])) == 0)
      at = line.find(kColon, at + 1);
    if (at != std::string::npos)
      rows[line.substr(0, at)] = std::strtod(line.c_str() + at + kColon.size(), nullptr);
  }
  return rows;
}

TEST(ClockReads, AreNearWhatAnH100Shows) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/bench/calibrate/results/h100_clock.txt");
  const auto measured = rows_of(file);
  const VirtualRun run = run_virtually(WARPSCOPE_BINARY_DIR "/bin/warpscope_probes_clock", {"1000"},
                                       {"--profile", "h100", "--clock"});
  ASSERT_EQ(run.exit_code, 0) << run.output;
  std::istringstream output(run.output);
  const auto shown = rows_of(output);
  const std::map<std::string, double> allowed = {
      {"32 threads: from a clock64 to the next", 0.01},
      {"chain of loads, 8 KB, in L1", 0.12},
      {"chain of loads, 1 MB, in L2", 0.05},
      {"chain of loads of shared memory", 0.2},
      {"chain of FFMA", 0.05},
      {"chain of reciprocals", 0.05},
      {"chain of sines", 0.08},
      {"chain of shuffles", 0.02},
      {"1024 threads: a barrier", 0.2},
      {"delay of 1000 cycles, 1 x 32 threads", 0.12},
      {"delay of 1000 cycles, 132 x 256 threads", 0.15},
      {"nanosleep(200)", 0.05},
      {"nanosleep(1000)", 0.03},
      {"nanosleep(100000)", 0.01},
  };
  for (const auto& [row, share] : allowed) {
    ASSERT_TRUE(measured.contains(row) && shown.contains(row)) << row << '\n' << run.output;
    EXPECT_NEAR(shown.at(row), measured.at(row), share * measured.at(row)) << row;
  }
}

}  // namespace
}  // namespace warpscope
