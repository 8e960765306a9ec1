// Operands of instructions, PTX ISA manual chapter 6.
#pragma once

#include <string_view>

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// Whether `name` ("tid", "clock64"; without '%') is a special register, PTX ISA manual chapter 10.
bool is_special_register(std::string_view name);

/// Reads operands in the scopes of ParseContext::names.
class OperandParser {
 public:
  explicit OperandParser(ParseContext& context) : context_(context), lexer_(context.lexer) {}

  /// One operand, up to its ',' or ';'.
  Operand operand();
  /// The name of a label, which Labels resolves later.
  Operand label();
  /// `(a, b)` of a call, as a vector.
  Operand argument_list();

 private:
  class Depth;

  Operand named(std::string_view name);
  bool is_part_of(std::string_view name) const;
  Operand special(std::string_view name);
  Operand vector_register(const Binding& binding);
  Operand symbol(std::string_view name);
  std::uint64_t parse_offset();
  Operand constant();
  Operand address();
  Operand list(char close);
  Operand with_second(Operand first);

  ParseContext& context_;
  Lexer& lexer_;
  int depth_ = 0;
};

}  // namespace warpscope::ptx
