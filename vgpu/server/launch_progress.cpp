#include "vgpu/server/launch_progress.h"

namespace warpscope::device {
namespace {

constexpr auto kFirst = std::chrono::seconds(1);
constexpr auto kBetween = std::chrono::milliseconds(250);

}  // namespace

LaunchProgress::LaunchProgress(const std::function<void(const Event&)>& log,
                               const record::Launch& launch)
    : log_(log), launch_(launch), begin_(Clock::now()), next_(begin_ + kFirst) {}

void LaunchProgress::look(const exec::LaunchExtent& extent) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  log_(LaunchProgressed{launch_.id, launch_.kernel, extent.blocks, extent.finished_blocks,
                        extent.instructions, std::chrono::duration<double>(now - begin_).count()});
}

}  // namespace warpscope::device
