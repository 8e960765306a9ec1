// The four functions of the divergence lab. You write them, in one file; the driver calls them.
// cpu.h says in plain C++ what each of them computes.
#pragma once

#include <cstdint>

#include "kernels/grid/ceil_div.cuh"
#include "labs/driver/check.h"
#include "order.h"
#include "rules.cuh"

using warpscope::driver::check;
using warpscope::grid::ceil_div;

/// Encodes `count` words: out[i] = mix(even_rule(in[i])) where i is even, mix(odd_rule(in[i]))
/// where i is odd. in, out: device memory, `count` words each. They do not overlap and both begin
/// at a multiple of 256 bytes. count >= 0.
void encode(const std::uint32_t* in, std::uint32_t* out, int count);

/// Repairs the damaged ones of `count` words: out[i] = repaired(in[i]) where is_damaged(in[i]),
/// else in[i]. in, out: device memory, `count` words each. They do not overlap and both begin at a
/// multiple of 256 bytes. count >= 0.
void repair(const std::uint32_t* in, std::uint32_t* out, int count);

/// Applies to each word the operation that its operation code names:
/// results[i] = operation<codes[i]>(words[i]).
/// All three: host memory, `count` elements. codes[i] is 0 to 31. How the words lie in device
/// memory, and which thread takes which, is your choice: this function allocates, uploads,
/// launches, downloads and frees. count >= 0.
void interpret(const std::uint8_t* codes, const std::uint32_t* words, std::uint32_t* results,
               int count);

/// Counts for each number n the steps of Collatz's rule until 1 is reached: n / 2 where n is even,
/// 3 n + 1 where it is odd. 6, 3, 10, 5, 16, 8, 4, 2, 1 are 8 steps.
/// All three: host memory, `count` elements. numbers[i] is 1 to 100000, and nothing on the way to 1
/// exceeds 32 bits. effort[i] is what an earlier run noted: the steps divided by 12. Memory and
/// threads are your choice as in interpret(). count >= 0.
void collatz(const std::uint32_t* numbers, const std::uint8_t* effort, std::int32_t* steps,
             int count);
