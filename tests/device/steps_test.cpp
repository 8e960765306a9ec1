// What is asked of a launch that stands still, and what is told of it, as lines of JSON.
#include "device/steps.h"

#include <gtest/gtest.h>

#include "device/commands.h"
#include "device/events.h"

namespace warpscope::device {
namespace {

TEST(Steps, ACommandComesBackFromItsLine) {
  StepCommand command;
  command.command_id = 7;
  command.action = StepCommand::Action::to_line;
  command.block = std::uint64_t{1} << 40;
  command.warp = 3;
  command.is_any_warp = true;
  command.file = "a \"b\".cu";
  command.line = 12;
  command.number = 99;
  command.shows_shared = true;
  const auto back = std::get<StepCommand>(command_from_json(to_json_line(command)));
  EXPECT_EQ(back.command_id, command.command_id);
  EXPECT_EQ(back.action, command.action);
  EXPECT_EQ(back.block, command.block);
  EXPECT_EQ(back.warp, command.warp);
  EXPECT_TRUE(back.is_any_warp);
  EXPECT_EQ(back.file, command.file);
  EXPECT_EQ(back.line, command.line);
  EXPECT_EQ(back.number, command.number);
  EXPECT_FALSE(back.shows_registers);
  EXPECT_TRUE(back.shows_shared);
}

Stood made() {
  Stood stood;
  stood.command_id = 2;
  stood.kernel = "k(int*)";
  stood.grid = {2, 3, 4};
  stood.message = "It was stopped on the way.";
  stood.number = 1000;
  stood.next = {{"k.cu", 4}, 17, "add.s32 %r1, %r2, 1;"};
  stood.blocks = {0, 5};
  stood.is_block_here = true;
  StoodWarp warp;
  warp.exited = 0xF0000000;
  StoodGroup group;
  group.state = StoodGroup::State::at_barrier;
  group.lanes = 0x0000FFFF;
  group.barrier = 3;
  group.calls = {{"k.cu", 9}};
  warp.groups = {group};
  stood.warps = {warp, {}};
  StoodRegister of;
  of.name = "%r1";
  of.type = "b32";
  of.lanes = 0xFF;
  of.values[31] = ~std::uint64_t{0};
  of.set_at = {4, 9};
  stood.registers = {of};
  stood.shared = {1, 0xFFFFFFFF};
  stood.spans = {{3, 4, 0xFF, {"k.cu", 4}}};
  stood.lines = {{{"k.cu", 4}, 4, 32}};
  return stood;
}

TEST(Steps, ALaunchThatStandsComesBackFromItsLine) {
  const auto stood = made();
  const auto line = to_json_line(stood);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto back = std::get<Stood>(event_from_json(line));
  EXPECT_EQ(to_json_line(back), line);
  EXPECT_EQ(back.registers.at(0).values[31], ~std::uint64_t{0});
  EXPECT_EQ(back.warps.at(0).groups.at(0).state, StoodGroup::State::at_barrier);
  EXPECT_EQ(back.spans.at(0).where.line, 4U);
}

TEST(Steps, WhatIsNoneIsRefused) {
  const auto line = to_json_line(made());
  const auto with = [&](const std::string& part, const std::string& other) {
    auto changed = line;
    const auto at = changed.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return changed.replace(at, part.size(), other);
  };
  EXPECT_THROW(event_from_json(with("\"state\":2", "\"state\":6")), record::RecordError);
  EXPECT_THROW(event_from_json(with("\"warp\":0", "\"warp\":4294967296")), record::RecordError);
  EXPECT_THROW(event_from_json(with("\"blocks\":[0,5]", "\"blocks\":7")), record::RecordError);
  EXPECT_THROW(event_from_json(with("\"kernel\"", "\"kernels\"")), record::RecordError);
  EXPECT_THROW(event_from_json(with("18446744073709551615]", "1,2]")), record::RecordError);
  EXPECT_THROW(command_from_json(R"({"command":"step","step":{"action":99}})"),
               record::RecordError);
}

}  // namespace
}  // namespace warpscope::device
