#include "vgpu/machine_code/walk.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "vgpu/machine_code/lanes.h"

namespace warpscope::machine_code {
namespace {

std::vector<bool> homes_among(std::size_t machine_blocks, std::span<const MatchedBlock> blocks) {
  std::vector<bool> is_home(machine_blocks);
  for (const MatchedBlock& block : blocks) {
    for (const Home& home : block.homes) is_home[home.machine_block] = true;
  }
  return is_home;
}

/// Whether nothing but blocks of its innermost loop stands between two entries of a block.
bool is_next_turn(const MatchedBlock& block, std::span<const PtxEntry> between) {
  if (!block.is_in_loop()) return true;  // of an outer loop, or of none
  return std::ranges::all_of(between, [&](const PtxEntry& entry) {
    return entry.block >= block.loop_first && entry.block < block.loop_end;
  });
}

/// How often each entry's block comes in a row with its lanes, other blocks of the loop in between
/// left aside.
void count_turns(std::span<const PtxEntry> entries, std::span<const MatchedBlock> blocks,
                 std::vector<std::uint32_t>& turns) {
  constexpr std::size_t kMostBetween = 8;
  constexpr std::size_t kNever = ~std::size_t{0};
  turns.assign(entries.size(), 1);
  std::vector<std::size_t> next;
  for (std::size_t i = entries.size(); i-- > 0;) {
    const PtxEntry& entry = entries[i];
    if (next.size() <= entry.block) next.resize(entry.block + 1, kNever);
    const std::size_t following = next[entry.block];
    if (following != kNever && following - i <= kMostBetween &&
        entries[following].lanes == entry.lanes &&
        is_next_turn(blocks[entry.block], entries.subspan(i + 1, following - i - 1)))
      turns[i] = turns[following] + 1;
    next[entry.block] = i;
  }
}

}  // namespace

Walk::Walk(const MachineFunction& function, std::span<const MatchedBlock> blocks)
    : function_(function),
      blocks_(blocks),
      paths_(function, homes_among(function.blocks.size(), blocks)),
      routine_ways_(function) {
  find_questions();
  issued_.warps.resize(function.blocks.size());
  issued_.threads.resize(function.blocks.size());
}

std::uint32_t& Walk::Visit::used_of(std::uint32_t ptx_block) {
  for (auto& [block, copies] : used) {
    if (block == ptx_block) return copies;
  }
  return used.emplace_back(ptx_block, 0U).second;
}

void Walk::warps(std::span<const PtxEntry> entries, std::span<const RareOperands> rare,
                 std::uint64_t count) {
  constexpr std::size_t kFewestVisits = 4096;
  warps_ = count;
  rare_.assign(rare.begin(), rare.end());
  skipped_.clear();
  visits_.clear();
  std::ranges::fill(at_, kNowhere);
  std::ranges::fill(place_, Place{});
  std::ranges::fill(last_, kNowhere);
  executed_.assign(function_.blocks.size(), 0);
  passed_.assign(function_.blocks.size(), {});
  computed_in_.assign(blocks_.size(), 0);
  for (auto& callers : callers_) callers.clear();
  count_turns(entries, blocks_, turns_);
  std::size_t most_visits = kFewestVisits;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries_.first_entry = entries_.last_entry = static_cast<std::uint32_t>(i);
    if (entries[i].lanes != 0) enter(entries, i);
    if (visits_.size() <= most_visits) continue;
    forget_left_visits();
    most_visits = std::max(kFewestVisits, 2 * visits_.size());  // callers of a recursion stay
  }
  leave();
  issued_.uncertain += rare_.size() * warps_;  // no question was found for these
  std::ranges::fill(at_, kNowhere);
  for (auto& callers : callers_) callers.clear();
  forget_left_visits();
}

/// Lanes by the visit that they are in, the first lane's first.
std::vector<std::pair<std::uint32_t, std::uint32_t>> Walk::groups_of(std::uint32_t lanes) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> groups;
  for_each_lane(lanes, [&](std::uint32_t lane) {
    const auto found =
        std::ranges::find(groups, at_[lane], &std::pair<std::uint32_t, std::uint32_t>::first);
    (found == groups.end() ? groups.emplace_back(at_[lane], 0U) : *found).second |= 1U << lane;
  });
  return groups;
}

