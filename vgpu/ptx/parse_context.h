// What the parts of the parser share while they read one module.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/ptx/lexer.h"
#include "vgpu/ptx/module.h"
#include "vgpu/ptx/names.h"

namespace warpscope::ptx {

/// What is left of the sizes that a short hostile text could otherwise blow up.
struct ParseBudget {
  std::uint64_t registers = 0;      ///< over all functions
  std::uint64_t initial_bytes = 0;  ///< over all initialisers
  std::uint64_t aliased_instructions = 0;
};

struct ParseContext {
  Lexer lexer;
  Module& module;
  NameArena& arena;
  ParseBudget budget;
  NameTable names;
  /// Symbols that initialisers name before they are declared, checked when the module is known.
  struct SymbolUse {
    std::string_view name;
    std::uint32_t line = 0;
  };
  std::vector<SymbolUse> undeclared_symbols;
  std::uint32_t last_file = 0;  ///< largest file number that a .loc or .file names
};

/// Takes everything up to the bracket that closes the one just taken; `close` is ')' or '}'.
void skip_to_closing(Lexer& lexer, char open, char close);

}  // namespace warpscope::ptx
