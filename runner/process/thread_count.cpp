#include "runner/process/thread_count.h"

#include "runner/process/process_tree.h"

namespace warpscope::runner {

std::uint64_t thread_count(pid_t process) {
  std::uint64_t count = 0;
  for (const auto& folder : process_tree(process)) count += ProcessStat(folder).threads();
  return count;
}

}  // namespace warpscope::runner
