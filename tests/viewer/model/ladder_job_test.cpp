#include "viewer/model/ladder_job.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/viewer/support/sample_lab.h"

namespace warpscope::viewer::test {
namespace {

bool wait(const std::function<bool()>& is_done) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!is_done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

TEST(LadderJob, RunsEachRungAndKeepsItsRow) {
  const SampleLab lab;
  const auto services = lab.services();
  LadderJob job(services.run_lab, ladder_plan(services.labs.front()), [] {});
  ASSERT_TRUE(wait([&] { return job.is_finished(); }));
  EXPECT_EQ(job.problem(), "");
  EXPECT_EQ(job.stage(), "");
  const auto rows = job.rows();
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].name, "starter");
  EXPECT_EQ(rows[1].change, "neighbours load neighbours");
  EXPECT_EQ(rows[2].name, "reference");
  ASSERT_EQ(rows[2].values.size(), 1U);
  EXPECT_TRUE(rows[2].values[0].has_value());
}

TEST(LadderJob, KeepsRowsWhenItIsCancelled) {
  const SampleLab lab;
  const auto services = lab.services();
  LadderJob job(services.run_lab, ladder_plan(services.labs.front()),
                [&] { lab.runner().is_slow = lab.runner().runs >= 2; });
  ASSERT_TRUE(wait([&] { return job.stage().ends_with("stride-8"); }));
  job.cancel();
  ASSERT_TRUE(wait([&] { return job.is_finished(); }));
  EXPECT_GE(job.rows().size(), 1U);
  EXPECT_LT(job.rows().size(), 3U);
  EXPECT_EQ(job.problem(), "");
}

TEST(LadderJob, SaysWhatKeptARungFromRunning) {
  const SampleLab lab;
  lab.runner().fails = true;
  const auto services = lab.services();
  LadderJob job(services.run_lab, ladder_plan(services.labs.front()), [] {});
  ASSERT_TRUE(wait([&] { return job.is_finished(); }));
  EXPECT_EQ(job.problem(), "the sandbox is not there");
  EXPECT_THROW(ladder_plan(services.labs.back()), std::runtime_error) << "a lab without steps";
}

}  // namespace
}  // namespace warpscope::viewer::test
