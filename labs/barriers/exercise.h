// The five functions of the lab barriers. You write them, in one file; the driver calls them. cpu.h
// says in plain C++ what each of them computes. All pointers are to device memory; arrays do not
// overlap and begin at multiples of 256 bytes. All counts are at least 0, widths at least 1.
#pragma once

#include <cstdint>

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// A tile is 256 numbers in a row, the last one has what is left.
constexpr int kTile = 256;
/// A block of teams() takes so many rows.
constexpr int kTeams = 4;

/// Where chosen[i] is not 0, out[i] is the sum of in[i] and of those of its two neighbours in the
/// same tile that are chosen, too. Elsewhere out[i] = in[i].
void neighbours(const std::int32_t* in, const std::int32_t* chosen, std::int32_t* out, int count);

/// sums[t] is the sum of tile t, modulo 2^32; there are ceil_div(count, kTile) tiles.
void sums(const std::uint32_t* in, std::uint32_t* sums, int count);

/// Heat in rows of `width` cells, cell c of row r is number r * width + c. In each round every cell
/// becomes (left + 2 * itself + right) / 4, all at once; beside a row is 0. out: after `rounds`
/// rounds. width <= 1024; 0 <= in[i] < 2^20.
void heat(const std::int32_t* in, std::int32_t* out, int rows, int width, int rounds);

/// Sand in rows. A cell with two grains or more topples: it gives one to each of its two
/// neighbours, and what leaves the row is gone. out: when no cell topples any more, which is the
/// same in any order. topplings[r]: how often a cell of row r toppled, which is so as well.
/// width <= 256; 0 <= in[i] <= 64.
void settle(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, int rows,
            int width);

/// The same for narrow rows, width <= 64, by blocks that take kTeams rows each: block b has rows
/// kTeams * b and so on. most[b] is the largest of its rows' topplings; there are
/// ceil_div(rows, kTeams) of them.
void teams(const std::int32_t* in, std::int32_t* out, std::int32_t* topplings, std::int32_t* most,
           int rows, int width);
