#include "runner/grading/executor.h"

#include <unistd.h>

namespace warpscope::runner {

std::vector<std::string> environment_of_worker() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    variables.emplace_back(*variable);
  }
  return variables;
}

}  // namespace warpscope::runner
