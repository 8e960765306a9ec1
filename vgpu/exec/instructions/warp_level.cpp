// Shuffles, votes, match and reductions across a warp, PTX ISA manual sections 9.7.9.6 and 9.7.13.

#include <bit>

#include "vgpu/exec/builder/builder.h"
#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/instructions/together.h"
#include "vgpu/exec/instructions/value_flow.h"

namespace warpscope::exec::warp_level {
namespace {

enum class Shuffle : std::uint8_t { up, down, butterfly, index };

/// Who is told of whom each lane gets a value.
enum class Told : std::uint8_t {
  nobody,
  watchers,
  pairs,  ///< LeftOut::many_lane_exchange, if it is left out
};

// LeftOut::many_lane_exchange: lane l is to get the value of lane sources[l]. One that it has
// itself tells it nothing.
void leave_pairs(WarpContext& c, const std::uint32_t* values, const std::uint32_t* sources,
                 std::uint32_t* results) {
  const Heard::Lanes heard = c.heard.lanes();
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    if (values[lane] == results[lane]) continue;
    if (!c.heard.hear(lane, heard[sources[lane]])) results[lane] = 0;
  }
}

// The same of a vote, a match or a reduction: 0 where lanes would hear of too many. Where all
// members give the same, as in __ballot_sync(mask, true), none hears what it does not know.
std::uint32_t heard_members(WarpContext& c, const Operation* op, std::uint32_t members,
                            bool are_alike) {
  if (!c.block->exchanges_in_pairs || are_alike || !op->group.is_of_data) return members;
  std::uint32_t all = 0;
  for (std::uint32_t rest = members; rest != 0; rest &= rest - 1)
    all |= c.heard.lanes()[static_cast<std::uint32_t>(std::countr_zero(rest))];
  bool are_few = true;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1)
    are_few = c.heard.hear(static_cast<std::uint32_t>(std::countr_zero(rest)), all) && are_few;
  return are_few ? members : 0;
}

template <typename T>
bool are_alike(const T* values, std::uint32_t members) {
  for (std::uint32_t rest = members; rest != 0; rest &= rest - 1)
    if (values[std::countr_zero(rest)] != values[std::countr_zero(members)]) return false;
  return true;
}

template <GroupAction kAction, Exchange kExchange = Exchange::word>
const Operation* together(WarpContext& c, const Operation* op) {
  return act_together(c, op, op->group.members, kAction, kExchange);
}

// d: destination, a: source, b: lane or offset, c: clamp and segment mask. PTX does not say what
// comes from a lane that does not take part, because it has exited, is elsewhere or is not in the
// mask; an H200 gives 0.
template <Shuffle kMode, Told kTold>
void shfl(WarpContext& c, const Operation* op, std::uint32_t members) {
  const std::uint32_t* a = c.at<std::uint32_t>(op->a);
  std::uint32_t given[kWarpSize];
  if (members != kFullMask) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      given[lane] = a[lane] & (0 - (members >> lane & 1u));
    a = given;
  }
  const std::uint32_t* b = c.at<std::uint32_t>(op->b);
  const std::uint32_t* control = c.at<std::uint32_t>(op->c);
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  std::uint32_t results[kWarpSize];
  constexpr bool kHasSources = kTold != Told::nobody;
  [[maybe_unused]] std::uint32_t sources[kWarpSize];
  std::uint32_t in_range_mask = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t operand = b[lane] & 31u;
    const std::uint32_t clamp = control[lane] & 31u;
    const std::uint32_t segment = control[lane] >> 8 & 31u;
    const std::uint32_t most = (lane & segment) | (clamp & ~segment);
    const std::uint32_t least = lane & segment;
    std::uint32_t from = lane;
    bool in_range = true;
    if constexpr (kMode == Shuffle::up) {
      from = lane - operand;
      in_range = static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(most);
    } else if constexpr (kMode == Shuffle::down) {
      from = lane + operand;
      in_range = from <= most;
    } else if constexpr (kMode == Shuffle::butterfly) {
      from = lane ^ operand;
      in_range = from <= most;
    } else {
      from = least | (operand & ~segment);
      in_range = from <= most;
    }
    if (!in_range) from = lane;
    results[lane] = a[from & 31u];
    if constexpr (kHasSources) sources[lane] = from & 31u;
    in_range_mask |= (in_range ? 1u : 0u) << lane;
  }
  if constexpr (kTold == Told::watchers)
    value_flow::note_sources(c, *op, sources, members, ~in_range_mask);
  if constexpr (kTold == Told::pairs) {
    if (c.block->exchanges_in_pairs && op->group.is_of_data) leave_pairs(c, a, sources, results);
  }
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    d[lane] = choose(c.lane_mask[lane], results[lane], d[lane]);
  if (op->group.predicate != kNoSlot) {
    std::uint32_t& p = c.predicate(op->group.predicate);
    p = (p & ~c.active) | (in_range_mask & c.active);
  }
}

enum class Vote : std::uint8_t { all, any, uniform, ballot };

