// What the compiler said about lines, beside the first error, which is a finding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::viewer {

struct CompilerNote {
  record::SourceLine where;
  bool is_error = false;  ///< else a warning
  std::string text;       ///< as the compiler has it
};

/// In the compiler's order. Without the error that a finding "compile-error" is made of.
std::vector<CompilerNote> compiler_notes(const record::RunRecord& record);

/// The place of the finding behind the one at `from`, or of the first; behind the last one the
/// errors of the compiler follow. Nothing where none has a place.
std::optional<record::SourceLine> next_place(const record::RunRecord& record,
                                             const std::optional<record::SourceLine>& from);

}  // namespace warpscope::viewer
