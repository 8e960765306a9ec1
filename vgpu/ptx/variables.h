// Declarations of variables and parameters, PTX ISA manual sections 5.1 and 5.4.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// "shared" -> Space::shared; nothing for other directives. `.reg` and `.sreg` are not variables.
std::optional<Space> variable_space(std::string_view directive);

/// Reads what follows `.global` etc. up to and with the ';'. One declaration can make several
/// variables.
std::vector<Variable> parse_variables(ParseContext& context, Space space, bool is_extern);

/// Reads a parameter list from '(' to ')'. `.reg` parameters have Space::reg.
std::vector<Variable> parse_parameters(ParseContext& context);

}  // namespace warpscope::ptx
