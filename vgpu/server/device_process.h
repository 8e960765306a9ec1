// The loop of the device process: serves one program until it or the runner goes away.
#pragma once

#include <cstdint>

#include "arch/profile.h"
#include "base/unique_fd.h"

namespace warpscope::device {

struct ProcessOptions {
  arch::Profile profile;
  std::uint32_t device_count = 1;        ///< all with this profile, at most kMostDevices
  std::uint64_t instruction_budget = 0;  ///< per launch, warp instructions; 0 is no limit
  std::uint32_t worker_threads = 1;      ///< that run a launch's blocks
  bool models_l1 = false;                ///< counts hits in L1
  bool checks = false;                   ///< looks for races and for memory that nobody has written
  std::uint64_t most_checked_threads = 0;   ///< of a launch that is checked; 0: no limit
  std::uint64_t most_checked_accesses = 0;  ///< of a case at which checks look; 0: no limit
  bool compares_orders = false;  ///< with checks: runs what may depend on the order in others too
  std::uint64_t schedule = 0;    ///< another order of blocks and warps; 0: the usual one
  bool watches_host = false;     ///< takes the client's findings
  bool follows_data = false;     ///< tells of each operation where its data comes from
  UniqueFd client, control;      ///< stream sockets
  UniqueFd inputs;    ///< a file with the inputs that BeginCase::exchanged names, or none
  UniqueFd returned;  ///< a file for ReturnedArrays, or none
};

/// Returns when the program's or the runner's connection has ended; the last event is Finished.
/// Whatever the program sends, this does not throw; std::system_error only when the system itself
/// fails.
void serve(ProcessOptions options);

}  // namespace warpscope::device
