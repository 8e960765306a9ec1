// Programs that use NVIDIA's libraries of device code. Each compares with the standard library.
#include <gtest/gtest.h>

#include "tests/support/program_run.h"

namespace warpscope::cudart {
namespace {

std::string all_right(std::initializer_list<std::string> results) {
  std::string text;
  for (const std::string& result : results) text += result + ": 0 wrong\n";
  return text;
}

void expect_output(const ProgramRun& run, const std::string& output) {
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.errors, "");
  EXPECT_EQ(run.output, output);
}

/// Less than a warp, a tile's edge, several tiles.
class LibraryPrograms : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Sizes, LibraryPrograms, ::testing::Values("1", "31", "4097", "100000"));

TEST_P(LibraryPrograms, CubReducesAndScans) {
  expect_output(run_program("cub_reduce_scan", {GetParam()}),
                all_right({"sum", "maximum", "exclusive sum", "running maximum"}));
}

TEST_P(LibraryPrograms, CubSorts) {
  expect_output(run_program("cub_sort", {GetParam()}), all_right({"values", "keys"}));
}

TEST_P(LibraryPrograms, CubCountsAndSelects) {
  expect_output(run_program("cub_histogram_select", {GetParam()}),
                all_right({"histogram", "odd", "run values", "run lengths"}));
}

TEST_P(LibraryPrograms, Thrust) {
  expect_output(run_program("thrust_algorithms", {GetParam()}),
                all_right({"sort, descending", "sum of squares", "running sum", "keys",
                           "counts by key", "stable partition"}));
}

TEST(CubBlocks, SortScanAndExchange) {
  std::string text;
  for (const char* type : {"int8", "uint16", "int64", "double"}) {
    for (const char* what : {"sums", "running sums", "sorted", "merged", "striped", "differences",
                             "heads", "maxima of 16"})
      text += std::string(type) + ", " + what + ": 0 wrong\n";
  }
  expect_output(run_program("cub_blocks"), text);
}

TEST(Libcu, Synchronisation) {
  expect_output(run_program("libcu_synchronisation"),
                all_right({"int8", "uint16", "int", "uint64", "float", "double",
                           "pipeline of three", "pipeline of a thread", "barrier", "semaphore"}));
}

TEST(Compiler, RareForms) {
  expect_output(run_program("compiler_forms"),
                all_right({"128 bits", "stacks", "shapes", "parcels", "pairs"}));
}

TEST(CooperativeGroups, Tiles) {
  expect_output(run_program("cooperative_tiles"),
                all_right({"sums of 8", "sums before", "sums of 64", "odd ranks", "label counts",
                           "reversed"}));
}

}  // namespace
}  // namespace warpscope::cudart
