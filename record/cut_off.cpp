#include "record/cut_off.h"

#include <fmt/format.h>

#include "base/quantity.h"
#include "record/kernel_name.h"
#include "record/metrics.h"
#include "record/sample.h"

namespace warpscope::record {

std::string launch_time_text(const Launch& launch) {
  auto text = time_text(launch.duration_s);
  if (launch.clock && launch.clock->alone_s)
    text += fmt::format(" ({} alone)", time_text(*launch.clock->alone_s));
  if (launch.sampled_blocks) text += " (sample)";
  if (launch.count > 1) text += fmt::format(" (sum of {})", count_text(launch.count));
  return launch.is_stopped.value_or(false) ? "\u2265 " + text : text;
}

std::string cut_off_text(const Launch& launch) {
  if (!launch.is_stopped.value_or(false)) return {};
  auto text = fmt::format("Launch {}, {}, was not finished: at least ", launch.id,
                          short_kernel_name(launch.kernel));
  if (launch.finished_blocks) {
    text += fmt::format("{} of its {} {}blocks and ", count_text(*launch.finished_blocks),
                        count_text(blocks_to_run(launch)), launch.sampled_blocks ? "sampled " : "");
  }
  const auto found = launch.counters.find(std::string(metric::kInstructions));
  return text + fmt::format(
                    "{} warp instructions were executed. Its time and its counters are of "
                    "that part, and at least so much.",
                    count_text(found == launch.counters.end() ? 0 : found->second));
}

std::string sum_text(const Launch& launch) {
  if (launch.count <= 1) return {};
  return fmt::format(
      "Launch {} stands for {} launches of {}, the last of too many to keep each one: its time and "
      "its counters are their sums.",
      launch.id, count_text(launch.count), short_kernel_name(launch.kernel));
}

}  // namespace warpscope::record
