// Where the data of an operation (a launch, a copy or a fill) comes from, for a device that follows
// data. docs/contributors/answer_origin.md has the words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::device {

/// Of a copy to the host: who wrote each byte last.
struct LastWriters {
  struct Writer {
    std::uint32_t operation = 0;  ///< 0: nobody
    std::string file{};           ///< of the kernel's line
    std::uint32_t line = 0;       ///< 0: not known, or no launch; then a launch has whole sectors
    std::uint64_t bytes = 0;
  };
  struct Run {
    std::uint32_t writer = 0;  ///< index in `writers`
    std::uint64_t bytes = 0;
  };
  std::vector<Writer> writers;
  std::vector<Run> runs;       ///< one behind the other, from the copy's first byte on
  bool has_more_runs = false;  ///< than are in the list
  bool is_unknown = false;     ///< of some bytes: then all else is empty
};

struct OperationFlow {
  struct Source {
    std::uint32_t operation = 0;  ///< which wrote it last; 0: memory that the host writes too
    std::uint64_t sectors = 0;    ///< of 32 bytes, that were read
  };
  std::uint32_t operation = 0;  ///< its number in the device process, from 1 on; 0: not known
  std::vector<Source> sources;
  bool has_unknown_sources = false;  ///< then there are none in the list
  LastWriters last_writers{};
};

}  // namespace warpscope::device
