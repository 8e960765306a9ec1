// Graphs that allocate and free memory when they run.
#include <gtest/gtest.h>

#include "tests/vgpu/cudart/program_run.h"

namespace warpscope::cudart {
namespace {

TEST(GraphMemory, IsThereFromItsNodeToTheNodeThatFreesIt) {
  const ProgramRun run = run_program("graph_memory");
  EXPECT_EQ(run.output,
            "destroy a joined stream: cudaSuccess\nend: cudaSuccess\ninstantiate: cudaSuccess\n"
            "launch: cudaSuccess\n1\nlaunch: cudaSuccess\n4\nlaunch: cudaSuccess\n9\nused 0\n")
      << run.errors;
  EXPECT_EQ(run.device_exit_code, 0);
}

/// Programming Guide, "Graph Memory Nodes", and the API manual of cudaGraphLaunch, cudaFree,
/// cudaDeviceGraphMemTrim and cudaDeviceSetGraphMemAttribute: a graph whose memory is still there
/// may run again only when it was instantiated to free on launch; cudaFree, cudaFreeAsync and a
/// node of another graph free it, once; memory in use is not trimmed and outlives the graph. The
/// guide leaves open when memory stops counting as used: here when it is freed.
TEST(GraphMemory, IsFreedByWhomTheGuideAllows) {
  const ProgramRun run = run_program("graph_memory_rules", {}, "h200");
  EXPECT_EQ(run.exit_code, 0) << run.errors;
  EXPECT_EQ(run.output, R"(begin: used 0, at most 0; kept nothing
add: cudaSuccess
instantiate: cudaSuccess
instantiated: used 0, at most 0; kept nothing
launch: cudaSuccess
wait: cudaSuccess
read: cudaSuccess
  7
launched: used 4, at most 4; kept something
launch with memory left: cudaErrorInvalidValue
read again: cudaSuccess
  7
trim: cudaSuccess
trimmed while in use: used 4, at most 4; kept something
read after trim: cudaSuccess
  7
free: cudaSuccess
freed: used 0, at most 4; kept something
free again: cudaErrorInvalidValue
free again in stream order: cudaErrorInvalidValue
trim: cudaSuccess
trimmed: used 0, at most 4; kept nothing
launch after free: cudaSuccess
wait: cudaSuccess
read: cudaSuccess
  7
free in stream order: cudaSuccess
launch after free in stream order: cudaSuccess
wait: cudaSuccess
node that frees: cudaSuccess
twice: cudaErrorInvalidValue
instantiate: cudaSuccess
free by graph: cudaSuccess
wait: cudaSuccess
freed by graph: used 0, at most 4; kept something
launch after free by graph: cudaSuccess
wait: cudaSuccess
read: cudaSuccess
  7
add: cudaSuccess
instantiate: cudaSuccess
flags: cudaSuccess
  1, addresses differ 1
launch: cudaSuccess
wait: cudaSuccess
two graphs: used 8, at most 8; kept something
launch with memory left: cudaSuccess
wait: cudaSuccess
read: cudaSuccess
  8
the same: used 8, at most 8; kept something
free: cudaSuccess
one graph: used 4, at most 8; kept something
launch after free: cudaSuccess
wait: cudaSuccess
destroy: cudaSuccess
read after destroy: cudaSuccess
  8
free after destroy: cudaSuccess
free: cudaSuccess
set a mark to 1: cudaErrorInvalidValue
set used: cudaErrorInvalidValue
set marks back: cudaSuccess
and that: cudaSuccess
trim: cudaSuccess
end: used 0, at most 0; kept nothing
no such device: cudaErrorInvalidDevice
end: cudaSuccess
)");
  EXPECT_EQ(run.device_exit_code, 0);
}

}  // namespace
}  // namespace warpscope::cudart
