// Ranges and marks by NVTX (NVIDIA Tools Extension) that a program has around what it asks of a
// device: what our client hears of them from the library that NVTX loads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warpscope::nvtx {

/// More of a name is cut off; bytes.
inline constexpr std::size_t kMostNameBytes = 256;
/// Levels of one thread's stack in one domain that are kept; deeper ones are only counted.
inline constexpr std::size_t kMostLevels = 64;
/// Ranges between a start and an end that are kept at a time.
inline constexpr std::size_t kMostStarted = 64;
/// Marks that are kept until the program asks the device for something.
inline constexpr std::size_t kMostMarks = 1024;

/// One range, from its push to its pop or from its start to its end.
struct Range {
  std::string name;    ///< UTF-8 as far as the program's is
  std::string domain;  ///< empty: the default one
  /// nvtxRangePush and nvtxRangePop: of one thread, one inside another; false: nvtxRangeStart and
  /// nvtxRangeEnd, of the process.
  bool is_pushed = true;
  std::uint32_t thread = 0;             ///< numbers threads that use NVTX, from 1
  std::shared_ptr<const Range> parent;  ///< the pushed range of the same domain around it, or none
  /// By which the client has told the device of it; 0: not yet. The client's own.
  mutable std::uint32_t number = 0;
};

/// A moment of a thread.
struct Mark {
  std::string name, domain;
  std::uint32_t thread = 0;
};

/// The ranges in which the calling thread is now.
struct OpenRanges {
  /// Of each domain the calling thread's innermost pushed range, and all that were started and not
  /// ended.
  std::vector<std::shared_ptr<const Range>> ranges;
  std::vector<Mark> marks;  ///< of any thread, since somebody asked for them last
  std::uint64_t marks_left_out = 0;
};

/// How the file of the library ends.
inline constexpr const char* kLibraryName = "/libwarpscope-nvtx.so";
/// Exported by it under this name.
inline constexpr const char* kTakeOpenRanges = "warpscope_take_open_ranges";
using TakeOpenRanges = void(OpenRanges* result);

}  // namespace warpscope::nvtx
