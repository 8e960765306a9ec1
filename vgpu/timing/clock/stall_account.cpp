#include "vgpu/timing/clock/stall_account.h"

#include <algorithm>

namespace warpscope::timing {

std::string_view name(Stall stall) {
  constexpr std::array<std::string_view, kStalls> kNames = {
      "selected",         "wait",           "long_scoreboard",
      "short_scoreboard", "barrier",        "membar",
      "branch_resolving", "no_instruction", "math_pipe_throttle",
      "lg_throttle",      "mio_throttle",   "tex_throttle",
      "not_selected"};
  return kNames[static_cast<std::size_t>(stall)];
}

Stall scoreboard_of(Action action) {
  switch (action) {
    case Action::load:
    case Action::store:
    case Action::global_atomic:
    case Action::asynchronous_copy:
    case Action::end_of_copies:
    case Action::wait_for_copies:
    case Action::wait_for_bulk:
    case Action::mbarrier:
    case Action::image:
      return Stall::long_scoreboard;
    default:
      return Stall::short_scoreboard;
  }
}

Stall throttle_of(const InstructionCost& next) {
  if (next.unit == Unit::xu) return Stall::mio_throttle;
  if (next.unit != Unit::address) return Stall::math_pipe_throttle;
  if (next.action == Action::image) return Stall::tex_throttle;
  return scoreboard_of(next.action) == Stall::long_scoreboard ? Stall::lg_throttle
                                                              : Stall::mio_throttle;
}

StallAccount::Cycles StallAccount::sum() const {
  Cycles sum{};
  for (const Row& row : rows_) {
    for (std::size_t i = 0; i < kStalls; ++i) sum[i] += row.cycles[i];
  }
  return sum;
}

void StallAccount::add_cause(std::uint32_t instruction, std::uint32_t cause, std::uint64_t cycles) {
  std::vector<Cause>& causes = rows_[instruction].causes;
  auto found = std::ranges::find(causes, cause, &Cause::instruction);
  if (found == causes.end()) found = causes.insert(found, {cause, 0, 0});
  found->cycles += cycles;
  ++found->times;
}

void StallAccount::settle_some(WarpWait& wait, std::uint32_t instruction, std::uint64_t cycle,
                               std::uint64_t busy) {
  const auto up_to = [&](std::uint64_t end) {
    end = std::min(end, cycle);
    const std::uint64_t cycles = end > wait.since ? end - wait.since : 0;
    wait.since += cycles;
    return cycles;
  };
  if (const std::uint64_t cycles = up_to(wait.fixed_until); cycles != 0) {
    add(instruction, wait.fixed, cycles);
    tell(wait, wait.fixed, cycles);
  }
  if (const std::uint64_t cycles = up_to(wait.stopped_until); cycles != 0) {
    add(wait.last, wait.stopped, cycles);
    tell(wait, wait.stopped, cycles);
    if (wait.stopped == Stall::long_scoreboard) add_cause(wait.last, wait.stopped_by, cycles);
  }
  if (const std::uint64_t cycles = up_to(wait.scoreboards_until); cycles != 0) {
    const Stall scoreboard = scoreboard_of(costs_[wait.set_by].action);
    add(instruction, scoreboard, cycles);
    tell(wait, scoreboard, cycles);
    add_cause(instruction, wait.set_by, cycles);
  }
  const std::uint64_t rest = up_to(cycle);
  if (rest == 0) return;
  busy = std::min(busy, rest);
  add(instruction, throttle_of(costs_[instruction]), busy);
  add(instruction, Stall::not_selected, rest - busy);
  if (busy != 0) tell(wait, throttle_of(costs_[instruction]), busy);
  if (rest != busy) tell(wait, Stall::not_selected, rest - busy);
}

}  // namespace warpscope::timing
