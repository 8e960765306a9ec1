// The six functions of the lab scan. You write them, in one file; the driver calls them. cpu.h says
// in plain C++ what each of them computes. All pointers are to device memory; arrays do not overlap
// and begin at multiples of 256 bytes. Sums are modulo 2^32. count >= 0; for long arrays count <=
// 2^20.
#pragma once

#include <cstdint>

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// A tile is so many numbers in a row; the last one has what is left.
constexpr int kTile = 1024;
/// The tile of scan_tiles().
constexpr int kSmallTile = 256;
/// Words of `state` for each tile, and besides.
constexpr int kStateWords = 4;

/// Groups of 32 numbers: out[i] is the sum of in[i] and all before it in the same group.
void scan_warps(const std::uint32_t* in, std::uint32_t* out, int count);

/// Tiles of kSmallTile numbers: out[i] is the sum of in[i] and all before it in the same tile.
void scan_tiles(const std::uint32_t* in, std::uint32_t* out, int count);

/// Tiles of kTile numbers: out[i] is the sum of all before in[i] in the same tile, without in[i].
void scan_tree(const std::uint32_t* in, std::uint32_t* out, int count);

/// The whole array: out[i] = in[0] + … + in[i].
/// scratch: `count` words for whatever you like; they hold anything before the call.
void scan_long(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* scratch, int count);

/// The same in one launch, which must come to its end in whatever order its blocks begin, however
/// few of them the GPU holds at a time.
/// state: kStateWords * (ceil_div(count, kTile) + 1) words, which hold anything before the call.
void scan_once(const std::uint32_t* in, std::uint32_t* out, std::uint32_t* state, int count);

/// The numbers of `in` that are at least `limit`, in their order, at the beginning of `out`; *kept
/// says how many. The rest of `out` stays as it was.
/// out: `count` words. state: as for scan_once().
void compact(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* out, std::uint32_t* kept,
             std::uint32_t* state, int count);
