// `.entry` and `.func`: declarations and definitions, PTX ISA manual sections 5.3 and 11.2 to 11.4.
#pragma once

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// Reads what follows `.entry` or `.func`, up to the ';' or '}'.
Function parse_function(ParseContext& context, bool is_entry);

}  // namespace warpscope::ptx
