#include <gtest/gtest.h>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "tests/runner/made_record.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

using record::RunRecord;
using test::Access;
using test::add_launch;
using test::add_line;
using test::find;
using test::made_record;
using test::Place;
using test::refused_access;

record::Finding device_finding(const std::string& id, const std::string& cause,
                               const std::string& lanes, std::uint32_t line = 12) {
  record::Finding finding;
  finding.id = id;
  finding.cause = cause;
  finding.lanes = lanes;
  finding.where.emplace().file = "exercise.cu";
  finding.where->line = line;
  return finding;
}

/// Of 4 bytes, by lanes whose first one is thread `thread` of block 0.
Access access_of(std::uint32_t thread, std::uint32_t lanes, Place place, std::uint64_t array_bytes,
                 std::uint64_t distance_bytes) {
  Access access;
  access.thread_index = {thread, 0, 0};
  access.lanes = lanes;
  access.bytes = 4;
  access.place = place;
  access.array_bytes = array_bytes;
  access.distance_bytes = distance_bytes;
  return access;
}

TEST(Findings, ThoseOfTheFirstTaskComeFirstWithinASeverity) {
  auto record = made_record();
  record.cases.push_back(record.cases[0]);
  record.cases[1].task = "copy";
  record.cases.push_back(record.cases[0]);
  add_launch(record).case_index = 1;
  auto later = device_finding("misaligned-address", "later", "", 1);
  later.launch = 0;
  auto first = device_finding("misaligned-address", "first", "", 2);
  first.case_index = 2;
  auto program = device_finding("bad-ptx", "of the whole program", "", 3);
  auto warning = device_finding("misaligned-address", "warning", "", 4);
  warning.severity = record::Finding::Severity::warning;
  record.findings = {warning, later, first, program};
  apply_rules(record);
  std::vector<std::string> causes;
  for (const auto& finding : record.findings) causes.push_back(finding.cause);
  EXPECT_EQ(causes,
            (std::vector<std::string>{"first", "of the whole program", "later", "warning"}));
}

TEST(Findings, WhatTheMemoryChecksSeeComesBehindWhatMayHaveCausedIt) {
  auto record = made_record();
  auto warning = device_finding("misaligned-address", "warning", "", 4);
  warning.severity = record::Finding::Severity::warning;
  record.findings = {warning, device_finding("uninitialised-global", "read", "", 3),
                     device_finding("missing-barrier", "race", "", 5),
                     device_finding("input-not-copied", "cause", "", 0)};
  apply_rules(record);
  std::vector<std::string> causes;
  for (const auto& finding : record.findings) causes.push_back(finding.cause);
  EXPECT_EQ(causes, (std::vector<std::string>{"cause", "read", "race", "warning"}));
}

TEST(OutOfBounds, OneLaneAtTheEndAtEverySizeIsAGuardOffByOne) {
  auto record = made_record();
  for (const std::uint32_t thread : {1U, 31U})
    record.findings.push_back(
        refused_access("out-of-bounds", access_of(thread, 1, Place::past_end, 124, 0)));
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].id, "guard-off-by-one");
  EXPECT_NE(record.findings[0].cause.find("1 more time"), std::string::npos);
  EXPECT_EQ(record.findings[0].lesson, "coalescing#guards");
}

TEST(OutOfBounds, MoreLanesAtOneSizeAreAMissingGuard) {
  auto record = made_record();
  for (const std::uint32_t lanes : {1U, 31U})
    record.findings.push_back(
        refused_access("out-of-bounds", access_of(32 - lanes, lanes, Place::past_end, 124, 0)));
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1u);
  EXPECT_EQ(record.findings[0].id, "missing-bounds-guard");
}

