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

double KernelEngine::begin_s(double ready_s, const KernelUse& use) const {
  auto part = from_.upper_bound(ready_s);
  if (part == from_.begin()) return ready_s;
  double begin_s = ready_s;
  for (--part; part != from_.end() && rate(part->second, use) <= kNothing; ++part) {
    if (const auto next = std::next(part); next != from_.end()) begin_s = next->first;
  }
  return begin_s;
}

Interval KernelEngine::run(double ready_s, double alone_s, const KernelUse& use) {
  if (alone_s <= 0) {
    const double at = begin_s(ready_s, use);
    return {at, at, ready_s};
  }
  Interval when{-1, ready_s, ready_s};
  double left_s = alone_s;
  double at_s = ready_s;
  for (auto part = split(ready_s); left_s > 0; part = split(at_s)) {
    const auto next = std::next(part);
    const double until_s =
        next == from_.end() ? std::numeric_limits<double>::infinity() : next->first;
    const double speed = rate(part->second, use);
    if (speed <= kNothing) {
      at_s = until_s;  // the last part of all has nothing taken
      continue;
    }
    if (when.start_s < 0) when.start_s = at_s;
    const double end_s = std::min(until_s, at_s + left_s / speed);
    if (end_s <= at_s) break;  // what is left is less than a double can tell
    split(end_s);
    Taken& taken = split(at_s)->second;
    taken.places += std::min(use.places, 1 - taken.places);
    for (std::size_t i = 0; i < use.parts.size(); ++i) taken.parts[i] += speed * use.parts[i];
    left_s -= speed * (end_s - at_s);
    if (end_s < until_s) left_s = 0;
    at_s = end_s;
  }
  if (when.start_s < 0) when.start_s = at_s;
  when.end_s = at_s;
  free_s_ = std::max(free_s_, when.end_s);
  return when;
}

void KernelEngine::forget_before(double time_s) {
  const auto next = from_.upper_bound(time_s);
  if (next == from_.begin()) return;
  from_.erase(from_.begin(), std::prev(next));
}

}  // namespace warpscope::timing
