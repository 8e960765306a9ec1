// How much many threads move in a cycle: bytes by the longest block's cycles.
#pragma once
#include "card.h"

namespace calibrate {

/// What a launch moves: all its threads go through `bytes` of the pool from `first_byte` on,
/// `passes` times, 16 bytes a thread.
struct Stretch {
  std::size_t first_byte = 0, bytes = 0;
  int passes = 1;
  int blocks = 1;
};

/// Bytes a cycle.
double read_rate(Card& card, const Stretch& stretch);
double write_rate(Card& card, const Stretch& stretch);

/// Reads at places without a pattern in the stretch, `passes` times four by each thread: 4 bytes of
/// a sector of its own, or 64 bytes by four threads together. Sectors and granules of 64 bytes a
/// cycle.
double scattered_sectors(Card& card, const Stretch& stretch);
double scattered_granules(Card& card, const Stretch& stretch);

/// For all of the GPU's SMs, one block of 32 warps each, which are resident together.
Stretch of_all_sms(const Card& card, std::size_t first_byte, std::size_t bytes, int passes);

}  // namespace calibrate
