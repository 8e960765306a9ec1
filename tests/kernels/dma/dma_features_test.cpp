// Single properties of warpscope::dma: the README's example, counters, messages of the compiler.
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <string>

#include "record/metrics.h"
#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

/// Runs the feature, which must be right, and gives the counters of its launch.
record::Counters run_feature(const std::string& name) {
  const ProgramRun run = run_program("features", {name});
  EXPECT_EQ(run.output, name + ": cudaSuccess, 0 wrong\n") << run.errors;
  const auto launches = run.events_of<device::LaunchEnded>();
  EXPECT_EQ(launches.size(), 1U);
  return launches.empty() ? record::Counters{} : launches[0].launch.counters;
}

std::uint64_t value(const record::Counters& counters, std::string_view metric) {
  const auto found = counters.find(std::string(metric));
  return found == counters.end() ? 0 : static_cast<std::uint64_t>(found->second);
}

TEST(DmaFeatures, TheReadmesExampleRuns) { run_feature("readme"); }
TEST(DmaFeatures, RegistersAreHandedOver) { run_feature("registers"); }
TEST(DmaFeatures, IndicesReachBeyond32Bits) { run_feature("wide"); }
TEST(DmaFeatures, ACustomTransferIssuesBulkCopies) { run_feature("own_bulk"); }

TEST(DmaFeatures, TheVectorEngineCoalescesAndHasNoConflicts) {
  const auto counters = run_feature("aligned_vector");
  EXPECT_EQ(value(counters, record::metric::kLoadRequests), 8U) << "of 32 * 16 bytes each";
  EXPECT_EQ(value(counters, record::metric::kLoadSectors), 125U) << "4000 bytes";
  EXPECT_EQ(value(counters, record::metric::kSharedConflicts), 0U);
}

// Held in an array that the compiler could not resolve, the loads would go to memory and back.
TEST(DmaFeatures, SixteenLoadsStayInRegisters) {
  const auto counters = run_feature("many_loads");
  EXPECT_EQ(value(counters, record::metric::kLoadRequests), 8U) << "of 32 * 16 bytes each";
  EXPECT_EQ(value(counters, record::metric::kLocalLoadInstructions), 0U);
  EXPECT_EQ(value(counters, record::metric::kLocalStoreInstructions), 0U);
}

TEST(DmaFeatures, ABulkCopyNeedsNoLoads) {
  EXPECT_EQ(value(run_feature("aligned"), record::metric::kLoadRequests), 0U);
}

TEST(DmaFeatures, OnlyTheEdgesOfAnUnalignedPieceAreLoaded) {
  // 4 bytes before and 12 bytes after the chunks: one byte per lane.
  EXPECT_EQ(value(run_feature("same_phase"), record::metric::kLoadRequests), 1U);
}

TEST(DmaFeatures, ThreadsCarryWhatChangesPhase) {
  EXPECT_EQ(value(run_feature("other_phase"), record::metric::kLoadRequests), 32U);
}

TEST(DmaFeatures, WrongTypesAreRefusedWithARemedy) {
  const std::string source = WARPSCOPE_SOURCE_DIR "/tests/kernels/dma/cuda/wrong_types.cu";
  const std::string command =
      WARPSCOPE_NVCC " -std=c++20 -arch=compute_75 -ptx -I" WARPSCOPE_SOURCE_DIR " -o /dev/null " +
      source + " 2>&1";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  ASSERT_NE(pipe, nullptr);
  std::string output;
  char buffer[4096];
  for (std::size_t count = 0; (count = fread(buffer, 1, sizeof buffer, pipe.get())) > 0;)
    output.append(buffer, count);
  for (const char* message :
       {"promise less, or nothing, and the engine copies the tail too.",
        "Promise aligned<4>, aligned<8> or aligned<16>, or no alignment at all",
        "give the first thread and both numbers of threads as multiples of 32.",
        "float and double have dma::add only.",
        "Give a function of (dma::Lane, const char* source, char* destination)",
        "A ring has at least one stage: 1 is single buffering, 2 double.",
        "Use dma::automatic, or compile for sm_80 (cp_async) or sm_90 (bulk) and later.",
        "Take one of dma::Sequential, Strided, Tile, Transpose, Gather, Scatter, Halo or Custom",
        "Reductions go to global memory: give the ring dma::to_global.",
        "Registers come in eights from 24 to 256: give_registers<40>() is usual."}) {
    EXPECT_NE(output.find(message), std::string::npos) << message << "\nis not in\n" << output;
  }
}

}  // namespace
}  // namespace warpscope::cudart
