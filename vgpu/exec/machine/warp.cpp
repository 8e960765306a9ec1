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

std::int32_t WarpContext::new_node() {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].state == DivergenceNode::State::free) {
      nodes[i] = DivergenceNode{};
      return static_cast<std::int32_t>(i);
    }
  }
  nodes.emplace_back();
  return static_cast<std::int32_t>(nodes.size() - 1);
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
  for (DivergenceNode& node : nodes) node.state = DivergenceNode::State::free;
  for (const auto& frame : frames) frame->in_use = false;
  frames[0]->enter(entry);
  ++life;
  alive = lanes;
  last_read = kNoInstruction;
  clock_reads = polls = executed = 0;
  cluster_arrived = 0;
  rotation_ = 0;
  forget_places();
  waited_slices_ = 0;
  since_check = 0;
  const std::int32_t root = new_node();
  nodes[root].state = DivergenceNode::State::ready;
  nodes[root].mask = lanes;
  nodes[root].next = operations + entry.entry;
  running = -1;
}

std::int32_t WarpContext::push_frame(const LoweredFunction& callee) {
  const auto& caller =
      *frames[static_cast<std::size_t>(nodes[static_cast<std::size_t>(running)].frame)];
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
  const std::int32_t index = new_node();
  DivergenceNode& from = nodes[static_cast<std::size_t>(running)];
  from.state = DivergenceNode::State::waiting_for_children;
  from.mask = path_mask;
  from.next = after;
  from.children = 1;
  from.callee_frame = frame;
  DivergenceNode& body = nodes[static_cast<std::size_t>(index)];
  body.state = DivergenceNode::State::ready;
  body.parent = running;
  body.mask = path_mask;
  body.next = operations + frames[static_cast<std::size_t>(frame)]->function->entry;
  body.reconverge = &kReturnPoint;
  body.frame = frame;
  return run(index);
}

const DivergenceNode* WarpContext::caller() const {
  for (std::int32_t index = nodes[static_cast<std::size_t>(running)].parent; index >= 0;
       index = nodes[static_cast<std::size_t>(index)].parent) {
    const DivergenceNode& node = nodes[static_cast<std::size_t>(index)];
    if (node.callee_frame >= 0) return &node;
  }
  return nullptr;
}

const Operation* WarpContext::return_lanes(std::uint32_t lanes, const Operation* next) {
  for (std::int32_t index = running; index >= 0; index = nodes[index].parent) {
    if (nodes[index].callee_frame >= 0) break;
    nodes[index].mask &= ~lanes;
  }
  path_mask &= ~lanes;
  if (path_mask != 0) {
    set_active(path_mask);
    return next;
  }
  return end_node(running);
}

const Operation* WarpContext::run(std::int32_t node) {
  running = node;
  const DivergenceNode& now = nodes[static_cast<std::size_t>(node)];
  path_mask = now.mask;
  reconverge = now.reconverge;
  frame = frames[static_cast<std::size_t>(now.frame)]->registers();
  set_active(path_mask);
  return now.next;
}

const Operation* WarpContext::resume() {
  // The newest leaf first keeps nested regions in stack order; rotate() moves the starting point.
  const auto count = static_cast<std::int32_t>(nodes.size());
  for (std::int32_t k = 0; k < count; ++k) {
    const std::int32_t index = (2 * count - 1 - k - rotation_ % count) % count;
    if (nodes[index].state == DivergenceNode::State::ready) return run(index);
  }
  running = -1;
  stop = Stop::waiting;
  return nullptr;
}

void WarpContext::suspend(const Operation* next) {
  nodes[running].state = DivergenceNode::State::ready;
  nodes[running].mask = path_mask;
  nodes[running].next = next;
}

void WarpContext::rotate(bool is_spinning) {
  turn();
  waited_slices_ = any_waits_at_reconvergence() ? waited_slices_ + 1 : 0;
  // Nothing that this warp does will bring the others.
  const bool is_stuck = waited_slices_ > 0 && (is_spinning || waited_slices_ >= kMostSlices);
  if (!is_stuck) return;
  release_reconvergence();
  waited_slices_ = 0;
  forget_places();
}

std::uint32_t WarpContext::lanes_at_reconvergence(std::int32_t node) const {
  const DivergenceNode& parent = nodes[static_cast<std::size_t>(node)];
  if (parent.state != DivergenceNode::State::waiting_for_children || parent.next == nullptr)
    return 0;
  std::uint32_t lanes = parent.mask;
  for (const DivergenceNode& child : nodes) {
    if (child.state != DivergenceNode::State::free && child.parent == node) lanes &= ~child.mask;
  }
  return lanes;
}

