// Checks whose answers have to depend on something (CheckDescription::depends_on): whether they do,
// by what the record says that the device ran without.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/mechanism.h"
#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

std::uint32_t bits_of(const std::vector<record::Mechanism>& mechanisms);

/// The names of mechanisms as record::Case::right_without has them: "shared-atomics", or several
/// that were left out together, with '+' between.
std::string names_of(std::uint32_t mechanisms);

/// A case of these whose answer is right without all that the check wants it to depend on, as a
/// sentence; empty: none is known.
std::string why_independent(const record::RunRecord& record, const CheckDescription& check,
                            const std::vector<std::uint32_t>& cases);

}  // namespace warpscope::runner
