// The seven functions of the lab ln2. You write them, in one file; the driver calls them. cpu.h
// says in plain C++ what each of them computes. All pointers are to device memory; arrays do not
// overlap and begin at multiples of 256 bytes. All counts are at least 0.
#pragma once

#include <cstdint>

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// Adds pieces of the series 1 - 1/2 + 1/3 - 1/4 + …: sums[i] is the sum of the `terms` terms
/// (-1)^(k+1)/k from k = first[i] on. 1 <= first[i] <= 1000000; 1 <= terms <= 1024. Accepted is
/// what additions of floats in any order can give.
void series(const std::int32_t* first, float* sums, int pieces, int terms);

/// Adds the numbers of each row in four orders, with additions of floats and nothing else; the last
/// bit counts. Number k of row r is in[k * rows + r], no two of a row have the same size, none is
/// 0. Sum o of row r is sums[o * rows + r]. 2 <= terms <= 1024. o = 0: first to last. o = 1: last
/// to first. o = 2: by halves, the sum of n numbers is that of the first n / 2 plus that of the
/// others. o = 3: by size, the number next to 0 first.
void orders(const float* in, float* sums, int rows, int terms);

/// Adds the numbers of each row as exactly as a float can say it: the sum is within
/// 2^-23 |sum| + n^2 2^-47 (sum of the sizes), n = terms. in as for orders(). 1 <= terms <= 1024.
void compensated(const float* in, float* sums, int rows, int terms);

/// Three functions, each as accurate as CUDA's documentation says of the best one for it:
/// cosines[i] = cos(pi x[i]), within 2 ulp; -1024 <= x[i] <= 1024.
/// tails[i] = 1 - Phi(z[i]), the chance that a normal number is above z[i], within 6 ulp;
/// 0 <= z[i] <= 9.
/// inverses[i] = y with erfc(y) = p[i], within 5 ulp; 2^-100 <= p[i] < 2.
void special(const float* x, const float* z, const float* p, float* cosines, float* tails,
             float* inverses, int count);

/// e^x twice: accurate[i] within 3 ulp, fast[i] within 3 + |1.173 x[i]| ulp. -64 <= x[i] <= 64.
void exponentials(const float* x, float* accurate, float* fast, int count);

/// out[i] = in[i]^(1 / 2.2), as a screen wants its pixels, within a part in 4096.
/// 2^-12 <= in[i] <= 1.
void brighten(const float* in, float* out, int count);

/// Of each word: reversed[i] has its bits in the other order, ones[i] counts those that are set,
/// leading[i] the zeros above the highest that is set (32 of 0), lowest[i] is the number of the
/// lowest that is set, 0 to 31 (-1 of 0).
void bits(const std::uint32_t* words, std::uint32_t* reversed, std::int32_t* ones,
          std::int32_t* leading, std::int32_t* lowest, int count);