bool WarpContext::any_waits_at_reconvergence() const {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (lanes_at_reconvergence(static_cast<std::int32_t>(i)) != 0) return true;
  return false;
}

bool WarpContext::any_waits_at_mbarrier() const {
  return std::any_of(nodes.begin(), nodes.end(), [](const DivergenceNode& node) {
    return node.state == DivergenceNode::State::at_mbarrier;
  });
}

std::uint64_t WarpContext::state_hash() const {
  std::vector<std::uint64_t> words;
  for (const DivergenceNode& node : nodes) {
    words.push_back(static_cast<std::uint64_t>(node.state));
    if (node.state == DivergenceNode::State::free) continue;
    words.insert(words.end(),
                 {node.mask, static_cast<std::uint64_t>(node.next - operations),
                  static_cast<std::uint64_t>(node.parent), node.sync.mask, node.barrier.id});
    const Frame& of = *frames[static_cast<std::size_t>(node.frame)];
    words.push_back(hash(of.bytes.data() + of.preface_bytes, of.function->frame_bytes));
  }
  return hash(reinterpret_cast<const std::byte*>(words.data()), words.size() * sizeof words[0]);
}

bool WarpContext::is_again_here() {
  const WarpPlace here{
      nodes[static_cast<std::size_t>(running)].next,
      hash(frame, frames[static_cast<std::size_t>(nodes[static_cast<std::size_t>(running)].frame)]
                      ->function->frame_bytes)};
  if (std::find(places_.begin(), places_.end(), here) != places_.end()) return true;
  if (places_.size() == kMostPlaces) places_.clear();
  places_.push_back(here);
  return false;
}

void WarpContext::release_reconvergence() {
  const std::size_t count = nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t lanes = lanes_at_reconvergence(static_cast<std::int32_t>(i));
    if (lanes == 0) continue;
    const Operation* point = nodes[i].next;
    release_lanes(i, lanes);
    dissolve(i);
    auto& open = block->open_reconvergence;
    if (std::find(open.begin(), open.end(), point) == open.end()) open.push_back(point);
  }
}

void WarpContext::release_lanes(std::size_t node, std::uint32_t lanes) {
  nodes[node].mask &= ~lanes;
  const DivergenceNode from = nodes[node];
  const std::int32_t index = new_node();
  DivergenceNode& freed = nodes[static_cast<std::size_t>(index)];
  freed.state = DivergenceNode::State::ready;
  freed.parent = from.parent;
  freed.mask = lanes;
  freed.next = from.next;
  freed.reconverge = from.reconverge;
  freed.frame = from.frame;
  if (from.parent >= 0) ++nodes[static_cast<std::size_t>(from.parent)].children;
}

// The node's children no longer reconverge where it waits, but where it would itself: otherwise
// each lane that comes there later would wait again. Those of a call reconverge when they return.
void WarpContext::dissolve(std::size_t node) {
  const DivergenceNode from = nodes[node];
  if (from.callee_frame >= 0) return;
  for (DivergenceNode& child : nodes) {
    if (child.state == DivergenceNode::State::free ||
        child.parent != static_cast<std::int32_t>(node))
      continue;
    child.parent = from.parent;
    child.reconverge = from.reconverge;
    if (from.parent >= 0) ++nodes[static_cast<std::size_t>(from.parent)].children;
  }
  if (from.parent >= 0) --nodes[static_cast<std::size_t>(from.parent)].children;
  nodes[node].state = DivergenceNode::State::free;
}

// Where the path's lanes are to reconverge with others, these go on if one of them is awaited.
bool WarpContext::release_above(std::int32_t node, std::uint32_t awaited) {
  bool any = false;
  for (std::int32_t up = nodes[static_cast<std::size_t>(node)].parent; up >= 0;
       up = nodes[static_cast<std::size_t>(up)].parent) {
    const std::uint32_t lanes = lanes_at_reconvergence(up);
    if ((lanes & awaited) == 0) continue;
    release_lanes(static_cast<std::size_t>(up), lanes);
    any = true;
  }
  return any;
}

bool WarpContext::release_for_syncs() {
  bool any = false;
  const std::size_t count = nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes[i].state != DivergenceNode::State::at_sync || !nodes[i].sync.meets_anywhere) continue;
    any = release_above(static_cast<std::int32_t>(i), nodes[i].sync.mask) || any;
  }
  return any;
}