std::uint32_t Walk::lanes_at(std::uint32_t visit) const {
  std::uint32_t lanes = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    lanes |= (at_[lane] == visit ? 1U : 0U) << lane;
  return lanes;
}

/// Takes down who was in the visits that all lanes have left.
void Walk::forget_left_visits() {
  std::vector<std::uint32_t> kept(visits_.size(), kNowhere);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (at_[lane] != kNowhere) kept[at_[lane]] = 0;
    for (const Caller& caller : callers_[lane]) {
      if (caller.visit < visits_.size()) kept[caller.visit] = 0;
    }
  }
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < visits_.size(); ++i) {
    if (kept[i] == kNowhere) {
      count_threads(visits_[i].block, static_cast<std::uint64_t>(std::popcount(visits_[i].lanes)));
      continue;
    }
    kept[i] = count;
    if (count != i) visits_[count] = std::move(visits_[i]);
    ++count;
  }
  visits_.resize(count);
  for (int lane = 0; lane < kLanes; ++lane) {
    if (at_[lane] != kNowhere) at_[lane] = kept[at_[lane]];
    for (Caller& caller : callers_[lane]) {
      if (caller.visit < kept.size()) caller.visit = kept[caller.visit];
    }
  }
}

void Walk::enter(std::span<const PtxEntry> entries, std::size_t& at) {
  PtxEntry entry = entries[at];
  const MatchedBlock& block = blocks_[entry.block];
  settle(entry);
  follow_way(entry);
  if (block.begins_function) call(block, entry.lanes);
  for_each_lane(entry.lanes, [&](std::uint32_t lane) {
    place_[lane] = {entry.block, block.calls};
  });
  const std::uint32_t all = entry.lanes;
  if (!block.homes.empty()) {
    if (block.only_returns) {
      // Lanes that leave by an EXIT in the place of the jump to it, of the block where they are.
      for_each_lane(all, [&](std::uint32_t lane) {
        if (at_[lane] == kNowhere) return;
        const std::uint32_t where = visits_[at_[lane]].block;
        const MachineInstruction& last = function_.code[function_.blocks[where].end - 1];
        if (last.unit == Class::exit && block.home(where) == nullptr) entry.lanes &= ~(1U << lane);
      });
    }
    if (entry.lanes != 0 && !take_turns_together(entries, at))
      go(entry, entries.subspan(at + 1), std::span(turns_).subspan(at));
  }
  return_where_all_do(all);
}

/// Whether all lanes are where a copy of the block is that they have not used.
bool Walk::may_join(const PtxEntry& entry) {
  bool joins = true;
  for_each_lane(entry.lanes, [&](std::uint32_t lane) {
    const Home* here =
        at_[lane] == kNowhere ? nullptr : blocks_[entry.block].home(visits_[at_[lane]].block);
    joins = joins && here != nullptr && visits_[at_[lane]].used_of(entry.block) < here->copies;
  });
  return joins;
}