// a: predicate.
template <Vote kMode>
void vote(WarpContext& c, const Operation* op, std::uint32_t members) {
  const std::uint32_t given = c.predicate(op->a) ^ (op->group.is_negated ? kFullMask : 0);
  const bool agree = (given & members) == 0 || (given & members) == members;
  members = heard_members(c, op, members, agree);
  const std::uint32_t holds = given & members;
  if constexpr (kMode == Vote::ballot) {
    std::uint32_t* d = c.at<std::uint32_t>(op->d);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      d[lane] = choose(c.lane_mask[lane], holds, d[lane]);
  } else {
    const bool is_all = members != 0 && holds == members;
    const bool result = kMode == Vote::all   ? is_all
                        : kMode == Vote::any ? holds != 0
                                             : is_all || (members != 0 && holds == 0);
    std::uint32_t& d = c.predicate(op->d);
    d = (d & ~c.active) | (result ? c.active : 0);
  }
}

// a: value.
template <typename T, bool kAll>
void match(WarpContext& c, const Operation* op, std::uint32_t members) {
  const T* a = c.at<T>(op->a);
  members = heard_members(c, op, members, c.block->exchanges_in_pairs && are_alike(a, members));
  std::uint32_t results[kWarpSize] = {};
  for (std::uint32_t rest = members; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (std::uint32_t others = members; others != 0; others &= others - 1) {
      const auto other = static_cast<std::uint32_t>(std::countr_zero(others));
      if (a[lane] == a[other]) results[lane] |= 1u << other;
    }
  }
  const bool all_equal = members != 0 && results[std::countr_zero(c.active)] == members;
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint32_t value = kAll ? (all_equal ? members : 0) : results[lane];
    d[lane] = choose(c.lane_mask[lane], value, d[lane]);
  }
  if (op->group.predicate != kNoSlot) {
    std::uint32_t& p = c.predicate(op->group.predicate);
    p = (p & ~c.active) | (all_equal ? c.active : 0);
  }
}

struct Add {
  template <typename T>
  static T apply(T a, T b) {
    return static_cast<T>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
  }
};
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    return b < a ? b : a;
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
};
struct And {
  template <typename T>
  static T apply(T a, T b) {
    return a & b;
  }
};
struct Or {
  template <typename T>
  static T apply(T a, T b) {
    return a | b;
  }
};
struct Xor {
  template <typename T>
  static T apply(T a, T b) {
    return a ^ b;
  }
};

// a: value.
template <typename F, typename T>
void redux(WarpContext& c, const Operation* op, std::uint32_t members) {
  const T* a = c.at<T>(op->a);
  members = heard_members(c, op, members, c.block->exchanges_in_pairs && are_alike(a, members));
  T result = members == 0 ? T{} : a[std::countr_zero(members)];
  for (std::uint32_t rest = members & (members - 1); rest != 0; rest &= rest - 1)
    result = F::apply(result, a[std::countr_zero(rest)]);
  T* d = c.at<T>(op->d);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    d[lane] = choose(c.lane_mask[lane], result, d[lane]);
}

// d: the leader's lane; its predicate holds in the leader. Which lane leads is open; the lowest
// does.
void elect(WarpContext& c, const Operation* op, std::uint32_t members) {
  const auto leader = static_cast<std::uint32_t>(std::countr_zero(members));
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    d[lane] = choose(c.lane_mask[lane], leader, d[lane]);
  if (op->group.predicate == kNoSlot) return;
  std::uint32_t& p = c.predicate(op->group.predicate);
  p = (p & ~c.active) | (1u << leader & c.active);
}

const Operation* activemask(WarpContext& c, const Operation* op) {
  std::uint32_t* d = c.at<std::uint32_t>(op->d);
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    d[lane] = choose(c.lane_mask[lane], c.active, d[lane]);
  c.last_read = op->instruction;  // of a loop that waits for other lanes
  return op + 1;
}

template <typename F>
Handler redux_handler(ptx::Type type) {
  return type == ptx::Type::s32 ? together<redux<F, std::int32_t>>
                                : together<redux<F, std::uint32_t>>;
}

}  // namespace

namespace {

template <Shuffle kMode>
Handler shuffle(const Kernel& kernel) {
  if (kernel.is_observed()) return together<shfl<kMode, Told::watchers>>;
  return kernel.has_turns ? together<shfl<kMode, Told::pairs>>
                          : together<shfl<kMode, Told::nobody>>;
}

}  // namespace

