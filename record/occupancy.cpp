#include "record/occupancy.h"

#include <fmt/format.h>

namespace warpscope::record {
namespace {

std::string_view limiter_name(arch::Limiter limiter) {
  switch (limiter) {
    case arch::Limiter::blocks:
      return "blocks";
    case arch::Limiter::threads:
      return "threads";
    case arch::Limiter::registers:
      return "registers";
    case arch::Limiter::shared_memory:
      return "shared memory";
  }
  return {};
}

}  // namespace

arch::BlockNeeds needs_of_block(const Launch& launch) {
  arch::BlockNeeds needs;
  needs.threads = std::uint64_t{launch.block.x} * launch.block.y * launch.block.z;
  needs.shared_bytes = std::uint64_t{launch.static_shared_bytes} + launch.dynamic_shared_bytes;
  needs.registers = launch.machine_code ? launch.machine_code->registers : 0;
  return needs;
}

std::optional<LaunchOccupancy> occupancy_of(const RunRecord& record, const Launch& launch) {
  if (!record.device.multiprocessor) return std::nullopt;
  const arch::Multiprocessor& sm = *record.device.multiprocessor;
  const arch::BlockNeeds needs = needs_of_block(launch);
  const arch::Occupancy fitting = arch::occupancy(sm, needs);
  const auto most = arch::warps_of(sm.max_threads);
  if (most == 0) return std::nullopt;
  const auto warps = fitting.blocks() * arch::warps_of(needs.threads);
  return LaunchOccupancy{fitting.blocks(), static_cast<double>(warps) / static_cast<double>(most),
                         limiter_name(fitting.limiter()), needs.registers == 0};
}

std::string occupancy_text(const RunRecord& record, const Launch& launch) {
  const auto occupancy = occupancy_of(record, launch);
  if (!occupancy) return {};
  return fmt::format("{}{:.0f} % {}", occupancy->is_bound ? "\u2264 " : "", 100 * occupancy->share,
                     occupancy->limiter);
}

}  // namespace warpscope::record