bool Walk::take_turns_together(std::span<const PtxEntry> entries, std::size_t& at) {
  const PtxEntry& first = entries[at];
  const MatchedBlock& block = blocks_[first.block];
  if (block.homes.size() < 2 || !block.is_copied()) return false;
  std::size_t last = at;
  while (last + 1 < entries.size() && entries[last + 1].block == first.block &&
         (entries[last + 1].lanes & ~first.lanes) == 0)
    ++last;
  if (last == at && (!block.is_anchored || turns_[at] > 1 || may_join(first))) return false;
  entries_.last_entry = static_cast<std::uint32_t>(last);
  std::uint32_t left[kLanes] = {};
  for (std::size_t i = at; i <= last; ++i)
    for_each_lane(entries[i].lanes, [&](std::uint32_t lane) { ++left[lane]; });
  std::vector<Home> homes = block.homes;
  std::ranges::stable_sort(homes, std::ranges::greater{}, &Home::copies);
  std::uint32_t from = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    if ((first.lanes >> lane & 1) != 0 && at_[lane] != kNowhere) {
      from = visits_[at_[lane]].block;
      break;
    }
  }
  if (!is_reachable(block, from)) {  // where lanes are nothing is left of it
    if (last != at) issued_.lost += warps_;
    at = last;
    return true;
  }
  for (const auto& [visit, lanes] : groups_of(first.lanes)) {
    if (visit != kNowhere) write_rest(visits_[visit]);
  }
  std::uint32_t copies_before = 0;
  for (const Home& home : homes) {
    if (home.copies == copies_before) continue;  // the first of those with as many
    copies_before = home.copies;
    std::uint32_t times = 0, lanes = 0;
    std::uint64_t threads = 0;
    for_each_lane(first.lanes, [&](std::uint32_t lane) {
      const std::uint32_t turns = left[lane] / home.copies;
      times = std::max(times, turns);
      threads += turns;
      if (turns != 0) lanes |= 1U << lane;
      left[lane] %= home.copies;
    });
    if (times == 0) continue;
    const std::uint32_t to = home.machine_block;
    if (paths_.cost(from, to) == Paths::kNoWay) issued_.lost += warps_;
    pass(paths_.through_guards(from, to), lanes);
    const auto& successors = function_.blocks[to].successors;
    const bool is_round = times > 1 && std::ranges::find(successors, to) == successors.end();
    const auto round = is_round ? paths_.between(to, to) : std::span<const std::uint32_t>{};
    count(to, lanes, times);
    count_threads(to, threads);
    for (const std::uint32_t passed : round) {
      count(passed, lanes, times - 1);
      count_threads(passed, (times - 1) * static_cast<std::uint64_t>(std::popcount(lanes)));
    }
    for (std::uint32_t turn = 0; (order_ != nullptr || !rare_.empty()) && turn < times; ++turn) {
      for (std::size_t i = turn == 0 ? 0 : round.size(); i-- > 0;) write(round[i]);
      write(to);
      answer_questions(to, lanes);
    }
    from = to;
  }
  const std::uint32_t visit = begin_visit(from, first.lanes);
  constexpr std::uint32_t kAll = 99;
  visits_[visit].lanes = 0;  // they have been counted
  visits_[visit].written_end = function_.blocks[from].end;
  visits_[visit].used_of(first.block) = kAll;
  if (last != at) {  // the last turn is a way of its own
    ++way_;
    note_passed(from, first.lanes);
  }
  at = last;
  return true;
}

