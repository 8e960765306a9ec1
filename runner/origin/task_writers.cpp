#include "runner/origin/task_writers.h"

#include <fmt/format.h>

#include <algorithm>

#include "record/kernel_name.h"

namespace warpscope::runner {
namespace {

using WriterKind = record::AnswerWriter::Kind;

std::string words_of(const record::AnswerWriter& writer) {
  switch (writer.kind) {
    case WriterKind::kernel: {
      const auto kernel = record::short_kernel_name(writer.kernel);
      return writer.where ? fmt::format("{}:{}, {}", writer.where->file, writer.where->line, kernel)
                          : fmt::format("{}, the line is not known", kernel);
    }
    case WriterKind::copy_to_device:
      return "a copy to the device";
    case WriterKind::copy_on_device:
      return "a copy on the device";
    case WriterKind::fill:
      return "a fill";
    case WriterKind::nobody:
      return "nobody";
  }
  return {};
}

}  // namespace

std::vector<WriterOfTask> answer_writers(const record::RunRecord& record) {
  std::vector<std::string> tasks;
  std::vector<WriterOfTask> all;
  for (const auto& item : record.cases) {
    if (!item.written_by.empty() && std::ranges::find(tasks, item.task) == tasks.end())
      tasks.push_back(item.task);
  }
  for (const auto& task : tasks) {
    std::vector<WriterOfTask> rows;
    std::uint64_t bytes = 0;
    for (const auto& item : record.cases) {
      if (item.task != task) continue;
      for (const auto& writer : item.written_by) {
        const auto words = words_of(writer);
        auto row = std::ranges::find(rows, words, &WriterOfTask::writer);
        if (row == rows.end()) row = rows.insert(row, {task, words, 0, 0});
        row->bytes += writer.bytes;
        bytes += writer.bytes;
      }
    }
    std::ranges::stable_sort(rows, std::ranges::greater{}, &WriterOfTask::bytes);
    for (auto& row : rows) {
      row.bytes_of_all = bytes;
      all.push_back(std::move(row));
    }
  }
  return all;
}

std::string percent_text(const WriterOfTask& writer) {
  const std::uint64_t percent =
      100 * writer.bytes / std::max<std::uint64_t>(writer.bytes_of_all, 1);
  return percent == 0 && writer.bytes != 0 ? "<1 %" : fmt::format("{} %", percent);
}

}  // namespace warpscope::runner
