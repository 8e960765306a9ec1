// What objects refuse, with a sentence: template arguments at compile time, other numbers and
// pointers when the kernel runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/compiler_output.h"
#include "tests/support/virtual_program.h"

namespace warpscope {
namespace {

using testing::HasSubstr;

// The line of refused.cu that ends in "// here: " and this word.
std::uint32_t refused_line(const std::string& word) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/kernels/cudadma/programs/refused.cu");
  std::uint32_t number = 1;
  for (std::string line; std::getline(file, line); ++number)
    if (line.ends_with("// here: " + word)) return number;
  ADD_FAILURE() << "no line for " << word;
  return 0;
}

struct Refusal {
  const char* kernel;
  const char* sentence;
};

class CudaDmaRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(CudaDmaRefuses, WithASentenceAndTheLine) {
  const VirtualRun run = run_virtually(CUDADMA_PROGRAMS "refused", {GetParam().kernel});
  EXPECT_THAT(run.output, HasSubstr("cudaErrorAssert"));
  ASSERT_EQ(run.record.findings.size(), 1U) << run.output;
  const record::Finding& finding = run.record.findings[0];
  EXPECT_EQ(finding.id, "assertion-failed");
  EXPECT_THAT(finding.cause, HasSubstr(GetParam().sentence));
  ASSERT_TRUE(finding.where.has_value());
  EXPECT_THAT(finding.where->file, HasSubstr("refused.cu"));
  EXPECT_EQ(finding.where->line, refused_line(GetParam().kernel));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, CudaDmaRefuses,
    testing::Values(
        Refusal{"odd_size", "The size of a transfer or element is a multiple of 4 bytes"},
        Refusal{"negative_size", "Sizes and numbers of elements are not negative"},
        Refusal{"indexed_size", "an index names is a multiple of ALIGNMENT"},
        Refusal{"dma_threads", "The number of DMA threads is a multiple of 32"},
        Refusal{"dma_start", "The DMA threads begin with a warp"},
        Refusal{"no_dma_threads", "The block lacks DMA threads"},
        Refusal{"total_threads", "The block has fewer threads than the object shares its work"},
        Refusal{"large_element", "The transfer is larger than the array that it is given"},
        Refusal{"large_source", "The transfer is larger than the array that it is given"},
        Refusal{"local_index", "The index array lies in local memory"}),
    [](const auto& test) { return std::string(test.param.kernel); });

TEST(CudaDmaRefusesAtCompileTime, WrongTemplateArguments) {
  const std::string output = compiler_output(
      WARPSCOPE_NVCC " -std=c++17 -arch=compute_75 -ptx -o /dev/null -I" WARPSCOPE_SOURCE_DIR
                     "/kernels/cudadma " WARPSCOPE_SOURCE_DIR
                     "/tests/kernels/cudadma/programs/refused_constants.cu");
  for (const char* sentence :
       {"The size of a transfer or element is a multiple of 4 bytes",
        "Sizes and numbers of elements and threads are not negative.",
        "The size of an element that an index names is a multiple of ALIGNMENT",
        "DMA_THREADS is a multiple of 32: a warp is a DMA warp or it is not.",
        "A block has 1024 threads at most."}) {
    EXPECT_THAT(output, HasSubstr(sentence));
  }
}

}  // namespace
}  // namespace warpscope
