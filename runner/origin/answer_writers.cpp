#include "runner/origin/answer_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "record/kernel_name.h"
#include "runner/origin/answer_copies.h"

namespace warpscope::runner {
namespace {

using record::AnswerWriter;
using WriterKind = AnswerWriter::Kind;
using Writers = DataFlow::Writers;

WriterKind kind_of(const record::Transfer& transfer) {
  switch (transfer.kind) {
    case record::Transfer::Kind::fill:
      return WriterKind::fill;
    case record::Transfer::Kind::host_to_device:
      return WriterKind::copy_to_device;
    default:
      return WriterKind::copy_on_device;
  }
}

AnswerWriter writer_of(const Writers::Writer& told, const record::RunRecord& record) {
  AnswerWriter writer;
  writer.bytes = told.bytes;
  if (!told.row) return writer;
  if (!told.row->is_launch) {
    writer.kind = kind_of(record.transfers.at(told.row->position));
    return writer;
  }
  writer.kind = WriterKind::kernel;
  writer.kernel = record.launches.at(told.row->position).kernel;
  writer.where = told.where;
  return writer;
}

void add(const AnswerWriter& writer, std::vector<AnswerWriter>& all) {
  const auto same = std::ranges::find_if(all, [&](const AnswerWriter& other) {
    return other.kind == writer.kind && other.kernel == writer.kernel &&
           other.where == writer.where;
  });
  if (same == all.end()) {
    all.push_back(writer);
  } else {
    same->bytes += writer.bytes;
  }
}

/// Of all outputs; empty where somebody is not known.
std::vector<AnswerWriter> writers_of_answer(Outputs outputs, std::uint32_t case_index,
                                            const DataFlow& flow, const record::RunRecord& record) {
  std::vector<AnswerWriter> all;
  for (const auto& output : outputs) {
    if (output.first == 0) continue;
    const auto copies = copies_of_answer(std::span(&output, 1), record, case_index);
    if (!copies) return {};
    std::uint64_t bytes = 0;
    for (const auto position : *copies) {
      const auto writers = flow.writers_of({false, position});
      if (!writers) return {};
      bytes += record.transfers[position].size_bytes;
      for (const auto& writer : writers->writers) add(writer_of(writer, record), all);
    }
    if (bytes != output.first) return {};
  }
  std::ranges::stable_sort(all, std::ranges::greater{}, &AnswerWriter::bytes);
  return all;
}

/// The copy that brought an output as it is; nothing where another output has the same words, of
/// which it may have brought that one.
std::optional<RecordRow> copy_of_output(Outputs outputs, std::size_t number,
                                        std::uint32_t case_index, const record::RunRecord& record) {
  const auto& output = outputs[number];
  if (std::ranges::count(outputs, output) != 1) return std::nullopt;
  const auto copies = copies_of_answer(std::span(&output, 1), record, case_index);
  if (!copies || copies->size() != 1) return std::nullopt;
  const auto& transfer = record.transfers[copies->front()];
  const bool is_as_it_is = transfer.count == 1 && transfer.size_bytes == output.first &&
                           transfer.fingerprint == output.second;
  return is_as_it_is ? std::optional(RecordRow{false, copies->front()}) : std::nullopt;
}

/// Who wrote all of these bytes; nothing where it were several.
std::optional<Writers::Writer> writer_of_bytes(const Writers& writers, std::uint64_t begin,
                                               std::uint64_t bytes) {
  std::uint64_t at = 0;
  for (const auto& run : writers.runs) {
    const std::uint64_t end = at + run.bytes;
    if (begin >= at && begin < end)
      return begin + bytes <= end ? std::optional(writers.writers[run.writer]) : std::nullopt;
    at = end;
  }
  return std::nullopt;
}

std::optional<record::WrongElement> first_wrong(const AnswerOfCase& answer, const DataFlow& flow,
                                                const record::RunRecord& record) {
  const auto& element = answer.first_wrong;
  const auto& outputs = answer.set.outputs;
  if (!element || answer.outputs.size() != outputs.size()) return std::nullopt;
  const auto output = outputs.find(element->output);
  if (output == outputs.end()) return std::nullopt;
  const std::uint64_t bytes = element->element_bytes;
  const auto number = static_cast<std::size_t>(std::distance(outputs.begin(), output));
  const auto copy = copy_of_output(answer.outputs, number, answer.index, record);
  const auto writers = copy ? flow.writers_of(*copy) : std::nullopt;
  const auto writer =
      writers ? writer_of_bytes(*writers, element->index * bytes, bytes) : std::nullopt;
  if (!writer) return std::nullopt;
  record::WrongElement wrong{output->first, element->index, writer_of(*writer, record)};
  wrong.writer.bytes = bytes;
  return wrong;
}

/// Lines of the lab's driver, and of libraries, are not the student's.
bool is_own(const record::SourceLine& where, const record::RunRecord& record) {
  return std::ranges::find(record.sources, where.file, &record::SourceFile::path) !=
         record.sources.end();
}

/// Empty where nothing can be said that is surely so.
std::string sentence(const record::WrongElement& wrong, const record::RunRecord& record) {
  const auto element = fmt::format("{}[{}]", wrong.output, wrong.index);
  switch (wrong.writer.kind) {
    case WriterKind::kernel:
      if (!wrong.writer.where || !is_own(*wrong.writer.where, record)) return {};
      return fmt::format("; {} was last written by line {}, in {}", element,
                         wrong.writer.where->line, record::short_kernel_name(wrong.writer.kernel));
    case WriterKind::copy_to_device:
      return fmt::format("; no kernel has written {} since a copy to the device did", element);
    case WriterKind::fill:
      return fmt::format("; no kernel has written {} since a fill did", element);
    case WriterKind::nobody:
      return fmt::format("; nothing has written {}", element);
    case WriterKind::copy_on_device:
      return {};
  }
  return {};
}

}  // namespace

void note_writers(const AnswerOfCase& answer, const DataFlow& flow, const record::RunRecord& record,
                  record::Case& item) {
  item.written_by = writers_of_answer(answer.outputs, answer.index, flow, record);
  if (item.verdict != record::Case::Verdict::wrong || !answer.is_copied_by_driver) return;
  const auto wrong = first_wrong(answer, flow, record);
  if (!wrong) return;
  const auto text = sentence(*wrong, record);
  if (text.empty()) return;
  item.first_wrong = wrong;
  item.message += text;
}

}  // namespace warpscope::runner
