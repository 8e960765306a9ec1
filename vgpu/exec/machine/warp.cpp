#include "vgpu/exec/machine/warp.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/program/aligned_barrier.h"

namespace warpscope::exec {
namespace {

// A loop that changes registers without end (a spin with a counter) is taken for stuck after so
// many slices; a loop that computes something rarely runs so long while other lanes wait for it.
constexpr std::uint32_t kMostSlices = 1024;
// A loop with more blocks than that is no spin.
constexpr std::size_t kMostPlaces = 1024;
// Frames of one warp. A chain of calls that is longer has no end.
constexpr std::size_t kMostFrames = 1 << 14;
// Where the paths of a called function end: its operations never come to it.
const Operation kReturnPoint{};

// FNV-1a over words: of every eighth word, and of the eight results, because each multiplication
// waits for the one before. Frames of many registers have 100 KB and more.
std::uint64_t hash(const std::byte* bytes, std::size_t size_bytes) {
  constexpr std::uint64_t kBegin = 0xcbf29ce484222325, kFactor = 0x100000001b3;
  std::array<std::uint64_t, 8> words{}, results;
  results.fill(kBegin);
  std::size_t i = 0;
  for (; i + sizeof words <= size_bytes; i += sizeof words) {
    std::memcpy(words.data(), bytes + i, sizeof words);
    for (std::size_t k = 0; k < words.size(); ++k) results[k] = (results[k] ^ words[k]) * kFactor;
  }
  words.fill(0);
  std::memcpy(words.data(), bytes + i, size_bytes - i);
  std::uint64_t result = kBegin;
  for (std::size_t k = 0; k < words.size(); ++k)
    result = (((result ^ results[k]) * kFactor) ^ words[k]) * kFactor;
  return result;
}

}  // namespace

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

Frame& WarpContext::entry_frame() {
  if (frames.empty()) frames.push_back(std::make_unique<Frame>());
  return *frames.front();
}

void Frame::enter(const LoweredFunction& entered) {
  in_use = true;
  function = &entered;
  for (const LoweredFunction::Range& range : entered.unset)
    std::memset(registers() + range.offset, 0, range.size_bytes);
}

void WarpContext::begin(const LoweredFunction& entry, std::uint32_t lanes) {
  for (Path& path : paths) path.state = Path::State::free;
  for (const auto& frame : frames) frame->in_use = false;
  frames[0]->enter(entry);
  ++life;
  alive = lanes;
  last_read = kNoInstruction;
  polls = 0;
  cluster_arrived = 0;
  rotation_ = 0;
  forget_places();
  waited_slices_ = 0;
  since_check = 0;
  const std::int32_t root = new_path();
  paths[root].state = Path::State::ready;
  paths[root].mask = lanes;
  paths[root].next = operations + entry.entry;
  running = -1;
}

std::int32_t WarpContext::push_frame(const LoweredFunction& callee) {
  const auto& caller =
      *frames[static_cast<std::size_t>(paths[static_cast<std::size_t>(running)].frame)];
  const std::uint64_t local_begin = caller.local_begin + caller.function->local_bytes + kCallBytes;
  if (callee.local_bytes > block->local_bytes ||
      local_begin > block->local_bytes - callee.local_bytes)
    return -1;
  std::size_t index = 0;
  while (index < frames.size() && frames[index]->in_use) ++index;
  if (index == kMostFrames) return -1;
  if (index == frames.size()) frames.push_back(std::make_unique<Frame>());
  Frame& frame = *frames[index];
  const std::uint32_t preface_bytes = frames.front()->preface_bytes;
  const std::size_t old_bytes = frame.bytes.size_bytes();
  if (!block->worker->launch().reserve_state(frame.bytes, preface_bytes + callee.frame_bytes))
    return -1;
  if (frame.preface_of != life || frame.bytes.size_bytes() != old_bytes)
    std::memcpy(frame.bytes.data(), frames.front()->bytes.data(), preface_bytes);
  frame.preface_bytes = preface_bytes;
  frame.preface_of = life;
  frame.enter(callee);
  frame.local_begin = local_begin;
  auto* begins = reinterpret_cast<std::uint64_t*>(frame.registers() + callee.local_base);
  std::fill(begins, begins + kWarpSize, local_begin);
  return static_cast<std::int32_t>(index);
}

const Operation* WarpContext::call(std::int32_t frame, const Operation* after) {
  const std::int32_t index = new_path();
  Path& from = paths[static_cast<std::size_t>(running)];
  from.state = Path::State::inner;
  from.mask = path_mask;
  from.next = after;
  from.children = 1;
  from.callee_frame = frame;
  Path& body = paths[static_cast<std::size_t>(index)];
  body.state = Path::State::ready;
  body.parent = running;
  body.mask = path_mask;
  body.next = operations + frames[static_cast<std::size_t>(frame)]->function->entry;
  body.reconverge = &kReturnPoint;
  body.frame = frame;
  return run(index);
}

const Path* WarpContext::caller() const {
  for (std::int32_t index = paths[static_cast<std::size_t>(running)].parent; index >= 0;
       index = paths[static_cast<std::size_t>(index)].parent) {
    const Path& path = paths[static_cast<std::size_t>(index)];
    if (path.callee_frame >= 0) return &path;
  }
  return nullptr;
}

const Operation* WarpContext::return_lanes(std::uint32_t lanes, const Operation* next) {
  for (std::int32_t index = running; index >= 0; index = paths[index].parent) {
    if (paths[index].callee_frame >= 0) break;
    paths[index].mask &= ~lanes;
  }
  path_mask &= ~lanes;
  if (path_mask != 0) {
    set_active(path_mask);
    return next;
  }
  return end_path(running);
}

const Operation* WarpContext::run(std::int32_t path) {
  running = path;
  const Path& now = paths[static_cast<std::size_t>(path)];
  path_mask = now.mask;
  reconverge = now.reconverge;
  frame = frames[static_cast<std::size_t>(now.frame)]->registers();
  set_active(path_mask);
  return now.next;
}

const Operation* WarpContext::resume() {
  // The newest leaf first keeps nested regions in stack order; rotate() moves the starting point.
  const auto count = static_cast<std::int32_t>(paths.size());
  for (std::int32_t k = 0; k < count; ++k) {
    const std::int32_t index = (2 * count - 1 - k - rotation_ % count) % count;
    if (paths[index].state == Path::State::ready) return run(index);
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

void WarpContext::rotate(bool is_spinning) {
  turn();
  waited_slices_ = any_waits_at_meet() ? waited_slices_ + 1 : 0;
  // Nothing that this warp does will bring the others.
  const bool is_stuck = waited_slices_ > 0 && (is_spinning || waited_slices_ >= kMostSlices);
  if (!is_stuck) return;
  open_meets();
  waited_slices_ = 0;
  forget_places();
}

std::uint32_t WarpContext::lanes_at_meet(std::int32_t inner) const {
  const Path& path = paths[static_cast<std::size_t>(inner)];
  if (path.state != Path::State::inner || path.next == nullptr) return 0;
  std::uint32_t lanes = path.mask;
  for (const Path& child : paths) {
    if (child.state != Path::State::free && child.parent == inner) lanes &= ~child.mask;
  }
  return lanes;
}

bool WarpContext::any_waits_at_meet() const {
  for (std::size_t i = 0; i < paths.size(); ++i)
    if (lanes_at_meet(static_cast<std::int32_t>(i)) != 0) return true;
  return false;
}

bool WarpContext::any_waits_at_mbarrier() const {
  return std::any_of(paths.begin(), paths.end(),
                     [](const Path& path) { return path.state == Path::State::at_mbarrier; });
}

std::uint64_t WarpContext::state_hash() const {
  std::vector<std::uint64_t> words;
  for (const Path& path : paths) {
    words.push_back(static_cast<std::uint64_t>(path.state));
    if (path.state == Path::State::free) continue;
    words.insert(words.end(),
                 {path.mask, static_cast<std::uint64_t>(path.next - operations),
                  static_cast<std::uint64_t>(path.parent), path.sync_mask, path.barrier});
    const Frame& of = *frames[static_cast<std::size_t>(path.frame)];
    words.push_back(hash(of.bytes.data() + of.preface_bytes, of.function->frame_bytes));
  }
  return hash(reinterpret_cast<const std::byte*>(words.data()), words.size() * sizeof words[0]);
}

bool WarpContext::is_again_here() {
  const WarpPlace here{
      paths[static_cast<std::size_t>(running)].next,
      hash(frame, frames[static_cast<std::size_t>(paths[static_cast<std::size_t>(running)].frame)]
                      ->function->frame_bytes)};
  if (std::find(places_.begin(), places_.end(), here) != places_.end()) return true;
  if (places_.size() == kMostPlaces) places_.clear();
  places_.push_back(here);
  return false;
}

void WarpContext::open_meets() {
  const std::size_t count = paths.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t lanes = lanes_at_meet(static_cast<std::int32_t>(i));
    if (lanes == 0) continue;
    const Operation* meet = paths[i].next;
    open_meet(i, lanes);
    dissolve(i);
    if (std::find(block->open_meets.begin(), block->open_meets.end(), meet) ==
        block->open_meets.end())
      block->open_meets.push_back(meet);
  }
}

void WarpContext::open_meet(std::size_t inner, std::uint32_t lanes) {
  paths[inner].mask &= ~lanes;
  const Path from = paths[inner];
  const std::int32_t index = new_path();
  Path& freed = paths[static_cast<std::size_t>(index)];
  freed.state = Path::State::ready;
  freed.parent = from.parent;
  freed.mask = lanes;
  freed.next = from.next;
  freed.reconverge = from.reconverge;
  freed.frame = from.frame;
  if (from.parent >= 0) ++paths[static_cast<std::size_t>(from.parent)].children;
}

// The children of an inner path no longer meet where it waits, but where it would itself: otherwise
// each lane that comes there later would wait again. Those of a call meet when they return.
void WarpContext::dissolve(std::size_t inner) {
  const Path from = paths[inner];
  if (from.callee_frame >= 0) return;
  for (Path& child : paths) {
    if (child.state == Path::State::free || child.parent != static_cast<std::int32_t>(inner))
      continue;
    child.parent = from.parent;
    child.reconverge = from.reconverge;
    if (from.parent >= 0) ++paths[static_cast<std::size_t>(from.parent)].children;
  }
  if (from.parent >= 0) --paths[static_cast<std::size_t>(from.parent)].children;
  paths[inner].state = Path::State::free;
}

// Where the path's lanes are to meet others, these go on if one of them is awaited.
bool WarpContext::open_meets_above(std::int32_t path, std::uint32_t awaited) {
  bool any = false;
  for (std::int32_t up = paths[static_cast<std::size_t>(path)].parent; up >= 0;
       up = paths[static_cast<std::size_t>(up)].parent) {
    const std::uint32_t lanes = lanes_at_meet(up);
    if ((lanes & awaited) == 0) continue;
    open_meet(static_cast<std::size_t>(up), lanes);
    any = true;
  }
  return any;
}

bool WarpContext::open_meets_for_syncs() {
  bool any = false;
  const std::size_t count = paths.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (paths[i].state != Path::State::at_sync || !paths[i].meets_anywhere) continue;
    any = open_meets_above(static_cast<std::int32_t>(i), paths[i].sync_mask) || any;
  }
  return any;
}

bool WarpContext::open_meets_for_barriers() {
  bool any = false;
  const std::size_t count = paths.size();
  for (std::size_t i = 0; i < count; ++i) {
    // The path goes on behind the operation at which it waits.
    if (paths[i].state != Path::State::at_barrier ||
        is_aligned_barrier(block->kernel->instruction((paths[i].next - 1)->instruction)))
      continue;
    any = open_meets_above(static_cast<std::int32_t>(i), kFullMask) || any;
  }
  return any;
}

bool WarpContext::is_one_of(const std::vector<std::uint32_t>& places, const Operation* next) const {
  return std::any_of(places.begin(), places.end(),
                     [&](std::uint32_t place) { return operations + place == next; });
}

bool WarpContext::only_exits(const Operation* next) const {
  return is_one_of(block->kernel->exits, next);
}

bool WarpContext::is_early_meet(const Operation* next) const {
  return is_one_of(block->kernel->early_meets, next);
}

std::uint32_t WarpContext::lanes_at_exit() const {
  std::uint32_t lanes = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!only_exits(paths[i].next)) continue;
    if (paths[i].state == Path::State::ready) lanes |= paths[i].mask;
    lanes |= lanes_at_meet(static_cast<std::int32_t>(i));
  }
  return lanes;
}