TEST(OutOfBounds, FarPastTheEndIsAMissingGuardAndAnywhereElseStays) {
  auto record = made_record();
  record.findings = {refused_access("out-of-bounds", access_of(40, 1, Place::past_end, 124, 36), 5),
                     refused_access("out-of-bounds", access_of(0, 1, Place::other, 0, 0), 6)};
  apply_rules(record);
  EXPECT_NE(find(record, "missing-bounds-guard"), nullptr);
  EXPECT_NE(find(record, "out-of-bounds"), nullptr);
}

TEST(OutOfBounds, WhatASentenceSaysIsNotRead) {
  auto record = made_record();
  record.findings = {device_finding("out-of-bounds",
                                    "thread (31,0,0) of block (0,0,0) writes 4 bytes directly past "
                                    "the end of a 124-byte allocation.",
                                    "block (0,0,0) warp 0 lane 31")};
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "out-of-bounds");
}

TEST(OutOfBounds, AVectorAcrossTheEndIsNoArrayOfBrokenElements) {
  const auto hint = [](std::uint64_t inside_bytes) {
    auto record = made_record();
    auto access = access_of(9, 1, Place::across_end, 4096 + inside_bytes, inside_bytes);
    access.bytes = 16;
    record.findings = {refused_access("out-of-bounds", access)};
    apply_rules(record);
    return record.findings[0].hint;
  };
  EXPECT_EQ(hint(4).find("middle of an element"), std::string::npos);
  EXPECT_NE(hint(4).find("do not fill 16 bytes"), std::string::npos);
  EXPECT_NE(hint(6).find("middle of an element"), std::string::npos);
}

TEST(OutOfBounds, AnArrayThatEndsInsideAnElementIsTooSmall) {
  auto record = made_record();
  record.findings = {refused_access("out-of-bounds", access_of(8, 24, Place::past_end, 32, 0))};
  auto alone = record;
  apply_rules(alone);
  EXPECT_EQ(alone.findings[0].id, "missing-bounds-guard");
  record.findings.push_back(
      refused_access("out-of-bounds", access_of(7, 24, Place::across_end, 31, 3)));
  apply_rules(record);
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].id, "out-of-bounds");
  EXPECT_NE(record.findings[0].hint.find("in bytes"), std::string::npos);
}

TEST(OutOfBounds, TheFirstThreadOfSeveralLacksNoGuard) {
  auto record = made_record();
  add_launch(record);
  record.findings = {refused_access("out-of-bounds", access_of(0, 1, Place::past_end, 512, 0))};
  record.findings[0].launch = 0;
  auto alone = record;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "out-of-bounds");
  EXPECT_NE(record.findings[0].hint.find("sizeof"), std::string::npos);
  alone.launches[0].block = {1, 1, 1};
  apply_rules(alone);
  EXPECT_EQ(alone.findings[0].id, "guard-off-by-one");
}

// A thread that takes a column of a tile is at fault with its later elements.
TEST(OutOfBounds, TheFirstThreadAmongOthersMayLackAGuard) {
  auto record = made_record();
  add_launch(record);
  auto last = access_of(31, 1, Place::past_end, 3844, 0);
  last.thread_index.y = 6;
  record.findings = {refused_access("out-of-bounds", access_of(0, 32, Place::past_end, 4, 0)),
                     refused_access("out-of-bounds", last)};
  for (auto& finding : record.findings) finding.launch = 0;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "missing-bounds-guard");
}

TEST(OutOfBounds, APairAcrossTheEndIsNoArrayOfBrokenElements) {
  const auto hint_of_line = [](const std::string& line) {
    auto record = made_record();
    record.sources.push_back({"exercise.cu", line});
    auto access = access_of(15, 1, Place::across_end, 124, 4);
    access.bytes = 8;
    record.findings = {refused_access("out-of-bounds", access, 1)};
    apply_rules(record);
    return record.findings[0].hint;
  };
  EXPECT_NE(hint_of_line("uint2 pair = reinterpret_cast<const uint2*>(in)[t];").find("pair"),
            std::string::npos);
  EXPECT_NE(hint_of_line("double sum = in[t];").find("sizeof"), std::string::npos);
}

