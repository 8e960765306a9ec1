// Times that one process has kept and another one finds: the same to the digit, and none where
// anything that they depend on is another one.
#include "vgpu/server/kept_times.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "record/timeline_slice.h"
#include "tests/support/profiles.h"
#include "tests/vgpu/timing/clock/load_kernel.h"
#include "vgpu/server/clocked_launch.h"
#include "vgpu/timing/code_fingerprint.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;
using timing::test::Launch;
using timing::test::LoadKernel;

class KeptTimes : public testing::Test {
 protected:
  KeptTimes() { fs::remove_all(folder_); }
  ~KeptTimes() override { fs::remove_all(folder_); }

  /// What a process that begins now says of the launch, and whether its clock has run.
  struct Told {
    timing::TimedLaunch timed;
    bool has_run = false;
    std::string timeline;
  };
  Told told(LoadKernel& of, const Launch& launch, const arch::Profile& profile,
            const std::string& build) const {
    of.code.fingerprint = timing::fingerprint(of.code);
    device::KeptTimes keeper(folder_, profile, build);
    timing::EqualLaunches launches;
    const timing::L2Contents l2(1 << 20);
    const exec::TouchedMemory touched = touched_by(launch);
    exec::LaunchTrace trace;
    timing::TimedShape shape = timing::test::trace_launch(launch, of, touched, trace);
    shape.l2_contents = &l2;
    shape.timeline = std::make_shared<timing::LaunchTimeline>();
    const auto timed = launches.time(profile, of.code, trace, shape, touched, &keeper);
    if (!timed) throw std::runtime_error("The clock declined.");
    Told result{*timed, launches.runs() == 1, {}};
    result.timeline = timed->kept_timeline
                          ? *timed->kept_timeline
                          : record::to_slice(timeline_of(
                                *timed->timeline, static_cast<std::uint64_t>(timed->duration_s *
                                                                             profile.sm.clock_hz)));
    return result;
  }
  Told told(LoadKernel& of) const { return told(of, {}, profile_, "build"); }

  std::vector<fs::path> files() const {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.is_regular_file()) all.push_back(entry.path());
    }
    return all;
  }

  const fs::path folder_ =
      fs::temp_directory_path() / ("kept-times-test-" + std::to_string(::getpid()));
  arch::Profile profile_ = arch::test::profile("mini");
};

struct KernelAt : LoadKernel {
  explicit KernelAt(std::uint32_t line) {
    code.lines = {{"a.cu", line}, {"a.cu", line + 1}};
    code.carried_loads = {{{}, {}}, {false, false}};
  }
};

TEST_F(KeptTimes, AreTheSameInTheNextProcess) {
  KernelAt kernel(7), again(7);
  const Told first = told(kernel), second = told(again);
  EXPECT_TRUE(first.has_run);
  EXPECT_FALSE(second.has_run);
  EXPECT_EQ(second.timed.duration_s, first.timed.duration_s);
  EXPECT_EQ(second.timed.blocks, first.timed.blocks);
  EXPECT_EQ(second.timed.sms, first.timed.sms);
  EXPECT_EQ(second.timed.tail_cycles, first.timed.tail_cycles);
  EXPECT_EQ(second.timed.fetched_bytes, first.timed.fetched_bytes);
  EXPECT_GT(first.timed.fetched_bytes, 0U);
  const timing::LaunchStalls &stalls = second.timed.stalls, &of_first = first.timed.stalls;
  EXPECT_EQ(stalls.cycles, of_first.cycles);
  EXPECT_EQ(stalls.sm_cycles, of_first.sm_cycles);
  ASSERT_EQ(of_first.lines.size(), 2U);
  ASSERT_EQ(stalls.lines.size(), 2U);
  std::size_t causes = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(stalls.lines[i].where, of_first.lines[i].where);
    EXPECT_EQ(stalls.lines[i].cycles, of_first.lines[i].cycles);
    ASSERT_EQ(stalls.lines[i].causes.size(), of_first.lines[i].causes.size());
    for (std::size_t k = 0; k < stalls.lines[i].causes.size(); ++k, ++causes) {
      const auto &cause = stalls.lines[i].causes[k], &before = of_first.lines[i].causes[k];
      EXPECT_EQ(cause.where, before.where);
      EXPECT_EQ(cause.cycles, before.cycles);
      EXPECT_EQ(cause.times, before.times);
    }
  }
  EXPECT_GT(causes, 0U);
  ASSERT_EQ(second.timed.use.size(), first.timed.use.size());
  for (std::size_t i = 0; i < first.timed.use.size(); ++i) {
    EXPECT_EQ(second.timed.use[i].part, first.timed.use[i].part);
    EXPECT_EQ(second.timed.use[i].share, first.timed.use[i].share);
  }
  EXPECT_EQ(second.timeline, first.timeline);
  EXPECT_FALSE(record::from_slice(second.timeline).blocks.empty());
}

