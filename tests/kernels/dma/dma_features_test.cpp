// Single properties of warpscope::dma: the README's example, counters, messages of the compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "record/metrics.h"
#include "tests/kernels/cudadma/ptx_entry.h"
#include "tests/support/compiler_output.h"
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

TEST(DmaFeatures, TheReadmesSaxpyRuns) {
  const ProgramRun run = run_program("readme_saxpy", {}, "h200");
  EXPECT_EQ(run.output, "cudaSuccess, 0 wrong\n") << run.errors;
}
TEST(DmaFeatures, RegistersAreHandedOver) { run_feature("registers"); }
TEST(DmaFeatures, IndicesReachBeyond32Bits) { run_feature("wide"); }
TEST(DmaFeatures, ALaunchSaysHowManyStages) {
  const ProgramRun run = run_program("features", {"stages"});
  const std::string right = "stages: cudaSuccess, 0 wrong\n";
  EXPECT_EQ(run.output, right + right + right + right) << run.errors;
  EXPECT_TRUE(run.events_of<device::Diagnosed>().empty());
}
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

// The loads of a kernel, and those before its first store to shared memory.
struct Loads {
  int all, before_first_store;
};
Loads loads_of(const std::string& kernel, const char* load) {
  const Opcodes opcodes = opcodes_of_entry(DMA_LOADS_PTX, kernel);
  const auto first_store = static_cast<std::ptrdiff_t>(first_of(
      opcodes, "st.shared", first_of(opcodes, "ld.global")));  // behind the ring's own stores
  return {count_of(opcodes, load),
          count_of(Opcodes(opcodes.begin(), opcodes.begin() + first_store), load)};
}

TEST(DmaFeatures, AllPartsOfAHaloAreLoadedBeforeTheFirstStore) {
  const Loads loads = loads_of("halo_of_a_stencil", "ld.global.v4");
  EXPECT_EQ(loads.before_first_store, 5) << "four of the rows, one of the sides";
  EXPECT_EQ(loads.all, loads.before_first_store);
}

// Five before the loop and five in it.
TEST(DmaFeatures, AHaloIsLoadedInALoopOverStages) {
  const Loads loads = loads_of("halo_of_each_plane", "ld.global.v4");
  EXPECT_EQ(loads.all, 10);
}

// Four words of each of four rows, although no row has more than four.
TEST(DmaFeatures, RowsShareTheLoadsOfABatch) {
  const Loads loads = loads_of("gather_of_words", "ld.global.u32");
  EXPECT_GE(loads.before_first_store, 16 + 4) << "words and indices";
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
  const std::string output = compiler_output(
      WARPSCOPE_NVCC " -std=c++20 -arch=compute_75 -ptx -I" WARPSCOPE_SOURCE_DIR " -o /dev/null " +
      source);
  for (const char* message :
       {"promise less, or nothing, and the engine copies the tail too.",
        "Promise aligned<4>, aligned<8> or aligned<16>, or no alignment at all",
        "give the first thread and both numbers of threads as multiples of 32.",
        "float and double have dma::add only.",
        "Give a function of (dma::Lane, const char* source, char* destination)",
        "A ring has at least one stage: 1 is single buffering, 2 double.",
        "A ring has at least one stage, and no more than its storage.",
        "Use dma::automatic, or compile for sm_80 (cp_async) or sm_90 (bulk) and later.",
        "Take one of dma::Sequential, Strided, Tile, Transpose, Gather, Scatter, Halo or Custom",
        "Reductions go to global memory: give the ring dma::to_global.",
        "Registers come in eights from 24 to 256: give_registers<40>() is usual.",
        "The destination is const: are source and destination swapped?"}) {
    EXPECT_NE(output.find(message), std::string::npos) << message << "\nis not in\n" << output;
  }
}

TEST(DmaFeatures, BelowCpp20OneSentenceSaysSo) {
  const std::string output =
      compiler_output(WARPSCOPE_NVCC " -std=c++17 -arch=compute_75 -ptx -I" WARPSCOPE_SOURCE_DIR
                                     " -o /dev/null " WARPSCOPE_SOURCE_DIR
                                     "/tests/kernels/dma/cuda/wrong_types.cu");
  EXPECT_NE(output.find("warpscope::dma wants C++20: compile with nvcc -std=c++20."),
            std::string::npos)
      << output;
  EXPECT_EQ(output.find("error:"), output.rfind("error:")) << output;
  EXPECT_LE(std::count(output.begin(), output.end(), '\n'), 12) << output;
}

// Whoever edits an exercise of the dma-warps lab waits until this text is read; CUDA's headers for
// numbers of 16 bits would make a third more of it.
TEST(DmaFeatures, TheHeadersOfTheLabAddLittleToCudas) {
  const auto text_of = [](const char* header) {
    const std::string command = "echo '#include \"" + std::string(header) +
                                "\"' | " WARPSCOPE_NVCC
                                " -std=c++20 -arch=compute_90 -E -x cu -I" WARPSCOPE_SOURCE_DIR
                                " -I" WARPSCOPE_SOURCE_DIR "/labs/dma-warps -";
    return compiler_output(command);
  };
  const std::string cuda = text_of("cuda_runtime.h"), lab = text_of("exercise.h");
  EXPECT_GT(cuda.size(), 500'000U) << cuda;
  EXPECT_NE(lab.find("void with_engine("), std::string::npos) << lab;
  EXPECT_LT(static_cast<double>(lab.size()), 1.2 * static_cast<double>(cuda.size()));
}

// Exact counts of executed PTX instructions, per warp and round of a gather of 32 * 256 bytes by 64
// threads: what the founding library hoists into constructors the compiler hoists here.
TEST(DmaFeatures, AGatherExecutesNoMoreInstructionsThanCudaDmas) {
  const ProgramRun run = run_program("gather_rounds");
  ASSERT_EQ(run.output, "cudaSuccess\n") << run.errors;
  std::map<std::string, std::vector<std::uint64_t>> executed;
  for (const auto& ended : run.events_of<device::LaunchEnded>()) {
    const std::string& kernel = ended.launch.kernel;
    const std::size_t begin = kernel.find(' ') + 1;  // behind "void"
    executed[kernel.substr(begin, kernel.find('(') - begin)].push_back(
        value(ended.launch.counters, "warpscope__ptx_inst_executed.sum"));
  }
  const auto per_round = [&](const std::string& kernel) {
    const std::vector<std::uint64_t>& launches = executed[kernel];
    EXPECT_EQ(launches.size(), 2U) << kernel;
    constexpr std::uint64_t kWarps = 2, kFurtherRounds = 100;
    return launches.size() == 2 ? (launches[1] - launches[0]) / (kWarps * kFurtherRounds) : 0;
  };
  for (const char* alignment : {"<16>", "<8>", "<4>"}) {
    for (const char* kind : {"constants", "run_time"}) {
      const std::uint64_t ours = per_round(std::string("dma_") + kind + alignment);
      const std::uint64_t founding = per_round(std::string("cudadma_") + kind + alignment);
      std::printf("%s%s: dma %llu, cudadma %llu instructions a round\n", kind, alignment,
                  static_cast<unsigned long long>(ours), static_cast<unsigned long long>(founding));
      EXPECT_GT(ours, 0U);
      EXPECT_LE(ours, founding) << kind << alignment;
    }
  }
}

}  // namespace
}  // namespace warpscope::cudart
