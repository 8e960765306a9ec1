#include "runner/process/used_time.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "runner/process/process_tree.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr char kRunnable = 'R';
constexpr std::chrono::milliseconds kLongestWait(100);
constexpr int kMostWallClock = 10;  ///< of what is used

/// Whether a thread other than the first could run.
bool has_runnable_thread(const std::string& process) {
  std::error_code error;
  for (fs::directory_iterator it(process + "/task", error), end; !error && it != end;
       it.increment(error)) {
    if (ProcessStat(it->path().string()).state() == kRunnable) return true;
  }
  return false;
}

}  // namespace

UsedTime::UsedTime(std::vector<pid_t> processes)
    : processes_(std::move(processes)),
      begun_at_(Clock::now()),
      looked_at_(begun_at_),
      processor_time_(state().processor_time) {}

UsedTime::State UsedTime::state() const {
  static const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  State result;
  double ticks = 0;
  for (const pid_t process : processes_) {
    for (const auto& folder : process_tree(process)) {
      const ProcessStat stat(folder);
      ticks += static_cast<double>(stat.processor_ticks());
      if (process == processes_.front()) result.threads_of_first += stat.threads();
      result.is_any_runnable = result.is_any_runnable || stat.state() == kRunnable ||
                               (stat.threads() > 1 && has_runnable_thread(folder));
    }
  }
  result.processor_time = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(ticks / ticks_per_s));
  return result;
}

void UsedTime::pause() {
  if (!paused_at_) paused_at_ = Clock::now();
}

void UsedTime::resume() {
  if (paused_at_) paused_ += Clock::now() - *paused_at_;
  paused_at_.reset();
}

void UsedTime::look() {
  const auto now = Clock::now();
  const auto seen = state();
  const auto passed = now - looked_at_;
  if (paused_at_) paused_ += now - std::exchange(*paused_at_, now);
  // A process that has ended takes its time along.
  const auto worked =
      std::clamp(seen.processor_time - processor_time_, Clock::duration::zero(), passed);
  const auto waited = seen.is_any_runnable ? Clock::duration::zero()
                                           : std::min<Clock::duration>(passed, kLongestWait);
  if (passed > Clock::duration::zero()) {
    const std::chrono::duration<double> own = passed - paused_, all = passed;
    used_ += std::chrono::duration_cast<Clock::duration>(std::max(worked, waited) * (own / all));
  }
  used_ = std::max<Clock::duration>(used_, (now - begun_at_) / kMostWallClock);
  looked_at_ = now;
  paused_ = {};
  processor_time_ = seen.processor_time;
  threads_of_first_ = seen.threads_of_first;
}

}  // namespace warpscope::runner
