// What `warpscope exec` says of programs that cannot reach the virtual GPU.
#include "runner/run/exec_program.h"

#include <gtest/gtest.h>

namespace warpscope::runner {
namespace {

std::string reason(std::vector<std::string> needed, bool has_cuda_code = true) {
  return reason_it_cannot_run("./a.out", {std::move(needed), has_cuda_code}, "./run");
}

TEST(CannotRun, ProgramsThatCanHaveNoReason) {
  EXPECT_EQ(reason({"libcudart.so.13", "libc.so.6"}), "");
  EXPECT_EQ(reason({"libc.so.6", "libcudart.so.13"}, false), "");
  EXPECT_EQ(reason({"libcudart.so.12", "libc.so.6"}), "");
  EXPECT_EQ(reason({"libc.so.6"}, false), "");
}

TEST(CannotRun, EachObstacleHasItsSentence) {
  const std::string is_static = reason({"libc.so.6"});
  EXPECT_EQ(is_static.rfind("The CUDA runtime is linked into ./a.out statically", 0), 0u);
  EXPECT_NE(is_static.find("eval \"$(./run env)\""), std::string::npos) << is_static;
  EXPECT_NE(reason({"libcudart.so.11.0"}).find("needs libcudart.so.11.0"), std::string::npos);
  for (const bool has_cuda_code : {true, false}) {
    const std::string driver = reason({"libcudart.so.13", "libcuda.so.1"}, has_cuda_code);
    EXPECT_NE(driver.find("driver API (libcuda.so.1)"), std::string::npos) << driver;
    const std::string library = reason({"libcublas.so.13", "libcudart.so.13"}, has_cuda_code);
    EXPECT_NE(library.find("libcublas.so.13, whose kernels"), std::string::npos) << library;
  }
}

}  // namespace
}  // namespace warpscope::runner
