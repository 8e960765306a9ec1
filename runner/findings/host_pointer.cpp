#include "findings/catalogue.h"
#include "runner/findings/rules.h"

namespace warpscope::runner {

void refine_host_pointer(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id == "host-pointer-in-kernel") give_words(finding, "wrong-address-space-pointer");
  }
}

}  // namespace warpscope::runner