TEST(OutOfBounds, SharedMemoryThatTheLaunchGivesIsInBytes) {
  const auto hint = [](std::uint32_t bytes, std::uint32_t static_bytes = 0) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.dynamic_shared_bytes = bytes;
    launch.static_shared_bytes = static_bytes;
    record.findings = {
        refused_access("out-of-bounds", access_of(0, 1, Place::beyond_shared, 0, 0))};
    record.findings[0].hint = "What it said before.";
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings[0].hint;
  };
  EXPECT_NE(hint(0).find("gives no shared memory"), std::string::npos);
  EXPECT_NE(hint(1056).find("sizeof"), std::string::npos);
  EXPECT_NE(hint(0, 1024).find("a guard would only lose some"), std::string::npos);
  EXPECT_NE(hint(4096, 128).find("third value"), std::string::npos);
}

TEST(OutOfBounds, AnArrayThatTheSourceDoesNotAllocateLacksNoSizeof) {
  const auto hint = [](const std::string& source) {
    auto record = made_record();
    record.sources.push_back({"exercise.cu", source});
    add_launch(record).grid = {4, 1, 1};
    record.findings = {refused_access("out-of-bounds", access_of(1, 31, Place::past_end, 1024, 0))};
    record.findings[0].access->block_index = {1, 0, 0};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings[0].hint;
  };
  EXPECT_NE(hint("cudaMalloc(&out, n);\n").find("multiply by sizeof"), std::string::npos);
  EXPECT_EQ(hint("cudaMalloc(&out, n * sizeof(float));\n").find("sizeof"), std::string::npos);
  EXPECT_EQ(hint("scale<<<blocks, threads>>>(out, n);\n").find("sizeof"), std::string::npos);
}

TEST(OutOfBounds, AwayFromTheEdgesOfAMatrixTheIndexIsWrong) {
  const auto finding_of_block = [](const record::Dim3& block) {
    auto record = made_record();
    auto& launch = add_launch(record);
    launch.grid = {7, 3, 1};
    launch.block = {8, 8, 1};
    auto access = access_of(1, 32, Place::past_end, 5376, 96);
    access.block_index = block;
    record.findings = {refused_access("out-of-bounds", access)};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings.at(0);
  };
  const auto inside = finding_of_block({3, 0, 0});
  EXPECT_EQ(inside.id, "out-of-bounds");
  EXPECT_NE(inside.hint.find("swapped"), std::string::npos) << inside.hint;
  EXPECT_EQ(finding_of_block({6, 0, 0}).id, "missing-bounds-guard");
  EXPECT_EQ(finding_of_block({3, 2, 0}).id, "missing-bounds-guard");
}

TEST(OutOfBounds, InFrontOfAnArrayTheIndexIsBelowZero) {
  auto record = made_record();
  record.findings = {refused_access("out-of-bounds", access_of(0, 1, Place::before_array, 124, 4))};
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "out-of-bounds");
  EXPECT_NE(record.findings[0].hint.find("below 0"), std::string::npos);
}

TEST(Misaligned, SixteenBytesAreAVector) {
  auto record = made_record();
  Access access;
  access.bytes = 16;
  record.findings = {refused_access("misaligned-address", access)};
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "misaligned-vector-access");
}

TEST(Misaligned, BehindTheFirstWarpRowsMayBeginElsewhere) {
  const auto hint = [](const record::Dim3& block, std::uint32_t thread) {
    auto record = made_record();
    add_launch(record);
    Access access;
    access.bytes = 16;
    access.block_index = block;
    access.thread_index = {thread, 0, 0};
    record.findings = {refused_access("misaligned-address", access)};
    record.findings[0].launch = 0;
    apply_rules(record);
    return record.findings[0].hint;
  };
  EXPECT_EQ(hint({0, 0, 0}, 31).find("segment"), std::string::npos);
  EXPECT_NE(hint({0, 0, 0}, 32).find("segment"), std::string::npos);
  EXPECT_NE(hint({1, 0, 0}, 0).find("segment"), std::string::npos);
}

