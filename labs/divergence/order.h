// Sorting on the host, for whoever wants to give neighbouring threads the same kind of work.
#pragma once

#include <cstdint>

/// Puts 0 … count - 1 into `order` so that keys[order[0]] <= keys[order[1]] <= …; equal keys keep
/// their order. keys and order: host memory, `count` elements. A counting sort: two passes.
inline void order_by(const std::uint8_t* keys, int count, int* order) {
  int begin[257] = {};  // where the elements of a key begin in `order`
  for (int i = 0; i < count; ++i) ++begin[keys[i] + 1];
  for (int key = 0; key < 256; ++key) begin[key + 1] += begin[key];
  for (int i = 0; i < count; ++i) order[begin[keys[i]]++] = i;
}
