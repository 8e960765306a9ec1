// Loops in which lanes wait until __activemask() says what they want.
#include <string>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kActiveMask = "__activemask";

bool is_endless(std::string_view id) {
  return id == "endless-loop" || id == "spin-without-progress" || id == "instruction-budget";
}

}  // namespace

// The device names what the lanes read last: where the line asks for the mask, that is what they go
// round for.
void explain_active_mask_waits(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (!is_endless(finding.id) || !finding.where) continue;
    if (line_text(record, *finding.where).find(kActiveMask) == std::string::npos) continue;
    give_words(finding, "endless-loop", "of an active mask");
  }
}

}  // namespace warpscope::runner
