#include "tests/golden/instructions/width.h"

namespace warpscope::golden {

bool can_run_this_width() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
}

}  // namespace warpscope::golden
