// libcudart.so.12. The program is written by hand in the form that nvcc 12 gives its output:
// cuda12/host_stub.cpp.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program_run.h"
#include "tests/vgpu/cudart/exported_symbols.h"

namespace warpscope::cudart {
namespace {

TEST(Cuda12, OnlyVersionedRuntimeCallsAreExported) {
  const LibraryInterface ours = read_interface(WARPSCOPE_CUDART12);
  EXPECT_EQ(ours.soname, "libcudart.so.12");
  // As many as libcudart.so.12 of CUDA 12.9.79 exports.
  EXPECT_EQ(ours.functions.size(), 435U);
  for (const ExportedSymbol& each : ours.functions) {
    EXPECT_TRUE(each.name.starts_with("cuda") || each.name.starts_with("__cuda")) << each.name;
    EXPECT_EQ(each.version, "libcudart.so.12") << each.name;
  }
}

TEST(Cuda12, ItDiffersFromCuda13sByWhatNvidiaChanged) {
  const auto names = [](const char* path) {
    std::set<std::string> found;
    for (const ExportedSymbol& each : read_interface(path).functions) found.insert(each.name);
    return found;
  };
  const std::set<std::string> ours = names(WARPSCOPE_CUDART12);
  const std::set<std::string> newer = names(WARPSCOPE_CUDART);
  for (const char* removed :
       {"cudaGetDeviceProperties_v2", "cudaMemAdvise_v2", "cudaMemPrefetchAsync_v2_ptsz",
        "cudaStreamGetCaptureInfo_v2_ptsz", "cudaStreamGetCaptureInfo_v3", "cudaThreadExit"}) {
    EXPECT_TRUE(ours.contains(removed)) << removed;
    EXPECT_FALSE(newer.contains(removed)) << removed;
  }
  for (const char* added : {"cudaMemGetDefaultMemPool", "cudaLogsCurrent"}) {
    EXPECT_FALSE(ours.contains(added)) << added;
    EXPECT_TRUE(newer.contains(added)) << added;
  }
}

TEST(Cuda12, AProgramRuns) {
  const ProgramRun run = run_program("cuda12_host_stub", {}, "h200");
  EXPECT_EQ(run.exit_code, 0);
  // A sentence for each of the three launches that are refused.
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 3) << run.errors;
  EXPECT_EQ(run.device_exit_code, 0);
  EXPECT_EQ(run.output,
            "runtime 12090\n"
            "malloc 0\n"
            "synchronize 0\n"
            "grid of 0 9\n"
            "block of 1025 9\n"
            "too much shared memory 1\n"
            "0 wrong\n"
            "properties 0\n"
            "0 differ, rest untouched\n"
            "no such device 101\n"
            "pointer type 3 device 0 same 1 rest untouched\n"
            "prefer the host 0, reads -1\n"
            "prefer device 0 0, reads 0\n"
            "prefetch 0, reads 0\n"
            "prefetch to the host 0, reads -1\n"
            "prefetch to device 99 101\n"
            "edges 0 0\n"
            "2 edges, right 1\n"
            "1 before the last, right 1\n"
            "capture info 0 status 1\n"
            "capture info 0 status 1 same id 1 graph 1 nodes 0\n"
            "end 0\n");
  const auto launches = run.events_of<device::LaunchEnded>();
  ASSERT_EQ(launches.size(), 5U);  // two that run, three that are refused
  EXPECT_EQ(launches[1].launch.kernel, "scale");
}

}  // namespace
}  // namespace warpscope::cudart
