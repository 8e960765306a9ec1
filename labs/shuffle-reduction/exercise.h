// The five functions of the shuffle-reduction lab. You write them, in one file; the driver calls
// them. cpu.h says in plain C++ what each of them computes.
#pragma once

#include <cstdint>

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// Adds `count` numbers, modulo 2^32: *out = in[0] + in[1] + …; 0 for no numbers.
/// in: device memory, `count` words, begins at a multiple of 256 bytes. out: device memory, one
/// word, which holds anything before the call. count >= 0.
void sum(const std::uint32_t* in, std::uint32_t* out, int count);

/// Numbers in a segment.
constexpr int kSegment = 1024;

/// Adds each segment: sums[s] = in[1024 s] + … + in[1024 s + 1023], modulo 2^32, without a barrier.
/// in: device memory, 1024 * `segments` words, begins at a multiple of 256 bytes. sums: device
/// memory, `segments` words, which hold anything before the call. segments >= 0.
void segment_sums(const std::uint32_t* in, std::uint32_t* sums, int segments);

/// Moves each row of a table so that its total is 0: out = columns * in - (total of the row).
/// in, out: device memory, `rows` * `columns` numbers each; column c of row r is element
/// r * columns + c. They do not overlap. rows >= 0, columns is 1 to 32, and nothing overflows.
void centre_rows(const std::int32_t* in, std::int32_t* out, int rows, int columns);

/// Looks each code up: out[i] = table[codes[i]], with the table in the registers of a warp.
/// table: device memory, 32 words. codes, out: device memory, `count` words each; codes[i] is 0 to
/// 31. They do not overlap. count >= 0.
void decode(const std::uint32_t* table, const std::uint32_t* codes, std::uint32_t* out, int count);

/// Says of 32 numbers at a time which ones are above a limit. Group g has the numbers 32 g to
/// 32 g + 31; the last group may have fewer.
/// Bit k of bits[g] is 1 where in[32 g + k] > limit, and 0 where there is no such number. kinds[g]
/// is 2 where all numbers of the group are above the limit, 1 where some are, 0 where none is.
/// in: device memory, `count` words. bits, kinds: device memory, ceil_div(count, 32) words each.
/// count >= 0.
void pack(const std::uint32_t* in, std::uint32_t limit, std::uint32_t* bits, std::uint32_t* kinds,
          int count);
