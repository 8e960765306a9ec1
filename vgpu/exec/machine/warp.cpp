#include "vgpu/exec/machine/warp.h"

#include <algorithm>

namespace warpscope::exec {

std::int32_t WarpContext::new_path() {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].state == Path::State::free) {
      paths[i] = Path{};
      return static_cast<std::int32_t>(i);
    }
  }
  paths.emplace_back();
  return static_cast<std::int32_t>(paths.size() - 1);
}

void WarpContext::begin(const Operation* entry, std::uint32_t lanes) {
  for (Path& path : paths) path.state = Path::State::free;
  alive = lanes;
  rotation_ = 0;
  const std::int32_t root = new_path();
  paths[root].state = Path::State::ready;
  paths[root].mask = lanes;
  paths[root].next = entry;
  running = -1;
}

const Operation* WarpContext::resume() {
  // The newest leaf first keeps nested regions in stack order; rotate() moves the starting point.
  const auto count = static_cast<std::int32_t>(paths.size());
  for (std::int32_t k = 0; k < count; ++k) {
    const std::int32_t index = (2 * count - 1 - k - rotation_ % count) % count;
    Path& path = paths[index];
    if (path.state != Path::State::ready) continue;
    running = index;
    path_mask = path.mask;
    reconverge = path.reconverge;
    set_active(path.mask);
    return path.next;
  }
  running = -1;
  stop = Stop::waiting;
  return nullptr;
}

void WarpContext::suspend(const Operation* next) {
  paths[running].state = Path::State::ready;
  paths[running].mask = path_mask;
  paths[running].next = next;
}

void WarpContext::rotate() { ++rotation_; }

const Operation* WarpContext::wait(Path::State state, const Operation* next) {
  paths[running].state = state;
  paths[running].mask = path_mask;
  paths[running].next = next;
  return resume();
}

const Operation* WarpContext::diverge(std::uint32_t taken, const Operation* target,
                                      const Operation* fall_through, const Operation* meet) {
  const std::uint32_t others = path_mask & ~taken;
  std::int32_t parent = running;
  if (reconverge == meet && paths[running].parent >= 0) {
    // Same meeting point as the path's own: its parts become children of its parent, so a loop that
    // lanes leave one by one does not deepen the tree.
    parent = paths[running].parent;
    paths[running].state = Path::State::free;
    --paths[parent].children;
  } else {
    paths[parent].state = Path::State::inner;
    paths[parent].mask = path_mask;
    paths[parent].next = meet;
    paths[parent].children = 0;
  }
  const auto add = [&](std::uint32_t mask, const Operation* at) {
    if (at == meet && meet != nullptr) return;  // already where the parts meet
    const std::int32_t index = new_path();
    paths[index].state = Path::State::ready;
    paths[index].parent = parent;
    paths[index].mask = mask;
    paths[index].next = at;
    paths[index].reconverge = meet;
    ++paths[parent].children;
    running = index;
  };
  running = -1;
  add(taken, target);
  add(others, fall_through);
  if (running < 0) return resume();
  path_mask = paths[running].mask;
  reconverge = meet;
  set_active(path_mask);
  return paths[running].next;
}

const Operation* WarpContext::end_path(std::int32_t index) {
  // Walks up: a parent whose last child has ended goes on at the meeting point, or ends too when no
  // lane is left.
  while (true) {
    const std::int32_t parent = paths[index].parent;
    paths[index].state = Path::State::free;
    if (parent < 0) return resume();
    Path& up = paths[parent];
    --up.children;
    if (up.children > 0) return resume();
    if (up.mask != 0 && up.next != nullptr) {
      up.state = Path::State::ready;
      running = parent;
      path_mask = up.mask;
      reconverge = up.reconverge;
      set_active(path_mask);
      return up.next;
    }
    index = parent;
  }
}

const Operation* WarpContext::arrive() { return end_path(running); }

const Operation* WarpContext::exit_lanes(std::uint32_t lanes, const Operation* next) {
  alive &= ~lanes;
  for (std::int32_t index = running; index >= 0; index = paths[index].parent)
    paths[index].mask &= ~lanes;
  path_mask &= ~lanes;
  if (path_mask != 0) {
    set_active(path_mask);
    return next;
  }
  return end_path(running);
}

}  // namespace warpscope::exec
