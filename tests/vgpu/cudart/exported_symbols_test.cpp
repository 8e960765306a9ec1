#include "tests/vgpu/cudart/exported_symbols.h"

#include <gtest/gtest.h>

namespace warpscope::cudart {
namespace {

TEST(ExportedSymbols, OnlyVersionedRuntimeCallsAreExported) {
  const LibraryInterface ours = read_interface(WARPSCOPE_CUDART);
  EXPECT_EQ(ours.soname, "libcudart.so.13");
  EXPECT_GT(ours.functions.size(), 400U);
  for (const ExportedSymbol& each : ours.functions) {
    EXPECT_TRUE(each.name.starts_with("cuda") || each.name.starts_with("__cuda")) << each.name;
    EXPECT_EQ(each.version, "libcudart.so.13") << each.name;
  }
}

#ifdef WARPSCOPE_TOOLKIT_CUDART
TEST(ExportedSymbols, EveryCallOfTheToolkitsLibraryIsThere) {
  const LibraryInterface ours = read_interface(WARPSCOPE_CUDART);
  const LibraryInterface toolkit = read_interface(WARPSCOPE_TOOLKIT_CUDART);
  EXPECT_EQ(toolkit.soname, ours.soname);
  EXPECT_FALSE(toolkit.functions.empty());
  for (const ExportedSymbol& each : toolkit.functions) {
    EXPECT_TRUE(ours.functions.contains(each)) << each.name << "@" << each.version;
  }
}
#endif

}  // namespace
}  // namespace warpscope::cudart
