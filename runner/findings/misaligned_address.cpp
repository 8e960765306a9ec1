#include <array>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Types of 8 bytes that are vectors; a misaligned double is none.
constexpr std::array<std::string_view, 3> kPairs{"float2", "int2", "uint2"};

bool is_vector_access(const record::RunRecord& record, const record::Finding& finding) {
  if (!finding.access) return false;
  if (finding.access->bytes == 16) return true;
  if (finding.access->bytes != 8 || !finding.where) return false;
  const auto line = line_text(record, *finding.where);
  for (const auto pair : kPairs) {
    if (line.find(pair) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void refine_misaligned_address(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id == "misaligned-address" && is_vector_access(record, finding)) {
      give_words(finding, "misaligned-vector-access");
    }
  }
}

}  // namespace warpscope::runner
