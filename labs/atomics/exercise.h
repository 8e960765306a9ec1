// The functions of the atomics lab. You write them, in one file; the driver calls them.
#pragma once

#include "cpu.h"
#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

// All pointers are device memory and begin at multiples of 256 bytes. count is 0 to 2^20.

/// Counts keys: for each i, bins[keys[i]] grows by 1. What bins held before stays in the count.
/// keys: `count` numbers below bin_count. bins: bin_count counters, bin_count is 1 to 2^16.
/// The three differ in how they count; the handout says how.
void histogram(const unsigned* keys, int count, unsigned* bins, int bin_count);
void histogram_private(const unsigned* keys, int count, unsigned* bins, int bin_count);
void histogram_aggregated(const unsigned* keys, int count, unsigned* bins, int bin_count);

/// Copies the values above 0 to out[0], out[1], … in any order and writes their number to *kept.
/// in: `count` values; out: as many as there are values above 0. *kept is 0 before the call.
void keep_positive(const int* in, int count, int* out, unsigned* kept);

/// Combines every in[i] with each of the kWords words, each word by its own operator (cpu.h).
void combine(const unsigned* in, int count, unsigned* words);
/// The same in one block that keeps the words in shared memory while it works.
void combine_in_shared(const unsigned* in, int count, unsigned* words);

/// Writes the sum of in to *result: the exact sum, rounded once. So the order of the numbers does
/// not matter. Each number is a multiple of kSmallest and between -1024 and 1024.
/// *result is 0 before the call.
void sum_repeatable(const float* in, int count, float* result);
constexpr float kSmallest = 1.0f / 8192;

/// Writes the sum of in to *result, with one launch. Rounding may differ in the last digits.
/// partials: kMostBlocks floats for your use. *ticket is 0 before the call and after it.
/// *result is 0 before the first call only: the driver calls twice.
void sum_in_one_launch(const float* in, int count, float* partials, unsigned* ticket,
                       float* result);
constexpr int kMostBlocks = 64;

/// For each slot s: the largest values[i] with keys[i] == s, and its i; of equal values the
/// smallest i (cpu.h).
/// keys: `count` numbers below slots. best_value, best_index: `slots` elements, -infinity and -1
/// before the call. locks: `slots` numbers for your use, 0 before the call.
void best_of_slots(const unsigned* keys, const float* values, int count, float* best_value,
                   int* best_index, unsigned* locks, int slots);