TEST(Misaligned, EightBytesAreAVectorWhereTheSourceSaysSo) {
  Access access;
  access.bytes = 8;
  auto record = made_record();
  record.sources.push_back({"exercise.cu", "double a = *p;\nfloat2 b = *q;\n"});
  record.findings = {refused_access("misaligned-address", access, 1),
                     refused_access("misaligned-address", access, 2)};
  apply_rules(record);
  EXPECT_EQ(find(record, "misaligned-address")->where->line, 1u);
  EXPECT_EQ(find(record, "misaligned-vector-access")->where->line, 2u);
}

TEST(HostPointer, IsRenamed) {
  auto record = made_record();
  record.findings = {device_finding("host-pointer-in-kernel", "…", "")};
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "wrong-address-space-pointer");
}

TEST(HostPointer, OfAReferenceSaysThatAKernelTakesNone) {
  const auto hint = [](const std::string& parameters, const std::string& kernel,
                       std::uint32_t line) {
    auto record = made_record();
    record.sources.push_back(
        {"exercise.cu", "__global__ void k(" + parameters + ") {\n  y[0] = *n;\n  y[1] = m;\n}\n"});
    auto& launch = add_launch(record);
    launch.kernel = kernel;
    record.findings = {device_finding("host-pointer-in-kernel", "A load.", "")};
    record.findings[0].launch = launch.id;
    record.findings[0].where = {"exercise.cu", line};
    apply_rules(record);
    return record.findings[0].hint;
  };
  const auto says = [](const std::string& text) {
    return text.find("no reference") != text.npos ? "reference" : text;
  };
  EXPECT_EQ(says(hint("float* y, int* n, int& m", "k(float*, int*, int&)", 3)), "reference");
  EXPECT_EQ(says(hint("float* y, const P<2, 3>& m", "k(float*, P<2, 3> const&)", 3)), "reference");
  EXPECT_NE(says(hint("float* y, int* n, int& m", "k(float*, int*, int&)", 2)), "reference");
  EXPECT_NE(says(hint("float* y, int* n, int m", "k(float*, int*, int)", 3)), "reference");
}

RunRecord record_with_source() {
  auto record = made_record();
  record.sources.push_back({"exercise.cu",
                            "__global__ void scale(float*, int);\n"
                            "// scale<<<1, 1>>>() in a comment\n"
                            "void f() { scale<<<n / 256, 256>>>(p, n); }\n"
                            "void g() { rescale<<<1, 1>>>(p, n); }\n"});
  return record;
}

TEST(Launches, ALaunchWithoutBlocksIsFoundWithItsLine) {
  auto record = record_with_source();
  add_launch(record).grid = {0, 1, 1};
  auto& finding = record.findings.emplace_back();
  finding.id = "invalid-launch-configuration";
  finding.launch = 0;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "zero-block-launch");
  ASSERT_TRUE(record.findings[0].where.has_value());
  EXPECT_EQ(record.findings[0].where->line, 3u);
}

TEST(Launches, AnotherRefusedLaunchKeepsItsName) {
  auto record = record_with_source();
  add_launch(record).block = {2048, 1, 1};
  auto& finding = record.findings.emplace_back();
  finding.id = "invalid-launch-configuration";
  finding.launch = 0;
  apply_rules(record);
  EXPECT_EQ(record.findings[0].id, "invalid-launch-configuration");
  EXPECT_NE(record.findings[0].hint.find("are the two swapped"), std::string::npos);
}

TEST(Launches, TooManyRegistersHaveTheLineOfTheLaunch) {
  auto record = record_with_source();
  add_launch(record);
  auto& finding = record.findings.emplace_back();
  finding.id = "too-many-registers";
  finding.launch = 0;
  apply_rules(record);
  ASSERT_TRUE(record.findings[0].where.has_value());
  EXPECT_EQ(record.findings[0].where->line, 3U);
  EXPECT_EQ(record.findings[0].lesson, "occupancy#limiters");
}

