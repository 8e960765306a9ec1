// One kernel of a PTX file, as a list of instructions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope {

/// An instruction without its predicate and operands: "ld.global.v4.u32".
using Opcodes = std::vector<std::string>;

/// The instructions of the entry `name`, in the order of the text. Throws std::runtime_error when
/// the file or the entry is missing.
Opcodes opcodes_of_entry(const std::string& file, const std::string& name);

/// How many begin so.
int count_of(const Opcodes& opcodes, std::string_view start);

/// Where the first one is that begins so; the number of all when there is none.
std::size_t first_of(const Opcodes& opcodes, std::string_view start, std::size_t from = 0);

}  // namespace warpscope
