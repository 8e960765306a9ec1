// What a compiler may take for one file, and how to tell that it wanted more.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::runner {

/// Each holds for every stage alone: preprocessor, front end, compilers, assembler and linker.
struct CompilerLimits {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  ///< address space
  std::uint64_t file_bytes = std::uint64_t{64} << 20;   ///< of each file that it writes
  std::chrono::milliseconds time{90'000};               ///< wall clock, of all stages together
  /// The wall clock may show so many times as much; each stage's processor time may not.
  int patience = 1;
};

/// "The compiler needed more than 2048 MiB.", where what it printed last says that a stage came to
/// one of these limits; else empty.
std::string limit_in_words(std::string_view compiler_output, const CompilerLimits& limits);

}  // namespace warpscope::runner
