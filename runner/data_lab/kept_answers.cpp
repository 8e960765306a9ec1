#include "runner/data_lab/kept_answers.h"

#include <functional>
#include <ostream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "lab_protocol/exchange.h"

namespace warpscope::runner {
namespace {

using lab_protocol::ElementType;
using lab_protocol::PayloadReader;
using lab_protocol::PayloadWriter;

constexpr std::string_view kBegin = "warpscope answers 1\n";

std::uint64_t hash_of(std::string_view bytes) { return std::hash<std::string_view>()(bytes); }

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

judge::Array read_array(PayloadReader& reader) {
  const auto type = reader.number<ElementType>();
  const auto bytes = reader.raw(reader.number<std::uint64_t>());
  return {type, {bytes.begin(), bytes.end()}};
}

Answers read_answers(PayloadReader& reader) {
  Answers answers;
  const auto count = reader.number<std::uint64_t>();
  for (std::uint64_t i = 0; i < count; ++i) {
    auto& outputs = answers[reader.text()];
    const auto arrays = reader.entry_count();
    for (std::uint32_t k = 0; k < arrays; ++k) {
      const auto name = reader.text();
      outputs[name] = read_array(reader);
    }
  }
  reader.expect_end();
  return answers;
}

}  // namespace

std::optional<Answers> kept_answers(const std::filesystem::path& file, const std::string& device,
                                    const std::vector<judge::Case>& questions) {
  try {
    const auto text = read_file(file);
    PayloadReader reader(std::as_bytes(std::span(text)));
    if (as_text(reader.raw(kBegin.size())) != kBegin) return std::nullopt;
    const auto hash = reader.number<std::uint64_t>();
    if (hash_of(std::string_view(text).substr(kBegin.size() + sizeof hash)) != hash)
      return std::nullopt;
    if (reader.text() != device) return std::nullopt;
    auto answers = read_answers(reader);
    for (const auto& question : questions)
      if (!answers.contains(question_key(question))) return std::nullopt;
    return answers;
  } catch (const std::exception&) {  // there is none, or it ends too early
    return std::nullopt;
  }
}

void keep_answers(const std::filesystem::path& file, const std::string& device,
                  const Answers& answers) {
  PayloadWriter writer;
  writer.text(device);
  writer.number<std::uint64_t>(answers.size());
  for (const auto& [key, outputs] : answers) {
    writer.text(key);
    writer.number(static_cast<std::uint32_t>(outputs.size()));
    for (const auto& [name, array] : outputs) {
      writer.text(name);
      writer.number(array.type());
      writer.number<std::uint64_t>(array.bytes().size());
      writer.raw(array.bytes());
    }
  }
  const auto payload = writer.take();
  const auto hash = hash_of(as_text(payload));
  try {
    replace_file(file, [&](std::ostream& out) {
      out << kBegin;
      out.write(reinterpret_cast<const char*>(&hash), sizeof hash);
      out << as_text(payload);
    });
  } catch (const std::exception&) {  // a full disk, say: the next grading asks again
  }
}

}  // namespace warpscope::runner
