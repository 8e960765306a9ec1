// Which kernels and lines wrote the answers of each task, for reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/record.h"

namespace warpscope::runner {

struct WriterOfTask {
  std::string task;
  std::string writer;              ///< "exercise.cu:15, scale", "a copy to the device"
  std::uint64_t bytes = 0;         ///< of all cases of the task in which the writers are known
  std::uint64_t bytes_of_all = 0;  ///< of these cases' answers
};

/// Tasks in the order of their cases, whoever wrote most first.
std::vector<WriterOfTask> answer_writers(const record::RunRecord& record);

/// "75 %"; "<1 %" of less.
std::string percent_text(const WriterOfTask& writer);

}  // namespace warpscope::runner
