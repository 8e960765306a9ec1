// The functions that a shared library offers.
#pragma once

#include <set>
#include <string>

namespace warpscope::cudart {

struct ExportedSymbol {
  std::string name, version;
  auto operator<=>(const ExportedSymbol&) const = default;
};

struct LibraryInterface {
  std::string soname;
  std::set<ExportedSymbol> functions;
};

/// Reads a 64-bit ELF library. std::runtime_error when it is none.
LibraryInterface read_interface(const std::string& path);

}  // namespace warpscope::cudart
