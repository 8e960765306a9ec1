// Names of registers, and lanes that part and meet, of launches that are made up.
#include <gtest/gtest.h>

#include "runner/step/finding_place.h"
#include "runner/step/lane_tree.h"
#include "runner/step/register_names.h"
#include "runner/step/stood_text.h"

namespace warpscope::runner {
namespace {

TEST(RegisterNames, OfLinesThatSetOneVariable) {
  const auto name = [](std::string_view line) {
    const auto set = variable_set_in(line);
    return set ? set->type + "|" + set->name : "none";
  };
  EXPECT_EQ(name("  const int i = blockIdx.x * 4;"), "int|i");
  EXPECT_EQ(name("sum += a[i] == b ? 1 : 2;  // x = 3"), "|sum");
  EXPECT_EQ(name("for (int s = n / 2; s > 0; s /= 2) {"), "int|s");
  EXPECT_EQ(name("const float* row = in + 3;"), "float*|row");
  EXPECT_EQ(name("x <<= 3;"), "|x");
  EXPECT_EQ(name("out[i] = x;"), "none");
  EXPECT_EQ(name("p->x = 1;"), "none");
  EXPECT_EQ(name("s.x = 1;"), "none");
  EXPECT_EQ(name("*p = 1;"), "none");
  EXPECT_EQ(name("int a = 1, b = 2;"), "none");
  EXPECT_EQ(name("if (a <= b && c != d && e >= f) {"), "none");
  EXPECT_EQ(name("print(\"a = 1\");"), "none");
  EXPECT_EQ(name(""), "none");
}

device::StoodRegister set_at(const char* name, const char* type, std::vector<std::uint32_t> lines,
                             bool is_read_elsewhere = true) {
  device::StoodRegister of;
  of.name = name;
  of.type = type;
  of.set_at = std::move(lines);
  of.file = "k.cu";
  of.is_read_elsewhere = is_read_elsewhere;
  return of;
}

TEST(RegisterNames, AreThoseThatAreCertain) {
  const TextOf text_of = [](const std::string&) {
    return "__global__ void k(float* out, int n) {\n"
           "  int i = threadIdx.x * 2;\n"
           "  float x = out[i];\n"
           "  double y = 1;\n"
           "  int t = threadIdx.x;\n"
           "}\n";
  };
  device::Stood stood;
  stood.kernel = "k(float*, int)";
  stood.next.where = {"k.cu", 2};
  stood.registers = {set_at("%r1", "b32", {2}),  set_at("%r2", "b32", {2}, false),
                     set_at("%r3", "b32", {3}),  set_at("%rd4", "b64", {3}),
                     set_at("%r5", "b32", {4}),  set_at("%r6", "b32", {2, 3}),
                     set_at("%rd7", "b64", {1}), set_at("%r8", "b32", {5})};
  stood.registers[6].parameter = 1;
  stood.registers[7].special = "tid.x";
  const auto names = register_names(stood, text_of);
  EXPECT_EQ(names[0].text, "i");
  EXPECT_EQ(names[1].text, "") << "it stays in its line";
  EXPECT_EQ(names[2].text, "x");
  EXPECT_TRUE(names[2].is_float);
  EXPECT_EQ(names[3].text, "") << "an address is no float";
  EXPECT_EQ(names[4].text, "") << "half of a double";
  EXPECT_EQ(names[5].text, "") << "two lines with two variables";
  EXPECT_EQ(names[6].text, "out");
  EXPECT_EQ(names[7].text, "t");
  stood.registers.push_back(set_at("%r9", "b32", {2}));
  EXPECT_EQ(register_names(stood, text_of)[0].text, "") << "either could be i";
  EXPECT_EQ(value_text(stood.registers[2], names[2], 0x3FC00000), "1.5");
  EXPECT_EQ(value_text(stood.registers[0], names[0], 0xFFFFFFFF), "-1");
  EXPECT_EQ(value_text(stood.registers[6], names[6], 0x100000000000), "0x100000000000");
}

device::StoodSpan span(std::uint32_t lanes, std::uint32_t line) {
  return {0, 1, lanes, {"k.cu", line}};
}

std::string in_short(const std::vector<device::StoodSpan>& spans) {
  std::string text;
  for (const auto& row : lane_tree(spans)) {
    text += std::string(row.depth, '>');
    text += row.is_loop ? std::to_string(row.times) + "x"
                        : lanes_text(row.lanes) + ":" + std::to_string(row.first_line) + "-" +
                              std::to_string(row.last_line);
    text += "\n";
  }
  return text;
}

TEST(LaneTree, LanesPartAndMeet) {
  EXPECT_EQ(in_short({span(~0U, 1), span(~0U, 2), span(0xFF, 3), span(0x0F, 4), span(0xFF, 5),
                      span(~0xFFU, 6), span(~0U, 7)}),
            "0-31:1-2\n>0-7:3-3\n>>0-3:4-4\n>0-7:5-5\n>8-31:6-6\n0-31:7-7\n");
  EXPECT_EQ(in_short({}), "");
  EXPECT_EQ(in_short({span(0xF, 1), span(0xF0, 1)}), "0-3:1-1\n4-7:1-1\n");
}

TEST(LaneTree, ALoopIsThereOnce) {
  std::vector<device::StoodSpan> spans{span(~0U, 1)};
  for (int i = 0; i < 5; ++i) {
    spans.push_back(span(~0U, 3));
    spans.push_back(span(1, 4));
    spans.push_back(span(~0U, 2));
  }
  spans.push_back(span(~0U, 9));
  EXPECT_EQ(in_short(spans), "0-31:1-3\n>0:4-4\n4x\n>0-31:2-3\n>>0:4-4\n0-31:2-9\n");
}

TEST(LaneTree, LanesInWords) {
  EXPECT_EQ(lanes_text(0), "none");
  EXPECT_EQ(lanes_text(~0U), "0-31");
  EXPECT_EQ(lanes_text(0x55555555), "0, 2, … 30");
  EXPECT_EQ(lanes_text(0x80000007), "0-2, 31");
}

TEST(StoodText, SaysWhoIsMissingAtABarrier) {
  device::Stood stood;
  stood.is_block_here = true;
  device::StoodGroup waiting, running;
  waiting.state = device::StoodGroup::State::at_barrier;
  waiting.lanes = 0x0F;
  running.lanes = 0xF0;
  stood.warps.resize(5);
  stood.warps[0].groups = {waiting};
  stood.warps[1].groups = {waiting, running};
  stood.warps[2].groups = {running};
  stood.warps[3].state = device::StoodWarp::State::exited;
  stood.warps[4].state = device::StoodWarp::State::not_begun;
  EXPECT_EQ(missing_warps_text(stood, 0), "1-2, 4");
  const auto text = barriers_text(stood);
  EXPECT_NE(text.find("barrier 0: warps 0-1 wait for warps 1-2, 4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("of warp 1 lanes 0-3 wait, lanes 4-7 are elsewhere\n"), std::string::npos);
}

TEST(FindingPlace, IsTheLaunchAndTheWarp) {
  record::RunRecord record;
  record.cases.resize(2);
  record.cases[1].name = "odd";
  for (std::uint32_t id = 0; id < 4; ++id) {
    record.launches.emplace_back().id = id;
    record.launches.back().case_index = id < 2 ? 0 : 1;
  }
  record::Finding finding;
  finding.launch = 3;
  finding.where = record::SourceLine{"k.cu", 12};
  finding.lanes = "block (1,2,0) warp 3 lanes 4-31";
  const auto target = target_of(record, finding);
  EXPECT_EQ(target.case_name, "odd");
  EXPECT_EQ(target.launch, 1U);
  const auto way = way_to(finding, {4, 4, 1});
  EXPECT_EQ(way.action, device::StepCommand::Action::to_line);
  EXPECT_EQ(way.line, 12U);
  EXPECT_EQ(way.block, 9U);
  EXPECT_EQ(way.warp, 3U);
  EXPECT_FALSE(way.is_any_warp);
  EXPECT_TRUE(way_to(finding, {1, 1, 1}).is_any_warp) << "the grid has no such block";
  finding.access.emplace();
  EXPECT_EQ(way_to(finding, {4, 4, 1}).action, device::StepCommand::Action::to_fault);
}

}  // namespace
}  // namespace warpscope::runner
