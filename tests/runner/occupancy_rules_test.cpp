// Rules on how many warps fit, and on registers that do not, each with launches that do well.
#include <gtest/gtest.h>

#include "runner/findings/rules.h"
#include "tests/runner/made_record.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr const char* kSource =
    "__global__ void other(int*);\n"
    "template <int n>\n"
    "__global__ void __launch_bounds__(256)\n"
    "    scale(float* data, int count) {}\n"
    "void scale_all() { scale<<<1, 1>>>(p, 3); }\n";

/// Blocks of 256 threads that ask for memory in every fourth instruction.
struct Made {
  std::uint32_t registers = 168, frame_bytes = 0, spilled_bytes = 0;
  std::uint32_t shared_bytes = 0, blocks = 10'000, threads = 256;
  std::uint64_t instructions = 40'000, requests = 10'000, asynchronous_copies = 0;
  double share_of_bandwidth = 0.3;
  bool is_machine_code_known = true;
  bool is_multiprocessor_known = true;
  arch::Multiprocessor sm =
      static_cast<const arch::Multiprocessor&>(arch::test::profile("h200").sm);
};

const record::Finding* found(record::RunRecord& record, const Made& made, const char* id) {
  record = test::made_record();
  record.device.multiprocessor = made.sm;
  if (!made.is_multiprocessor_known) record.device.multiprocessor.reset();
  record.device.sm_count = 132;
  record.sources.push_back({"exercise.cu", kSource});
  auto& launch = test::add_launch(record);
  launch.grid = {made.blocks, 1, 1};
  launch.block = {made.threads, 1, 1};
  launch.static_shared_bytes = made.shared_bytes;
  launch.duration_s = 1e-3;
  launch.dram_bytes = static_cast<std::uint64_t>(
      made.share_of_bandwidth * record.device.dram_bytes_per_s * launch.duration_s);
  if (made.is_machine_code_known)
    launch.machine_code = record::MachineCode{made.registers, made.frame_bytes, made.spilled_bytes};
  launch.counters = {{std::string(kInstructions), made.instructions},
                     {std::string(kLoadRequests), made.requests},
                     {std::string(kAsynchronousCopies), made.asynchronous_copies}};
  apply_rules(record);
  return test::find(record, id);
}

bool has_few_warps(const Made& made) {
  record::RunRecord record;
  return found(record, made, "low-occupancy") != nullptr;
}

TEST(FewWarps, OfRegistersAreToldWithNumbersAtTheKernel) {
  record::RunRecord record;
  const auto* finding = found(record, {}, "low-occupancy");
  ASSERT_NE(finding, nullptr);
  EXPECT_EQ(finding->severity, record::Finding::Severity::information);
  EXPECT_EQ(finding->where, (record::SourceLine{"exercise.cu", 4}));
  EXPECT_NE(finding->cause.find("1 block of 256 threads on a multiprocessor, 8 of its 64 warps"),
            std::string::npos)
      << finding->cause;
  EXPECT_NE(finding->cause.find("With 128, 2 blocks would fit"), std::string::npos)
      << finding->cause;
}

TEST(FewWarps, OfSharedMemoryNeedNoMachineCode) {
  Made made;
  made.is_machine_code_known = false;
  EXPECT_FALSE(has_few_warps(made));
  made.shared_bytes = 40 << 10;  // five blocks
  EXPECT_FALSE(has_few_warps(made));
  made.threads = 64;
  EXPECT_TRUE(has_few_warps(made));
}

TEST(FewWarps, AreAQuarterOfAllAndMore) {
  for (const std::uint32_t registers : {127U, 128U, 129U}) {
    Made made;
    made.registers = registers;
    EXPECT_EQ(has_few_warps(made), registers > 128) << registers;
  }
}

TEST(FewWarps, DoNotMatterWhereMemoryIsBusyOrLittleUsed) {
  Made busy;
  busy.share_of_bandwidth = 0.7;
  EXPECT_FALSE(has_few_warps(busy));
  Made computing;
  computing.instructions = 33 * computing.requests;
  EXPECT_FALSE(has_few_warps(computing));
  Made copying;
  copying.asynchronous_copies = 1;
  EXPECT_FALSE(has_few_warps(copying));
}

TEST(FewWarps, DoNotMatterToAGridThatFits) {
  for (const std::uint32_t blocks : {132U, 133U}) {
    Made made;
    made.blocks = blocks;
    EXPECT_EQ(has_few_warps(made), blocks > 132) << blocks;
  }
}

TEST(FewWarps, AreNotKnownWithoutTheMultiprocessorsLimits) {
  Made made;
  made.is_multiprocessor_known = false;
  EXPECT_FALSE(has_few_warps(made));
}

TEST(FewWarps, AreThoseOfTheRecordsMultiprocessor) {
  record::RunRecord record;
  Made made;
  made.registers = 168;
  ASSERT_NE(found(record, made, "low-occupancy"), nullptr);
  made.sm = static_cast<const arch::Multiprocessor&>(
      arch::test::data_sheet("rtx4090").sm);  // 48 warps, of which a quarter is 12
  const auto* finding = found(record, made, "low-occupancy");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("8 of its 48 warps"), std::string::npos) << finding->cause;
  made.registers = 128;  // two blocks, 16 warps
  EXPECT_EQ(found(record, made, "low-occupancy"), nullptr);
}

// 51 warps of 40 registers fit into all of them, 48 into those of the four schedulers.
TEST(FewWarps, TheHintHoldsForSchedulers) {
  record::RunRecord record;
  Made made;
  made.threads = 96;
  made.registers = 255;  // two warps for each scheduler, two blocks of three
  const auto* finding = found(record, made, "low-occupancy");
  ASSERT_NE(finding, nullptr);
  EXPECT_NE(finding->cause.find("With 168, 4 blocks would fit"), std::string::npos)
      << finding->cause;
}

bool has_spill(std::uint32_t spilled_bytes, std::uint64_t instructions) {
  Made made;
  made.frame_bytes = 1024;
  made.spilled_bytes = spilled_bytes;
  made.instructions = instructions;
  record::RunRecord record;
  const auto* finding = found(record, made, "register-spill");
  if (finding != nullptr) {
    EXPECT_EQ(finding->where, (record::SourceLine{"exercise.cu", 4}));
  }
  return finding != nullptr;
}

TEST(SpilledRegisters, AreToldFromSixteenOn) {
  EXPECT_TRUE(has_spill(64, 40'000));
  EXPECT_FALSE(has_spill(60, 40'000));
  EXPECT_FALSE(has_spill(0, 40'000)) << "arrays alone";
}

TEST(SpilledRegisters, OfALaunchThatIsSoonOverDoNotMatter) {
  EXPECT_TRUE(has_spill(640, 10'000));
  EXPECT_FALSE(has_spill(640, 9'999));
}

}  // namespace
}  // namespace warpscope::runner