void build_shfl(Builder& builder) {
  if (!builder.take("sync")) builder.unsupported("without .sync (removed with sm_70)");
  const bool is_observed = builder.is_observed();
  const Handler handler = builder.take("up")     ? shuffle<Shuffle::up>(builder.kernel())
                          : builder.take("down") ? shuffle<Shuffle::down>(builder.kernel())
                          : builder.take("bfly") ? shuffle<Shuffle::butterfly>(builder.kernel())
                          : builder.take("idx")  ? shuffle<Shuffle::index>(builder.kernel())
                                                 : nullptr;
  const ptx::Type type = builder.need_type();
  if (handler == nullptr || ptx::size_bytes(type) != 4) builder.unsupported("this form");
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  bool ignored = false;
  const Slot d = builder.destination(is_pair ? to.elements[0] : to, type);
  const Slot p = is_pair && to.elements[1].kind != ptx::Operand::Kind::sink
                     ? builder.predicate(to.elements[1], ignored)
                     : kNoSlot;
  const Slot a = builder.source(1, type);
  const Slot b = builder.source(2, ptx::Type::b32);
  const Slot control = builder.source(3, ptx::Type::b32);
  const Slot members = builder.source(4, ptx::Type::b32);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = control;
  op.group = {members, p, false, is_observed ? value_flow::add_shuffle(builder) : 0,
              builder.is_of_data()};
}

void build_vote(Builder& builder) {
  if (!builder.take("sync")) builder.unsupported("without .sync (removed with sm_70)");
  const bool is_ballot = builder.take("ballot");
  const Handler handler = is_ballot             ? together<vote<Vote::ballot>, Exchange::predicate>
                          : builder.take("all") ? together<vote<Vote::all>, Exchange::predicate>
                          : builder.take("any") ? together<vote<Vote::any>, Exchange::predicate>
                          : builder.take("uni") ? together<vote<Vote::uniform>, Exchange::predicate>
                                                : nullptr;
  const ptx::Type type = builder.need_type();
  if (handler == nullptr || (is_ballot && ptx::size_bytes(type) != 4))
    builder.unsupported("this form");
  bool negated = false, ignored = false;
  const Slot predicate = builder.predicate_source(builder.operand(1), negated);
  const Slot members = builder.source(2, ptx::Type::b32);
  const Slot d =
      is_ballot ? builder.destination(0, type) : builder.predicate(builder.operand(0), ignored);
  Operation& op = builder.emit(handler);
  op.d = d;
  op.a = predicate;
  op.group = {members, kNoSlot, negated, 0, builder.is_of_data()};
}

void build_match(Builder& builder) {
  const bool is_all = builder.take("all");
  if (!is_all && !builder.take("any")) builder.unsupported("this form");
  builder.take("sync");
  const ptx::Type type = builder.need_type();
  const bool is_wide = ptx::size_bytes(type) == 8;
  if (!is_wide && ptx::size_bytes(type) != 4) builder.unsupported("this type");
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  bool ignored = false;
  const Slot d = builder.destination(is_pair ? to.elements[0] : to, ptx::Type::b32);
  const Slot p = is_pair ? builder.predicate(to.elements[1], ignored) : kNoSlot;
  const Slot a = builder.source(1, type);
  const Slot members = builder.source(2, ptx::Type::b32);
  Operation& op =
      builder.emit(is_all ? (is_wide ? together<match<std::uint64_t, true>, Exchange::double_word>
                                     : together<match<std::uint32_t, true>>)
                          : (is_wide ? together<match<std::uint64_t, false>, Exchange::double_word>
                                     : together<match<std::uint32_t, false>>));
  op.d = d;
  op.a = a;
  op.group = {members, p, false, 0, builder.is_of_data()};
}

void build_redux(Builder& builder) {
  builder.take("sync");
  Handler (*select)(ptx::Type) = builder.take("add")   ? redux_handler<Add>
                                 : builder.take("min") ? redux_handler<Min>
                                 : builder.take("max") ? redux_handler<Max>
                                 : builder.take("and") ? redux_handler<And>
                                 : builder.take("or")  ? redux_handler<Or>
                                 : builder.take("xor") ? redux_handler<Xor>
                                                       : nullptr;
  const ptx::Type type = builder.need_type();
  if (select == nullptr || ptx::size_bytes(type) != 4 || ptx::is_float(type))
    builder.unsupported("this form");
  const Slot a = builder.source(1, type);
  const Slot members = builder.source(2, ptx::Type::b32);
  const Slot d = builder.destination(0, type);
  Operation& op = builder.emit(select(type));
  op.d = d;
  op.a = a;
  op.group = {members, kNoSlot, false, 0, builder.is_of_data()};
}

void build_elect(Builder& builder) {
  if (!builder.take("sync")) builder.unsupported("without .sync");
  const ptx::Operand& to = builder.operand(0);
  const bool is_pair = to.kind == ptx::Operand::Kind::pair && to.elements.size() == 2;
  bool ignored = false;
  const Slot d = builder.destination(is_pair ? to.elements[0] : to, ptx::Type::b32);
  const Slot p = is_pair ? builder.predicate(to.elements[1], ignored) : kNoSlot;
  const Slot members = builder.source(1, ptx::Type::b32);
  Operation& op = builder.emit(together<elect, Exchange::nothing>);
  op.d = d;
  op.group = {members, p, false, 0, builder.is_of_data()};
}

void build_activemask(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (ptx::size_bytes(type) != 4) builder.unsupported("this type");
  const Slot d = builder.destination(0, type);
  builder.emit(activemask).d = d;
}

}  // namespace warpscope::exec::warp_level
