#include "vgpu/timing/streams/kernel_engine.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace warpscope::timing {
namespace {

/// Of a kernel's blocks: fewer places are none.
constexpr double kFewestPlaces = 1.0 / 64;
/// What rounding leaves.
constexpr double kNothing = 1e-9;

}  // namespace

double KernelEngine::rate(const Taken& taken, const KernelUse& use) {
  const double left = 1 - taken.places;
  if (left <= kNothing || (use.places > 0 && left < kFewestPlaces * use.places)) return 0;
  double rate = 1;
  if (use.places > left) rate = left / use.places;
  for (std::size_t i = 0; i < use.parts.size(); ++i) {
    if (use.parts[i] > kNothing)
      rate = std::min(rate, std::max(0.0, 1 - taken.parts[i]) / use.parts[i]);
  }
  return rate;
}

std::map<double, KernelEngine::Taken>::iterator KernelEngine::split(double time_s) {
  const auto next = from_.upper_bound(time_s);
  if (next == from_.begin()) return from_.emplace(time_s, Taken{}).first;
  const auto here = std::prev(next);
  if (here->first == time_s) return here;
  return from_.emplace_hint(next, time_s, here->second);
}

std::map<double, KernelEngine::Taken>::const_iterator KernelEngine::part_at(double time_s) const {
  const auto next = from_.upper_bound(time_s);
  return next == from_.begin() ? next : std::prev(next);
}

double KernelEngine::begin_s(double ready_s, double alone_s, const KernelUse& use) const {
  double begin_s = ready_s;
  auto part = part_at(ready_s);
  const auto is_over = [&] {
    if (part == from_.end()) return true;
    if (use.is_alone) return part->first >= begin_s + alone_s;
    return part->first > begin_s || rate(part->second, use) > kNothing;
  };
  for (; !is_over(); ++part) {
    const bool is_kept_out = !use.is_alone || part->second.places > 0;
    if (is_kept_out) begin_s = std::next(part)->first;  // the last part of all has nothing taken
  }
  return begin_s;
}

Interval KernelEngine::run(double ready_s, double alone_s, const KernelUse& use) {
  const double start_s = begin_s(ready_s, alone_s, use);
  double at_s = start_s;
  double left_s = alone_s;
  while (left_s > 0) {
    const auto part = split(at_s);
    const auto next = std::next(part);
    const double until_s =
        next == from_.end() ? std::numeric_limits<double>::infinity() : next->first;
    const double speed = rate(part->second, use);
    if (speed <= kNothing) {
      at_s = until_s;  // the last part of all has nothing taken
      continue;
    }
    const double end_s = std::min(until_s, at_s + left_s / speed);
    if (end_s <= at_s) break;  // what is left is less than a double can tell
    split(end_s);
    Taken& taken = part->second;
    taken.places += std::min(use.places, 1 - taken.places);
    for (std::size_t i = 0; i < use.parts.size(); ++i) taken.parts[i] += speed * use.parts[i];
    left_s = end_s < until_s ? 0 : left_s - speed * (end_s - at_s);
    at_s = end_s;
  }
  return {start_s, at_s, ready_s};
}

void KernelEngine::forget_before(double time_s) {
  const auto next = from_.upper_bound(time_s);
  if (next == from_.begin()) return;
  from_.erase(from_.begin(), std::prev(next));
}

}  // namespace warpscope::timing
