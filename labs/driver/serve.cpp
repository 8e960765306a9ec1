// Serving cases to a student's functions.
#include <malloc.h>

#include <cstdio>

#include "lab_protocol/exchange.h"
#include "labs/driver/cases.h"
#include "labs/driver/driver.h"

namespace warpscope::driver {

int serve(std::span<const std::pair<std::string_view, Task>> tasks) {
  // What base/freed_memory.h does and says; drivers are compiled without that folder.
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  try {
    const int cases_fd = descriptor_of(lab_protocol::kCasesVariable);
    const int answers_fd = descriptor_of(lab_protocol::kAnswersVariable);
    while (auto set = next_case(cases_fd)) {
      const auto result = run_task(tasks, *set);
      std::fflush(nullptr);
      write_all(answers_fd, encode_answer(*set, result));
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "driver: %s\n", error.what());
    return 2;
  }
}

}  // namespace warpscope::driver
