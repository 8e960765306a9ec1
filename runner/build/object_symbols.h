// What an object file defines and what it wants from others.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace warpscope::runner {

/// Mangled names.
struct ObjectSymbols {
  std::set<std::string> defined;          ///< that other objects can use
  std::set<std::string> local_functions;  ///< that they cannot: static, or in an unnamed namespace
  std::set<std::string> undefined;
};

/// Reads an ELF object file, which may be hostile. Throws std::runtime_error with a sentence when
/// it cannot be read.
ObjectSymbols object_symbols(const std::filesystem::path& object);

}  // namespace warpscope::runner
