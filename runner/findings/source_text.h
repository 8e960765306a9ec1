// Looking into the sources that a record keeps.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

/// The finding's launch; null where it has none or the record has not got it.
const record::Launch* launch_of(const record::RunRecord& record, const record::Finding& finding);

/// The source of a line; null where the record does not keep it.
const record::SourceFile* source_of(const record::RunRecord& record,
                                    const record::SourceLine& where);

/// A line in its source.
struct LineInSource {
  std::vector<std::string_view> lines;  ///< of the whole source, which the record keeps
  std::size_t at = 0;                   ///< of the line, from 0
};
/// Nothing where the record has no such line.
std::optional<LineInSource> line_in_source(const record::RunRecord& record,
                                           const record::SourceLine& where);
/// The same, of a finding; nothing where it has no line.
std::optional<LineInSource> line_in_source(const record::RunRecord& record,
                                           const record::Finding& finding);

/// Text of a line, without its end; empty when the record does not have it.
std::string line_text(const record::RunRecord& record, const record::SourceLine& where);

/// The line that contains `word` outside a line comment; nothing unless exactly one does.
std::optional<record::SourceLine> only_line_with(const record::RunRecord& record,
                                                 std::string_view word);

/// The first line that does, of the first source that has one.
std::optional<record::SourceLine> first_line_with(const record::RunRecord& record,
                                                  std::string_view word);

/// "scale" of "void app::scale<float>(float*, int)".
std::string kernel_base_name(std::string_view demangled);

/// The line that launches a kernel with <<<…>>>, if exactly one does; else where the program asked
/// for this launch, as far as the record knows.
std::optional<record::SourceLine> launch_site(const record::RunRecord& record,
                                              const record::Launch& launch);

/// The line that defines a function of the host, if exactly one does.
std::optional<record::SourceLine> definition_of(const record::RunRecord& record,
                                                std::string_view function);

/// The line that defines a kernel, if exactly one does.
std::optional<record::SourceLine> kernel_site(const record::RunRecord& record,
                                              const record::Launch& launch);

/// The lines of the kernel of the finding's launch: first and end, as function_of() has them.
/// Nothing where that kernel is not in the source that has the finding's line.
std::optional<std::pair<std::size_t, std::size_t>> kernel_lines(const record::RunRecord& record,
                                                                const record::Finding& finding,
                                                                const LineInSource& found);

}  // namespace warpscope::runner
