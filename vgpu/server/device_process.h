// The loop of the device process: serves one program until it or the runner goes away.
#pragma once

#include "base/unique_fd.h"

namespace warpscope::device {

struct Connections {
  UniqueFd client, control;  ///< stream sockets to the program and to the runner
  UniqueFd inputs;           ///< a file with the inputs that BeginCase::exchanged names, or none
  UniqueFd returned;         ///< a file for ReturnedArrays, or none
};

/// Waits for the runner's options (Start), and returns when the program's or the runner's
/// connection has ended; the last event is Finished. Throws std::runtime_error with a sentence, and
/// record::RecordError, when no options come that make a device; afterwards, whatever the program
/// sends, std::system_error only when the system itself fails.
void serve(Connections connections);

}  // namespace warpscope::device
