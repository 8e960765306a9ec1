// The first error of a compiler as a finding.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "record/record.h"

namespace warpscope::runner {

/// Of what stands in front of a message: "a.cu(2)" of nvcc, "a.cu:2:10" and "a.cu:2" of gcc.
std::optional<record::SourceLine> place_of_message(std::string_view text);

/// Of what nvcc and the compilers, assembler and linker that it runs have printed: the first error,
/// with its text as it is, its line where it has one, and a remedy for the usual ones, which are
/// the wordings of "compile-error" in findings.toml: each is named by what the error says. Where it
/// has no line but quotes a name, as linkers and ptxas do of a function or an instruction: the
/// first line of `sources` that has it. A missing semicolon is told at the statement that lacks it,
/// where `sources` show which one that is. Nothing where no error is there.
std::optional<record::Finding> compile_error(std::string_view compiler_output,
                                             std::span<const record::SourceFile> sources = {});

}  // namespace warpscope::runner