void Walk::go(const PtxEntry& entry, std::span<const PtxEntry> later,
              std::span<const std::uint32_t> turns) {
  const MatchedBlock& block = blocks_[entry.block];
  struct Group {
    std::uint32_t visit = kNowhere, lanes = 0;
    std::uint32_t to = kNowhere;  ///< where it goes, if that is known
  };
  std::vector<Group> groups;
  for (const auto& [visit, lanes] : groups_of(entry.lanes)) groups.push_back({visit, lanes});
  std::uint32_t joined = kNowhere;
  std::vector<Group> moving;
  for (Group& group : groups) {
    if (group.visit == kNowhere) {
      moving.push_back(group);
      continue;
    }
    Visit& visit = visits_[group.visit];
    const std::uint32_t from = visit.block;
    const Home* home = block.home(from);
    if (home != nullptr && visit.used_of(entry.block) < home->copies) {
      ++visit.used_of(entry.block);
      joined = group.visit;
      continue;
    }
    if (is_behind(entry.block, from) || was_passed(block, group.lanes)) continue;
    // Of copies of a block some have nothing left; where there is one, it was executed.
    const bool is_certain = block.is_anchored && block.homes.size() == 1;
    if (!is_certain && !is_reachable(block, from)) {
      if (!block.is_copied()) issued_.lost += warps_;
      continue;
    }
    if (!block.is_anchored && has_only_longer_rounds(block, from, turns.front())) continue;
    if (!block.is_anchored && block.homes.size() > 1) {
      if (const auto to = coming_home(group.visit, group.lanes, later, turns.subspan(1)))
        group.to = copy_on_the_way(block, from, *to, turns.front());
      if (group.to == from) continue;
    }
    moving.push_back(group);
  }
  const auto note_computed = [&] {
    if (block.homes.size() == 1)
      computed_in_[entry.block] = executed_[block.homes.front().machine_block];
  };
  if (moving.empty()) return note_computed();
  for (const Group& group : moving) {
    if (group.visit != kNowhere) write_rest(visits_[group.visit]);
  }
  if (joined != kNowhere) {
    for (const Group& group : moving) {
      visits_[joined].lanes |= group.lanes;
      note_passed(visits_[joined].block, group.lanes);
      for_each_lane(group.lanes, [&](std::uint32_t lane) { at_[lane] = joined; });
    }
    return note_computed();
  }
  std::uint32_t visit = kNowhere, to = 0, all = 0;
  for (const Group& group : moving) all |= group.lanes;
  for (const Group& group : moving) {
    const std::uint32_t from = group.visit == kNowhere ? kNowhere : visits_[group.visit].block;
    if (visit != kNowhere && from != kNowhere && !meets_at(from, to, group.lanes)) {
      pass(paths_.between(from, to), group.lanes);
      const std::uint32_t apart = arrive(to, group.lanes);
      visits_[apart].used_of(entry.block) = 1;
      visits_[visit].lanes &= ~group.lanes;
      continue;
    }
    if (visit == kNowhere) {
      if (from == kNowhere) {
        to = block.homes.front().machine_block;
        if (to != 0) {
          issue(0, group.lanes);
          pass(paths_.between(0, to), group.lanes);
        }
      } else {
        to = group.to != kNowhere ? group.to : choose_home(block, from, turns.front());
        const auto way =
            block.is_copied() ? paths_.through_guards(from, to) : paths_.between(from, to);
        pass(way, group.lanes);
      }
      visit = arrive(to, all);
      visits_[visit].used_of(entry.block) = 1;
    } else if (from != kNowhere) {
      if (paths_.cost(from, to) == Paths::kNoWay) issued_.lost += warps_;
      pass(paths_.between(from, to), group.lanes);
    }
  }
  note_computed();
}

bool Walk::is_reachable(const MatchedBlock& block, std::uint32_t from) {
  return std::ranges::any_of(block.homes, [&](const Home& home) {
    return home.machine_block == from || paths_.cost(from, home.machine_block) != Paths::kNoWay;
  });
}

/// A loop was unrolled, and fewer turns come than one of its rounds takes: where these are
/// executed nothing is left of the block.
bool Walk::has_only_longer_rounds(const MatchedBlock& block, std::uint32_t from,
                                  std::uint32_t coming_turns) {
  return block.is_in_loop() && block.is_copied() &&
         std::ranges::none_of(block.homes, [&](const Home& home) {
           return home.copies <= coming_turns &&
                  paths_.cost(from, home.machine_block) != Paths::kNoWay;
         });
}

std::optional<std::uint32_t> Walk::coming_home(std::uint32_t visit, std::uint32_t lanes,
                                               std::span<const PtxEntry> later,
                                               std::span<const std::uint32_t> turns) {
  constexpr std::size_t kMostAhead = 8;
  const std::uint32_t from = visits_[visit].block;
  for (std::size_t i = 0; i < std::min(later.size(), kMostAhead); ++i) {
    const MatchedBlock& block = blocks_[later[i].block];
    if (!block.is_anchored || block.homes.empty() || (later[i].lanes & lanes) == 0) continue;
    const Home* here = block.home(from);
    if (here != nullptr && visits_[visit].used_of(later[i].block) < here->copies) return from;
    if (!is_reachable(block, from)) return std::nullopt;
    if (has_only_longer_rounds(block, from, turns[i])) continue;
    return choose_home(block, from, turns[i]);
  }
  return std::nullopt;
}

