#include "vgpu/server/kernel_use.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope::device {
namespace {

/// Parts that a device has once; of the others each SM has its own.
constexpr std::array<std::string_view, 2> kOfAll{"dram", "l2"};
constexpr std::array<std::string_view, 9> kOfSms{"l1", "issue",     "fma",     "alu",   "fp64",
                                                 "xu", "reduction", "uniform", "tensor"};

}  // namespace

timing::KernelUse kernel_use(const timing::TimedLaunch& timed, const timing::LaunchShape& shape,
                             const arch::Profile& profile) {
  static_assert(kOfAll.size() + kOfSms.size() <= timing::KernelUse::kMostParts);
  const auto blocks = static_cast<double>(shape.blocks);
  const double sms = profile.sm.count;
  const double sms_used = std::min(1.0, blocks / sms);
  timing::KernelUse use;
  use.is_alone = false;
  use.places = std::min(1.0, blocks / (sms * timing::resident_blocks_per_sm(profile, shape)));
  for (const timing::PartUse& part : timed.use) {
    if (const auto* all = std::ranges::find(kOfAll, part.part); all != kOfAll.end())
      use.parts.at(static_cast<std::size_t>(all - kOfAll.begin())) = part.share;
    if (const auto* own = std::ranges::find(kOfSms, part.part); own != kOfSms.end())
      use.parts.at(kOfAll.size() + static_cast<std::size_t>(own - kOfSms.begin())) =
          sms_used * part.share;
  }
  return use;
}

void set_times(const timing::Interval& when, double alone_s, record::Launch& launch) {
  constexpr double kRounding = 1e-6;
  launch.start_s = when.start_s;
  launch.queued_s = when.start_s - when.asked_s;
  launch.duration_s = when.end_s - when.start_s;
  if (launch.clock && launch.duration_s > (1 + kRounding) * alone_s)
    launch.clock->alone_s = alone_s;
  else
    launch.duration_s = alone_s;  // the same, whenever it began
}

}  // namespace warpscope::device
