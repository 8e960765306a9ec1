#include "tests/golden/instructions/width.h"

namespace warpscope::golden {

bool can_run_this_width() {
  return true;
}

}  // namespace warpscope::golden
