#include "vgpu/timing/clock/tried_changes.h"

#include <algorithm>
#include <initializer_list>

namespace warpscope::timing {
namespace {

using machine_code::Class;

bool has_any(const MachineKernel& kernel, std::initializer_list<Class> of) {
  return std::ranges::any_of(kernel.function->code, [&](const auto& instruction) {
    return std::ranges::find(of, instruction.unit) != of.end();
  });
}

/// Whether the launch may have that cost.
bool may_have(Change change, const arch::Profile& profile, const MachineKernel& kernel,
              const TimedShape& shape) {
  switch (change) {
    case Change::no_bank_conflicts:
      return has_any(kernel, {Class::shared_load, Class::shared_store, Class::shared_atomic});
    case Change::fewest_sectors:
      return has_any(kernel, {Class::global_load, Class::global_store});
    case Change::no_memory_latency:
    case Change::unlimited_memory:
      return has_any(
          kernel, {Class::global_load, Class::global_store, Class::global_atomic, Class::local_load,
                   Class::local_store, Class::asynchronous_copy, Class::bulk_copy, Class::image});
    case Change::no_barrier_waits:
      return has_any(kernel, {Class::barrier});
    case Change::no_atomic_queues:
      return has_any(kernel, {Class::global_atomic});
    case Change::full_occupancy: {
      const std::uint32_t now = resident_blocks(profile.sm, shape.block, {});
      return resident_blocks(profile.sm, shape.block, change) > now &&
             shape.blocks > std::uint64_t{now} * profile.sm.count;
    }
    case Change::unlimited_units:
    case Change::code_is_there:
    case Change::no_launch_cost:
      return true;
  }
  return false;
}

}  // namespace

std::vector<TriedChange> try_changes(const arch::Profile& profile, const MachineKernel& kernel,
                                     const exec::LaunchTrace& trace, const TimedShape& shape,
                                     const std::function<bool()>& is_canceled) {
  std::vector<TriedChange> tried;
  for (const Change change : kChanges) {
    if (!may_have(change, profile, kernel, shape)) continue;
    if (is_canceled && is_canceled()) break;
    TimedShape changed = shape;
    changed.without = change;
    auto launch = time_launch(changed_profile(profile, change), kernel, trace, changed);
    if (launch) tried.push_back({change, std::move(*launch)});
  }
  return tried;
}

}  // namespace warpscope::timing
