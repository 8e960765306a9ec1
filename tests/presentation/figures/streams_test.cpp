// The timeline of a figure of streams, where it can be worked out by hand.
#include <gtest/gtest.h>

#include <string>

#include "presentation/figures/figure.h"

namespace warpscope::figures {
namespace {

/// What the caption says of figures whose copies and kernels take 40 microseconds a chunk, and
/// nothing else takes time.
std::string caption(const std::string& more) {
  return Figure("streams", "copy = 160\nkernel = 160\nstart = 0\nask = 0\n" + more).draw().caption;
}

void expect(const std::string& more, const std::string& part) {
  const auto text = caption(more);
  EXPECT_NE(text.find(part), std::string::npos) << more << ": " << text;
}

TEST(StreamsFigure, OneChunkIsOneAfterTheOther) {
  expect("chunks = 1", "480 µs in all, 1 operations at once");
}

TEST(StreamsFigure, FourChunksOverlapInEitherOrder) {
  // Six steps of 40: the first kernel waits for a copy in, the last copy out for a kernel.
  expect("", "240 µs in all, 2 operations at once");
  expect("breadth_first = 1", "240 µs in all");
  expect("engines = 3", "240 µs in all");
}

TEST(StreamsFigure, OneCopyEngineWantsBreadthFirst) {
  expect("engines = 1", "480 µs in all, 1 operations at once");
  expect("engines = 1\nbreadth_first = 1", "320 µs in all, 1.5 operations at once");
}

TEST(StreamsFigure, OneStreamIsOneAfterTheOther) { expect("streams = 1", "480 µs in all"); }

TEST(StreamsFigure, PageableMemoryIsOneAfterTheOtherAndSlower) {
  expect("pageable = 1", "800 µs in all, 1 operations at once");
}

TEST(StreamsFigure, TheDefaultStreamHoldsUpTheOthers) {
  // Its chunk takes 120 alone, the other three five steps of 40.
  expect("default_stream = 1", "320 µs in all");
}

TEST(StreamsFigure, CopiesThatWaitForKernelsOverlapWithCopiesOutOnly) {
  expect("wait_for_kernel = 1", "360 µs in all");
}

}  // namespace
}  // namespace warpscope::figures