std::uint32_t Walk::copy_on_the_way(const MatchedBlock& block, std::uint32_t from, std::uint32_t to,
                                    std::uint32_t coming_turns) {
  if (to == from || block.home(to) != nullptr) return to;
  std::uint64_t best = paths_.cost(from, to);
  // A detour past some blocks is no reason to leave the copy out; past another home it is.
  best = best == Paths::kNoWay ? best : best + Paths::kOfOtherHome;
  std::uint32_t copy = from;
  for (const Home& home : block.homes) {
    if (home.copies > coming_turns) continue;
    const std::uint64_t there = paths_.cost(from, home.machine_block);
    const std::uint64_t on = paths_.cost(home.machine_block, to);
    if (there == Paths::kNoWay || on == Paths::kNoWay || there + on >= best) continue;
    best = there + on;
    copy = home.machine_block;
  }
  return copy;
}

bool Walk::is_behind(std::uint32_t ptx_block, std::uint32_t from) {
  const MatchedBlock& block = blocks_[ptx_block];
  if (block.is_anchored || block.homes.size() != 1 || block.is_copied()) return false;
  const std::uint32_t home = block.homes.front().machine_block;
  if (executed_[home] == computed_in_[ptx_block]) return false;
  const std::uint64_t back = paths_.cost(home, from);
  return back != Paths::kNoWay && back < paths_.cost(from, home);
}

std::uint32_t Walk::choose_home(const MatchedBlock& block, std::uint32_t from,
                                std::uint32_t coming_turns) {
  std::vector<Home> reachable;
  std::ranges::copy_if(block.homes, std::back_inserter(reachable), [&](const Home& home) {
    return paths_.cost(from, home.machine_block) != Paths::kNoWay;
  });
  if (reachable.empty()) {
    issued_.lost += warps_;
    return std::ranges::max(block.homes, {}, &Home::copies).machine_block;
  }
  std::vector<Home> fitting;
  std::ranges::copy_if(reachable, std::back_inserter(fitting),
                       [&](const Home& home) { return home.copies <= coming_turns; });
  if (fitting.empty()) fitting = {std::ranges::min(reachable, {}, &Home::copies)};
  const std::uint32_t most = std::ranges::max(fitting, {}, &Home::copies).copies;
  std::erase_if(fitting, [&](const Home& home) { return home.copies != most; });
  return std::ranges::min(fitting, {},
                          [&](const Home& home) { return paths_.cost(from, home.machine_block); })
      .machine_block;
}

void Walk::count(std::uint32_t block, std::uint32_t lanes, std::uint64_t times) {
  issued_.warps[block] += times * warps_;
  executed_[block] += times;
  note_passed(block, lanes);
  for (const std::uint32_t called : paths_.called_by(block)) {
    issued_.warps[called] += times * warps_;
    count_threads(called, times * static_cast<std::uint64_t>(std::popcount(lanes)));
  }
}

void Walk::pass(std::span<const std::uint32_t> way, std::uint32_t lanes) {
  for (std::size_t i = way.size(); i-- > 0;) {
    const auto skipped = std::ranges::find(skipped_, way[i]);
    if (skipped != skipped_.end()) {
      skipped_.erase(skipped);
      continue;
    }
    issue(way[i], lanes);
  }
}

void Walk::issue(std::uint32_t block, std::uint32_t lanes) {
  count(block, lanes, 1);
  count_threads(block, static_cast<std::uint64_t>(std::popcount(lanes)));
  write(block);
  if (!rare_.empty()) answer_questions(block, lanes);
}

void Walk::count_threads(std::uint32_t block, std::uint64_t threads) {
  issued_.threads[block] += threads * warps_;
}

std::uint32_t Walk::begin_visit(std::uint32_t block, std::uint32_t lanes) {
  const auto visit = static_cast<std::uint32_t>(visits_.size());
  visits_.push_back({block, lanes, {}, {}, 0, function_.blocks[block].first});
  for_each_lane(lanes, [&](std::uint32_t lane) { at_[lane] = visit; });
  return visit;
}

std::uint32_t Walk::arrive(std::uint32_t block, std::uint32_t lanes) {
  const std::uint32_t visit = begin_visit(block, lanes);
  count(block, lanes, 1);
  write_to_call(visits_[visit]);
  if (!rare_.empty()) answer_questions(block, lanes);
  return visit;
}

}  // namespace warpscope::machine_code
