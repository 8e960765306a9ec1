#include "vgpu/timing/clock/stall_account.h"

#include <algorithm>

namespace warpscope::timing {

std::string_view name(Stall stall) {
  constexpr std::array<std::string_view, kStalls> kNames = {"selected",
                                                            "wait",
                                                            "long_scoreboard",
                                                            "short_scoreboard",
                                                            "barrier",
                                                            "membar",
                                                            "sleeping",
                                                            "branch_resolving",
                                                            "no_instruction",
                                                            "imc_miss",
                                                            "math_pipe_throttle",
                                                            "lg_throttle",
                                                            "mio_throttle",
                                                            "tex_throttle",
                                                            "drain",
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
  if (next.unit == Unit::global) return Stall::lg_throttle;
  if (next.action == Action::image) return Stall::tex_throttle;
  const bool leaves =
      next.unit == Unit::xu || next.unit == Unit::address || next.unit == Unit::constant;
  return leaves ? Stall::mio_throttle : Stall::math_pipe_throttle;
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
                               std::uint64_t busy, std::uint64_t full) {
  const auto up_to = [&](std::uint64_t until) { return std::min(until, cycle); };
  spend(wait, instruction, Stall::wait, up_to(wait.fixed_until));
  const std::uint64_t stopped = spend(wait, wait.last, wait.stopped, up_to(wait.stopped_until));
  if (stopped != 0 && wait.stopped == Stall::long_scoreboard)
    add_cause(wait.last, wait.stopped_by, stopped);
  spend(wait, instruction, Stall::branch_resolving, up_to(wait.resolved_until));
  spend(wait, instruction, Stall::no_instruction, up_to(wait.fetched_until));
  const Stall scoreboard = scoreboard_of(costs_[wait.set_by].action);
  if (const auto cycles = spend(wait, instruction, scoreboard, up_to(wait.scoreboards_until)))
    add_cause(instruction, wait.set_by, cycles);
  busy = std::min(busy, cycle - wait.since);
  full = std::min(full, busy);
  spend(wait, instruction, Stall::mio_throttle, wait.since + full);
  spend(wait, instruction, throttle_of(costs_[instruction]), wait.since + busy - full);
  spend(wait, instruction, Stall::not_selected, cycle);
}

void StallAccount::end(WarpWait& wait, std::uint64_t gone) {
  spend(wait, wait.last, Stall::wait, std::min(wait.fixed_until, gone));
  spend(wait, wait.last, Stall::branch_resolving, std::min(wait.resolved_until, gone));
  spend(wait, wait.last, Stall::drain, gone);
}

}  // namespace warpscope::timing
