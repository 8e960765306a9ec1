// Conversions that printf in a kernel does not know.
#include "vgpu/exec/checks/block_checker.h"
#include "vgpu/exec/checks/event_lanes.h"

namespace warpscope::exec::checks {

void BlockChecker::on(const UnknownConversion& conversion) {
  Violation* violation = checker_.add_at(Violation::Kind::printf_format, conversion.instruction,
                                         conversion.instruction);
  if (violation == nullptr) return;
  violation->access = checker_.describe_instruction(
      conversion.instruction, number_, conversion.who.warp, first_lane(conversion.who.lanes));
  violation->detail = "The format has " + std::string(conversion.text) +
                      ", which printf has on the host, but not in a kernel: a GPU prints it "
                      "or what comes behind it wrong, or ends the program. Here it is printed as "
                      "on the host.";
}

}  // namespace warpscope::exec::checks
