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
  std::set<std::string> weak;              ///< of `defined`: another definition takes its place
  std::set<std::string> inline_variables;  ///< of `defined`: one for all objects that define it
};

/// Reads an ELF object file, which may be hostile. Throws std::runtime_error with a sentence when
/// it cannot be read.
ObjectSymbols object_symbols(const std::filesystem::path& object);

/// What a program defines for the libraries that it is linked with. The same errors.
std::set<std::string> exported_symbols(const std::filesystem::path& program);

/// Makes the object want these from others in the place of defining them. The same errors, and
/// where it cannot be written.
void undefine_symbols(const std::filesystem::path& object, const std::set<std::string>& symbols);

}  // namespace warpscope::runner
