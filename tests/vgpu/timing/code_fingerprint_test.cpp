// What a kernel's time depends on is in its fingerprint, each part for itself, and where it stands
// is not.
#include "vgpu/timing/code_fingerprint.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/vgpu/timing/clock/load_kernel.h"

namespace warpscope::timing {
namespace {

using test::LoadKernel;

Fingerprint changed(const std::function<void(LoadKernel&)>& change) {
  LoadKernel kernel;
  change(kernel);
  return fingerprint(kernel.code);
}

Fingerprint as_it_is() {
  return changed([](LoadKernel&) {});
}

TEST(CodeFingerprint, IsAnotherOneForEachChangeOfTheCode) {
  const std::vector<std::function<void(LoadKernel&)>> changes{
      [](LoadKernel& of) { of.function.code[0].opcode = 0x381; },
      [](LoadKernel& of) { of.function.code[0].form = 7; },
      [](LoadKernel& of) { of.function.code[0].unit = machine_code::Class::local_load; },
      [](LoadKernel& of) { of.function.code[0].is_guarded = true; },
      [](LoadKernel& of) { of.function.code[0].is_conditional = true; },
      [](LoadKernel& of) { of.function.code[0].begins_reconvergence = true; },
      [](LoadKernel& of) { of.function.code[0].ends_reconvergence = true; },
      [](LoadKernel& of) { of.function.code[0].stall_cycles = 5; },
      [](LoadKernel& of) { of.function.code[0].write_scoreboard = 1; },
      [](LoadKernel& of) { of.function.code[0].read_scoreboard = 2; },
      [](LoadKernel& of) { of.function.code[1].waits_for = 2; },
      [](LoadKernel& of) { of.function.code[0].lane_bytes = 8; },
      [](LoadKernel& of) { of.function.code[0].constant = 0; },
      [](LoadKernel& of) { of.function.code[1].target = 0; },
      [](LoadKernel& of) { of.function.code[0].ptx = 2; },
      [](LoadKernel& of) { of.function.code[0].ptx = 0; },
      [](LoadKernel& of) { of.function.code.push_back(of.function.code[1]); },
      [](LoadKernel& of) { of.function.blocks[0].end = 1; },
      [](LoadKernel& of) { of.function.blocks[0].successors = {0}; },
      [](LoadKernel& of) {
        of.function.blocks[0].calls = {{0, {}, false}};
      },
      [](LoadKernel& of) {
        of.function.blocks[0].calls = {{0, 0, false}};
      },
      [](LoadKernel& of) {
        of.function.blocks[0].calls = {{0, 0, true}};
      },
      [](LoadKernel& of) {
        of.function.subroutines = {{"f", 0, 1, false}};
      },
      [](LoadKernel& of) {
        of.function.subroutines = {{"f", 0, 1, true}};
      },
      [](LoadKernel& of) { of.code.blocks[0].homes[0].copies = 2; },
      [](LoadKernel& of) { of.code.blocks[0].homes.clear(); },
      [](LoadKernel& of) { of.code.blocks[0].is_anchored = false; },
      [](LoadKernel& of) { of.code.blocks[0].only_returns = true; },
      [](LoadKernel& of) { of.code.blocks[0].ends_with_return = false; },
      [](LoadKernel& of) { of.code.blocks[0].all_return = false; },
      [](LoadKernel& of) { of.code.blocks[0].calls = 1; },
      [](LoadKernel& of) { of.code.blocks[0].function = 1; },
      [](LoadKernel& of) { of.code.blocks[0].begins_function = true; },
      [](LoadKernel& of) { of.code.blocks[0].called_at = 0; },
      [](LoadKernel& of) { of.code.depends_on_time = true; },
      [](LoadKernel& of) { of.code.has_measured_routines = true; },
      [](LoadKernel& of) {
        of.code.ptx_numbers = {1, 3};
      },
      [](LoadKernel& of) { of.code.untold = {2}; },
      [](LoadKernel& of) { of.code.carried_loads.loads_of_store = {{0}}; },
      [](LoadKernel& of) { of.code.carried_loads.is_load_stored = {true}; },
      [](LoadKernel& of) { of.code.carried_loads.is_load_stored = {false}; },
      // Of which line each instruction is, as far as it is the same one or not.
      [](LoadKernel& of) {
        of.code.lines = {{"a.cu", 3}, {"a.cu", 4}};
      },
      [](LoadKernel& of) {
        of.code.lines = {{"a.cu", 4}, {"a.cu", 3}};
      },
      [](LoadKernel& of) {
        of.code.lines = {{"a.cu", 4}, {"a.cu", 4}};
      },
      [](LoadKernel& of) {
        of.code.lines = {{"a.cu", 4}, {"", 0}};
      }};
  std::set<Fingerprint> seen{as_it_is()};
  for (std::size_t i = 0; i < changes.size(); ++i)
    EXPECT_TRUE(seen.insert(changed(changes[i])).second) << "change " << i;
}

TEST(CodeFingerprint, IsTheSameElsewhereInAModule) {
  const auto moved = changed([](LoadKernel& of) {
    for (auto& instruction : of.function.code) instruction.ptx += 100;
    of.code.ptx_numbers = {101, 102};
  });
  EXPECT_EQ(moved, as_it_is());
}

TEST(CodeFingerprint, IsTheSameAfterLinesWerePutInBefore) {
  const auto at = [](std::uint32_t line) {
    return changed([&](LoadKernel& of) { of.code.lines = {{"a.cu", line}, {"a.cu", line + 1}}; });
  };
  EXPECT_EQ(at(3), at(300));
}

}  // namespace
}  // namespace warpscope::timing
