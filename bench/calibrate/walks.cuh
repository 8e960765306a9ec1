// Walks through memory, each step of which waits for the one before, and what many threads move.
#pragma once
#include "chains.cuh"

namespace calibrate {

using Place = unsigned long long;  ///< the address of the next one

/// Makes a circle of `count` places that are `stride` bytes apart, in which one far away is next.
void link(Card& card, std::size_t first_byte, std::size_t count, std::size_t stride);

/// Cycles of `steps` steps of one thread from the place at `first_byte`, past L1.
double walk(Card& card, std::size_t first_byte, int steps);

}  // namespace calibrate