TEST(Launches, AStreamInThePlaceOfSharedMemoryIsAskedAbout) {
  auto record = record_with_source();
  add_launch(record).dynamic_shared_bytes = 0xFFFF'FFFF;
  auto& finding = record.findings.emplace_back();
  finding.id = "invalid-launch-configuration";
  finding.launch = 0;
  apply_rules(record);
  EXPECT_NE(record.findings[0].hint.find("is the stream the third"), std::string::npos);
}

TEST(Launches, OneThreadThatDoesMuch) {
  auto record = record_with_source();
  auto& launch = add_launch(record);
  launch.grid = launch.block = {1, 1, 1};
  launch.counters[std::string(record::metric::kInstructions)] = 500;
  apply_rules(record);
  EXPECT_EQ(find(record, "single-thread-launch"), nullptr);
  record.launches[0].counters[std::string(record::metric::kInstructions)] = 50'000;
  apply_rules(record);
  ASSERT_NE(find(record, "single-thread-launch"), nullptr);
  EXPECT_EQ(find(record, "single-thread-launch")->where->line, 3u);
}

TEST(Launches, PartialWarps) {
  auto record = made_record();
  add_launch(record);
  apply_rules(record);
  EXPECT_EQ(find(record, "block-not-multiple-of-32"), nullptr);
  record.launches[0].block = {100, 1, 1};
  apply_rules(record);
  EXPECT_NE(find(record, "block-not-multiple-of-32"), nullptr);
}

TEST(Launches, AGridThatIsTooSmallIsPlacedAtTheOnlyLineThatLaunches) {
  auto record = record_with_source();
  add_launch(record);
  auto& finding = record.findings.emplace_back();
  finding.id = "grid-too-small";
  finding.case_index = 0;
  auto twice = record;
  apply_rules(record);
  EXPECT_EQ(find(record, "grid-too-small")->where->line, 3u);
  add_launch(twice);
  apply_rules(twice);
  EXPECT_EQ(find(twice, "grid-too-small")->where->line, 3u);
}

TEST(SharedMemory, BankConflicts) {
  using namespace record::metric;
  auto record = made_record();
  auto& launch = add_launch(record);
  add_line(launch, 5, {{std::string(kSharedLoadWavefronts), 1000}});
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty());
  add_line(record.launches[0], 6,
           {{std::string(kSharedLoadWavefronts), 3200}, {std::string(kSharedLoadConflicts), 3100}});
  apply_rules(record);
  ASSERT_NE(find(record, "shared-bank-conflict"), nullptr);
  EXPECT_NE(find(record, "shared-bank-conflict")->cause.find("32.0 passes"), std::string::npos);
}

TEST(Copies, ManySmallOnesAreFoundAndLargeOnesAreNot) {
  auto record = made_record();
  record.transfers.assign(600,
                          {record::Transfer::Kind::host_to_device, 0, 1 << 20, 0, false, 0, 1});
  apply_rules(record);
  EXPECT_TRUE(record.findings.empty());
  record.transfers.assign(600, {record::Transfer::Kind::host_to_device, 0, 4, 0, false, 0, 1e-5});
  apply_rules(record);
  ASSERT_NE(find(record, "per-element-copy"), nullptr);
  EXPECT_NE(find(record, "per-element-copy")
                ->cause.find("600 calls of cudaMemcpy from host to device with 4 bytes each"),
            std::string::npos);
}

TEST(SourceText, KernelNames) {
  EXPECT_EQ(kernel_base_name("scale(float*, int)"), "scale");
  EXPECT_EQ(kernel_base_name("void app::scale<float>(float*, int)"), "scale");
  EXPECT_EQ(kernel_base_name("scale"), "scale");
  EXPECT_EQ(kernel_base_name("(anonymous namespace)::scale(int)"), "scale");
}

}  // namespace
}  // namespace warpscope::runner
