#include "runner/findings_of_build.h"

#include <fmt/format.h>

#include "findings/catalogue.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {

std::vector<record::Finding> findings_of_build(const ExerciseBuild& build,
                                               const record::RunRecord& record) {
  std::vector<record::Finding> findings;
  for (const auto& [cause, meant] : build.missing_functions) {
    findings.push_back(make_finding("missing-function"));
    findings.back().cause = cause;
    findings.back().where = definition_of(record, meant);
  }
  for (const auto& name : build.taken_names) {
    findings.push_back(make_finding("taken-name"));
    findings.back().cause = fmt::format(
        "The file defines {}, which is a name of the CUDA runtime, of a library or of the lab's "
        "program: calls of it go to theirs.",
        name);
    const auto base = name.substr(0, name.find('('));
    const auto defined = definition_of(record, base);
    findings.back().where = defined ? defined : first_line_with(record, base);
  }
  return findings;
}

}  // namespace warpscope::runner
