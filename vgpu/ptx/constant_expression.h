// Number literals and the constant expressions made of them, PTX ISA manual sections 4.5.1
// to 4.5.5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "vgpu/ptx/lexer.h"

namespace warpscope::ptx {

/// The value of a literal or of a constant expression.
struct Constant {
  std::uint64_t bits = 0;    ///< integer: two's complement; floating: IEEE bits
  bool is_floating = false;  ///< 0f, 0d, 1.5
  bool is_single = false;    ///< floating: `bits` is a 32-bit float (0f)
  bool is_unsigned = false;  ///< integer: type .u64, else .s64
};

/// The value of a number token, e.g. "0x1FU" or "0f3F800000"; nothing when it is not a PTX literal
/// or does not fit into 64 bits.
std::optional<Constant> parse_literal(std::string_view text);

/// Whether the next token can begin a constant expression.
bool begins_constant(const Token& token);

/// Reads a constant expression. Operators work on 64-bit integers; a floating literal stands alone
/// or behind a sign. ParseError on a malformed or too deep expression and on division by zero.
Constant parse_constant(Lexer& lexer);

/// As parse_constant, but the value must be an integer of at most `limit`; `what` names it in the
/// error.
std::uint64_t parse_count(Lexer& lexer, std::uint64_t limit, std::string_view what);

}  // namespace warpscope::ptx
