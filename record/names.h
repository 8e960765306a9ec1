// The words for enumeration values, as documents and reports write them.
#pragma once

#include <string_view>

#include "record/record.h"

namespace warpscope::record {

/// "exact_count", …: the names of docs/reference/record.md.
std::string_view name(Provenance provenance);
std::string_view name(Transfer::Kind kind);
std::string_view name(Finding::Severity severity);
std::string_view name(Case::Verdict verdict);
std::string_view name(Outcome::Kind kind);
std::string_view name(Certainty certainty);

/// The same in words, for people: "exact count", "time limit".
std::string_view in_words(Provenance provenance);
std::string_view in_words(Case::Verdict verdict);
std::string_view in_words(Outcome::Kind kind);
std::string_view in_words(Certainty certainty);

}  // namespace warpscope::record
