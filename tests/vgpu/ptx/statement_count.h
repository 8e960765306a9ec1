// Counts the instructions of nvcc's PTX by its layout alone, to check the parser against.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace warpscope::ptx::test {

struct StatementCount {
  std::map<std::string, std::size_t> by_opcode;
  std::size_t guarded = 0;
  std::size_t bodies = 0;  ///< function definitions
};

/// nvcc writes the opening brace of a function body alone on its line, without indentation, and
/// every instruction ends with ';'.
StatementCount count_statements(const std::string& text);

}  // namespace warpscope::ptx::test