bool WarpContext::release_for_barriers() {
  bool any = false;
  const std::size_t count = nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    // The path goes on behind the operation at which it waits.
    if (nodes[i].state != DivergenceNode::State::at_barrier ||
        is_aligned_barrier(block->kernel->instruction((nodes[i].next - 1)->instruction)))
      continue;
    any = release_above(static_cast<std::int32_t>(i), kFullMask) || any;
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

bool WarpContext::is_early_reconvergence(const Operation* next) const {
  return is_one_of(block->kernel->early_reconvergence, next);
}

std::uint32_t WarpContext::lanes_at_exit() const {
  std::uint32_t lanes = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!only_exits(nodes[i].next)) continue;
    if (nodes[i].state == DivergenceNode::State::ready) lanes |= nodes[i].mask;
    lanes |= lanes_at_reconvergence(static_cast<std::int32_t>(i));
  }
  return lanes;
}

bool WarpContext::release_early_reconvergence() {
  bool any = false;
  const std::size_t count = nodes.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t lanes = lanes_at_reconvergence(static_cast<std::int32_t>(i));
    if (lanes == 0 || !(only_exits(nodes[i].next) || is_early_reconvergence(nodes[i].next)))
      continue;
    release_lanes(i, lanes);
    any = true;
  }
  return any;
}

const Operation* WarpContext::wait(DivergenceNode::State state, const Operation* next) {
  nodes[running].state = state;
  nodes[running].mask = path_mask;
  nodes[running].next = next;
  return resume();
}

const Operation* WarpContext::diverge(std::uint32_t taken, const Operation* target,
                                      const Operation* fall_through, const Operation* point) {
  if (!block->open_reconvergence.empty() &&
      std::find(block->open_reconvergence.begin(), block->open_reconvergence.end(), point) !=
          block->open_reconvergence.end())
    point = reconverge;
  if (point == nullptr) point = reconverge;  // nowhere before the enclosing branch's lanes do
  const std::uint32_t others = path_mask & ~taken;
  const std::int32_t frame = nodes[running].frame;
  std::int32_t parent = running;
  if (reconverge == point && nodes[running].parent >= 0) {
    // Same reconvergence point as the path's own: its parts become children of its parent, so a
    // loop that lanes leave one by one does not deepen the tree.
    parent = nodes[running].parent;
    nodes[running].state = DivergenceNode::State::free;
    --nodes[parent].children;
  } else {
    nodes[parent].state = DivergenceNode::State::waiting_for_children;
    nodes[parent].mask = path_mask;
    nodes[parent].next = point;
    nodes[parent].children = 0;
  }
  const auto add = [&](std::uint32_t mask, const Operation* at) {
    if (at == point && point != nullptr) return;  // already where the parts reconverge
    const std::int32_t index = new_node();
    nodes[index].state = DivergenceNode::State::ready;
    nodes[index].parent = parent;
    nodes[index].mask = mask;
    nodes[index].next = at;
    nodes[index].reconverge = point;
    nodes[index].frame = frame;
    ++nodes[parent].children;
    running = index;
  };
  running = -1;
  add(taken, target);
  add(others, fall_through);
  return running < 0 ? resume() : run(running);
}

const Operation* WarpContext::end_node(std::int32_t index) {
  // Walks up: a parent whose last child has ended goes on at the reconvergence point, or ends too
  // when no lane is left.
  while (true) {
    const std::int32_t parent = nodes[index].parent;
    nodes[index].state = DivergenceNode::State::free;
    if (parent < 0) return resume();
    DivergenceNode& up = nodes[parent];
    --up.children;
    if (up.children > 0) return resume();
    if (up.callee_frame >= 0) {
      frames[static_cast<std::size_t>(up.callee_frame)]->in_use = false;
      up.callee_frame = -1;
    }
    if (up.mask != 0 && up.next != nullptr) {
      up.state = DivergenceNode::State::ready;
      return run(parent);
    }
    index = parent;
  }
}

const Operation* WarpContext::arrive() { return end_node(running); }

const Operation* WarpContext::exit_lanes(std::uint32_t lanes, const Operation* next) {
  alive &= ~lanes;
  for (std::int32_t index = running; index >= 0; index = nodes[index].parent)
    nodes[index].mask &= ~lanes;
  path_mask &= ~lanes;
  if (path_mask != 0) {
    set_active(path_mask);
    return next;
  }
  return end_node(running);
}

}  // namespace warpscope::exec