TEST_F(KeptTimes, AreOfTheLinesWhereTheKernelStandsNow) {
  KernelAt kernel(7), moved(70);
  const Told first = told(kernel), second = told(moved);
  EXPECT_FALSE(second.has_run);
  ASSERT_EQ(second.timed.stalls.lines.size(), first.timed.stalls.lines.size());
  for (std::size_t i = 0; i < first.timed.stalls.lines.size(); ++i) {
    EXPECT_EQ(second.timed.stalls.lines[i].where.line, first.timed.stalls.lines[i].where.line + 63);
    EXPECT_EQ(second.timed.stalls.lines[i].cycles, first.timed.stalls.lines[i].cycles);
  }
}

TEST_F(KeptTimes, AreNotThoseOfAnotherKernelProfileBuildOrLaunch) {
  KernelAt kernel(7);
  told(kernel);
  KernelAt other(7);
  other.function.code[0].stall_cycles = 15;
  EXPECT_TRUE(told(other).has_run);
  arch::Profile profile = profile_;
  profile.figures.at(0).value += "0";
  EXPECT_TRUE(told(kernel, {}, profile, "build").has_run);
  EXPECT_TRUE(told(kernel, {}, profile_, "another build").has_run);
  Launch launch;
  launch.blocks = 5;
  EXPECT_TRUE(told(kernel, launch, profile_, "build").has_run);
  EXPECT_FALSE(told(kernel).has_run);
}

TEST_F(KeptTimes, ThatSomebodyHasChangedAreNotTaken) {
  KernelAt kernel(7);
  const Told first = told(kernel);
  ASSERT_EQ(files().size(), 1U);
  const fs::path file = files().front();
  const auto bytes = fs::file_size(file);
  for (std::uintmax_t at = 0; at < bytes; at += 7) {
    {
      std::fstream changed(file, std::ios::in | std::ios::out | std::ios::binary);
      changed.seekg(static_cast<std::streamoff>(at));
      const auto byte = static_cast<char>(changed.get() ^ 1);
      changed.seekp(static_cast<std::streamoff>(at));
      changed.put(byte);
    }
    const Told again = told(kernel);
    EXPECT_TRUE(again.has_run) << at;
    EXPECT_EQ(again.timed.duration_s, first.timed.duration_s);
    EXPECT_FALSE(told(kernel).has_run) << "it has not been written anew";
  }
  for (const std::uintmax_t left :
       {bytes - 1, std::uintmax_t{16}, std::uintmax_t{3}, std::uintmax_t{0}}) {
    fs::resize_file(file, left);
    EXPECT_TRUE(told(kernel).has_run) << left;
  }
}

TEST_F(KeptTimes, AFolderThatCannotBeWrittenTakesNothingAway) {
  std::ofstream(folder_) << "no folder";
  KernelAt kernel(7);
  EXPECT_TRUE(told(kernel).has_run);
  EXPECT_TRUE(told(kernel).has_run);
}

TEST_F(KeptTimes, TheOldestGoWhereThereAreMany) {
  KernelAt kernel(7);
  const Told first = told(kernel);
  device::KeptTimes keeper(folder_, profile_, "build");
  constexpr std::uint64_t kMany = 40'000;
  timing::TimedLaunch timed = first.timed;
  timed.timeline.reset();
  timed.stalls.lines.clear();
  for (std::uint64_t i = 0; i < kMany; ++i) {
    timing::Hasher hasher;
    hasher.add(i);
    keeper.keep(hasher.value(), kernel.code, timed);
  }
  EXPECT_GT(files().size(), kMany / 4);
  // 256 folders of 256 files, which are looked through at every sixteenth.
  EXPECT_LE(files().size(), 256U * (256U + 64U));
}

TEST(BuildId, IsOfThisProgram) {
  EXPECT_GE(build_id().size(), 8U);
  EXPECT_EQ(build_id(), build_id());
}

}  // namespace
}  // namespace warpscope::device
