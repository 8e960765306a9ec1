#include "runner/build/taken_names.h"

#include <regex>

#include "base/demangle.h"
#include "runner/build/object_symbols.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Each object that uses a template, an inline function or variable defines it for itself.
bool is_of_each_object(const ObjectSymbols& object, const std::string& symbol) {
  return object.inline_variables.contains(symbol) ||
         (object.weak.contains(symbol) && symbol.starts_with("_Z"));
}

/// Not a function of a lab, which exercises define: one of C, an operator new or delete, or
/// something of namespace std, by the Itanium C++ ABI's names.
bool is_of_library(const std::string& symbol) {
  static const std::regex names("[^_].*|_[^Z].*|_Z(n|d)[wal].*|_Z(T.|G.)?N?[rVK]*S[tabsiod].*");
  return std::regex_match(symbol, names);
}

}  // namespace

std::set<std::string> names_of_driver(const DriverParts& parts, const fs::path& exercise_object) {
  const auto exercise = object_symbols(exercise_object);
  std::set<std::string> names;
  for (const auto& object : parts.objects) {
    const auto driver = object_symbols(object);
    for (const auto& symbol : exercise.defined) {
      // Of what is weak in both, the linker takes the driver's, which comes first.
      const bool has_both = driver.defined.contains(symbol) && !exercise.weak.contains(symbol) &&
                            !exercise.inline_variables.contains(symbol);
      const bool is_wanted = driver.undefined.contains(symbol) && is_of_library(symbol) &&
                             !is_of_each_object(exercise, symbol);
      if ((has_both || is_wanted) && symbol != "main") names.insert(symbol);
    }
  }
  return names;
}

std::set<std::string> names_of_libraries(const fs::path& program, const fs::path& exercise_object) {
  const auto exercise = object_symbols(exercise_object);
  std::set<std::string> names;
  for (const auto& symbol : exported_symbols(program)) {
    if (exercise.defined.contains(symbol) && !is_of_each_object(exercise, symbol))
      names.insert(symbol);
  }
  return names;
}

std::vector<std::string> as_written(const std::set<std::string>& symbols) {
  std::vector<std::string> names;
  for (const auto& symbol : symbols) names.push_back(demangled(symbol));
  return names;
}

}  // namespace warpscope::runner
