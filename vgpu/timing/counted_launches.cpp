#include "vgpu/timing/counted_launches.h"

namespace warpscope::timing {
namespace {

constexpr std::size_t kMostKnown = 4096;

}  // namespace

std::optional<IssuedInstructions> CountedLaunches::count(const MachineKernel& kernel,
                                                         const exec::LaunchTrace& trace) {
  if (!trace.is_complete()) return std::nullopt;
  const Key key{&kernel, trace.fingerprint()};
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  if (known_.size() >= kMostKnown) known_.clear();
  return known_[key] = count_instructions(kernel, trace);
}

}  // namespace warpscope::timing
