// What a kernel's code says of the index with which it reads or writes outside of an array.
#pragma once

#include <cstdint>

namespace warpscope::exec {

/// Of one access of global memory in a kernel.
struct IndexUse {
  /// What the index is made of, besides constants, parameters and loop variables.
  enum class Source : std::uint8_t {
    unknown,
    thread,           ///< the numbers of the thread and of its block
    thread_in_block,  ///< the number of the thread, not that of its block
    block,            ///< the number of the block, not that of the thread
    data              ///< also what was read from memory or came from other threads
  };
  /// Comparisons that a thread must have passed to come to the access: of something that is made of
  /// the number of thread or block, and must be below something or not above it.
  enum class Guard : std::uint8_t {
    unknown,
    none,            ///< there are none, or none in one of the directions x, y and z
    of_part,         ///< the index has parts that were not compared
    of_all,          ///< all of its parts were compared
    below,           ///< the index itself, as it is used, must be less than a parameter
    up_to,           ///< something of which it is made must not be greater than a parameter
    up_to_in_groups  ///< the same, where many threads have the same value: a row, say
  };
  Source source = Source::unknown;
  Guard guard = Guard::unknown;
  bool is_based = false;   ///< the array begins where a parameter points
  std::uint32_t base = 0;  ///< byte offset of that parameter
};

}  // namespace warpscope::exec
