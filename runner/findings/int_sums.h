// What a line of a source adds up, and in which type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// What a statement adds to: `sum` of "sum += x", "sum = sum + x" and "++sum", `bins` of
/// "bins[i] += x" and "atomicAdd(&bins[i], x)".
struct AddedUp {
  std::string name;
  bool is_element = false;  ///< name[i], *name, or what a pointer that is called so points to
};

/// Nothing where the line has another statement, or what it adds is multiplied, shifted or masked.
std::optional<AddedUp> added_up_in(std::string_view line);

/// The finding's line adds up in a variable or an array that its source declares as int, and
/// nothing in its function tells that the sum may begin anew: a name that says so, as of a hash, or
/// what else is done with it. False where that is not certain.
bool adds_up_in_int(const record::RunRecord& record, const record::Finding& finding);

}  // namespace warpscope::runner
