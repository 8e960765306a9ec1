// Feeds a function with many inputs in child processes, so that an input which ends its process is
// known by name and the others have their turn.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "tests/fuzz/archive.h"

namespace warpscope::fuzz {

/// A function of fuzzers.h.
using Feed = void (*)(std::span<const std::byte>);

/// An input that did not end in order.
struct Failure {
  std::string input;  ///< its name
  std::string how;    ///< "it ended the process by signal 11 (Segmentation fault)", …
};

/// Feeds `feed` with each input in turn. The failures are those inputs that throw, that end the
/// process in whatever way, and that take more than `longest`; the one after it begins in a new
/// process. What a process says when it ends by itself after its last input, as the leak sanitizer
/// does, is a failure of "the inputs NAME to NAME". The caller must have no other threads. Throws
/// std::system_error when no process can be started.
std::vector<Failure> run_inputs(std::span<const Input> inputs, Feed feed,
                                std::chrono::milliseconds longest);

}  // namespace warpscope::fuzz
