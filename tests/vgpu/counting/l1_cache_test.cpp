// L1Cache: what H200 readings of single sequences say (tests/golden/h200/l1_probes_h200.csv), and
// which line makes room.
#include "vgpu/counting/l1_cache.h"

#include <gtest/gtest.h>

namespace warpscope::exec {
namespace {

constexpr LineBytes kAll{~std::uint64_t{0}, ~std::uint64_t{0}};
constexpr LineBytes kFirstWord{0xf, 0};
constexpr LineBytes kFirstByte{0x1, 0};
constexpr LineBytes kLastSector{0, 0xffffffff00000000};

TEST(L1Cache, HitsWhatALoadBrought) {
  L1Cache cache(8);
  EXPECT_EQ(cache.load(5, kFirstWord, L1Use::allocating), 0u);
  EXPECT_EQ(cache.load(5, kFirstWord, L1Use::allocating), 1u);
  // The whole sector came, and no other.
  EXPECT_EQ(cache.load(5, {0xf0000000, 0}, L1Use::allocating), 1u);
  EXPECT_EQ(cache.load(5, kLastSector, L1Use::allocating), 0u);
  EXPECT_EQ(cache.load(5, kAll, L1Use::allocating), 2u);
  EXPECT_EQ(cache.load(5, kAll, L1Use::allocating), 4u);
  EXPECT_EQ(cache.load(6, kAll, L1Use::allocating), 0u);
}

TEST(L1Cache, HitsTheBytesThatAStoreLeft) {
  L1Cache cache(8);
  cache.store(1, kFirstWord);
  EXPECT_EQ(cache.load(1, kFirstWord, L1Use::not_allocating), 1u);
  EXPECT_EQ(cache.load(1, kFirstByte, L1Use::not_allocating), 1u);
  EXPECT_EQ(cache.load(1, {0xff, 0}, L1Use::not_allocating), 0u);
  cache.store(2, kFirstByte);
  EXPECT_EQ(cache.load(2, kFirstWord, L1Use::allocating), 0u);
  EXPECT_EQ(cache.load(2, kFirstWord, L1Use::allocating), 1u);
}

TEST(L1Cache, FetchesPartsOfALineTogether) {
  L1Cache cache(8);
  cache.store(1, {0x0000000f0000000f, 0});  // the first words of two sectors
  EXPECT_EQ(cache.load(1, {0x0000000f0000000f, 0}, L1Use::not_allocating), 2u);
  EXPECT_EQ(cache.load(1, {0x000000f00000000f, 0}, L1Use::not_allocating), 0u);
  // A sector of which nothing is there goes alone.
  EXPECT_EQ(cache.load(1, {0x000000000000000f, 0xf}, L1Use::allocating), 1u);
  EXPECT_EQ(cache.load(1, {0x000000f00000000f, 0xf}, L1Use::allocating), 1u);
  EXPECT_EQ(cache.load(1, kAll, L1Use::allocating), 3u);
}

TEST(L1Cache, KeepsNothingOfALoadThatDoesNotAllocate) {
  L1Cache cache(8);
  EXPECT_EQ(cache.load(1, kAll, L1Use::not_allocating), 0u);
  EXPECT_EQ(cache.load(1, kAll, L1Use::allocating), 0u);
  EXPECT_EQ(cache.load(1, kAll, L1Use::not_allocating), 4u);
  EXPECT_EQ(cache.load(1, kAll, L1Use::allocating), 4u);
}

TEST(L1Cache, DropsTheWholeLineThatALoadPassesBy) {
  L1Cache cache(8);
  cache.load(1, kAll, L1Use::allocating);
  cache.load(2, kAll, L1Use::allocating);
  EXPECT_EQ(cache.load(1, kLastSector, L1Use::bypassing), 0u);
  EXPECT_EQ(cache.load(1, kFirstWord, L1Use::allocating), 0u);
  EXPECT_EQ(cache.load(2, kAll, L1Use::allocating), 4u);
  cache.drop(2);
  EXPECT_EQ(cache.load(2, kAll, L1Use::allocating), 0u);
  cache.drop_all();
  EXPECT_EQ(cache.load(1, kFirstWord, L1Use::allocating), 0u);
}

TEST(L1Cache, TheLineUsedLongestAgoMakesRoom) {
  L1Cache cache(3);
  for (const std::uint64_t line : {1u, 2u, 3u}) cache.load(line, kAll, L1Use::allocating);
  EXPECT_EQ(cache.load(1, kAll, L1Use::allocating), 4u);
  cache.load(4, kAll, L1Use::allocating);  // 2 goes
  EXPECT_EQ(cache.load(1, kAll, L1Use::not_allocating), 4u);
  EXPECT_EQ(cache.load(2, kAll, L1Use::not_allocating), 0u);
  EXPECT_EQ(cache.load(3, kAll, L1Use::not_allocating), 4u);
  EXPECT_EQ(cache.load(4, kAll, L1Use::not_allocating), 4u);
}

TEST(L1Caches, HaveOneForEachMultiprocessor) {
  L1Caches caches(1 << 17, 4, 2);
  caches.of(0).load(1, kAll, L1Use::allocating);
  EXPECT_EQ(caches.of(4).load(1, kAll, L1Use::allocating), 4u);
  EXPECT_EQ(caches.of(1).load(1, kAll, L1Use::allocating), 0u);
  caches.add_hits(1, 5);
  caches.add_hits(1, 2);
  EXPECT_EQ(caches.hits(0), 0u);
  EXPECT_EQ(caches.hits(1), 7u);
}

}  // namespace
}  // namespace warpscope::exec