bool WarpContext::open_early_meets() {
  bool any = false;
  const std::size_t count = paths.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t lanes = lanes_at_meet(static_cast<std::int32_t>(i));
    if (lanes == 0 || !(only_exits(paths[i].next) || is_early_meet(paths[i].next))) continue;
    open_meet(i, lanes);
    any = true;
  }
  return any;
}

const Operation* WarpContext::wait(Path::State state, const Operation* next) {
  paths[running].state = state;
  paths[running].mask = path_mask;
  paths[running].next = next;
  return resume();
}

const Operation* WarpContext::diverge(std::uint32_t taken, const Operation* target,
                                      const Operation* fall_through, const Operation* meet) {
  if (!block->open_meets.empty() && std::find(block->open_meets.begin(), block->open_meets.end(),
                                              meet) != block->open_meets.end())
    meet = reconverge;
  if (meet == nullptr) meet = reconverge;  // nowhere before the enclosing branch's lanes meet
  const std::uint32_t others = path_mask & ~taken;
  const std::int32_t frame = paths[running].frame;
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
    paths[index].frame = frame;
    ++paths[parent].children;
    running = index;
  };
  running = -1;
  add(taken, target);
  add(others, fall_through);
  return running < 0 ? resume() : run(running);
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
    if (up.callee_frame >= 0) {
      frames[static_cast<std::size_t>(up.callee_frame)]->in_use = false;
      up.callee_frame = -1;
    }
    if (up.mask != 0 && up.next != nullptr) {
      up.state = Path::State::ready;
      return run(parent);
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
