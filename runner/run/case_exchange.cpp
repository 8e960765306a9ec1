#include "runner/run/case_exchange.h"

#include <numeric>

namespace warpscope::runner {
namespace {

using lab_protocol::ExchangeError;

/// About what a case's names and numbers need.
constexpr std::size_t kBesideInputs = 4096;

std::uint64_t bytes_of(const judge::ArrayShape& shape) {
  return shape.count * lab_protocol::size_bytes(shape.type);
}

void check_entries(std::size_t count) {
  if (count > lab_protocol::kMaxEntries) {
    throw std::runtime_error("A case has more parameters or arrays than the exchange allows.");
  }
}

}  // namespace

std::vector<std::byte> encode_case(const judge::Case& set, std::uint64_t nonce) {
  check_entries(set.parameters.size());
  check_entries(set.inputs.size());
  check_entries(set.outputs.size());
  lab_protocol::PayloadWriter writer;
  writer.reserve(std::accumulate(
      set.inputs.begin(), set.inputs.end(), kBesideInputs,
      [](std::size_t sum, const auto& input) { return sum + input.second.bytes().size(); }));
  writer.number(nonce);
  writer.text(set.task);
  writer.number(static_cast<std::uint32_t>(set.parameters.size()));
  for (const auto& [name, value] : set.parameters) {
    writer.text(name);
    writer.number(value);
  }
  writer.number(static_cast<std::uint32_t>(set.inputs.size()));
  for (const auto& [name, input] : set.inputs) {
    const auto stand_in = set.stand_ins.find(name);
    const auto& array = stand_in != set.stand_ins.end() ? stand_in->second.array : input;
    writer.text(name);
    writer.number(static_cast<std::uint32_t>(array.type()));
    writer.number(array.count());
    writer.raw(array.bytes());
  }
  writer.number(static_cast<std::uint32_t>(set.outputs.size()));
  for (const auto& [name, shape] : set.outputs) {
    writer.text(name);
    writer.number(static_cast<std::uint32_t>(shape.type));
    writer.number(shape.count);
  }
  const auto payload = writer.take();
  if (payload.size() > lab_protocol::kMaxPayloadBytes) {
    throw std::runtime_error("A case is larger than the exchange allows.");
  }
  return lab_protocol::frame(lab_protocol::FrameKind::set_case, payload);
}

std::uint64_t largest_answer_bytes(const judge::Case& set) {
  constexpr std::uint64_t kFixedBytes =
      sizeof(std::uint64_t) + 3 * sizeof(std::uint32_t) + lab_protocol::kMaxTextBytes;
  std::uint64_t total = kFixedBytes;
  for (const auto& [name, shape] : set.outputs) total += sizeof(std::uint64_t) + bytes_of(shape);
  return total;
}

Answer decode_answer(std::span<const std::byte> payload, const judge::Case& set,
                     std::uint64_t nonce) {
  lab_protocol::PayloadReader reader(payload);
  if (reader.number<std::uint64_t>() != nonce) throw ExchangeError("it answers another question");
  Answer answer;
  answer.status = reader.number<lab_protocol::Status>();
  answer.message = reader.text();
  const auto count = reader.entry_count();
  if (answer.status == lab_protocol::Status::failed ||
      answer.status == lab_protocol::Status::left_error) {
    if (count != 0) throw ExchangeError("a failure carries outputs");
    reader.expect_end();
    return answer;
  }
  if (answer.status != lab_protocol::Status::ok) throw ExchangeError("its status is unknown");
  if (count != set.outputs.size()) throw ExchangeError("it has another number of outputs");
  for (const auto& [name, shape] : set.outputs) {
    if (reader.number<std::uint64_t>() != bytes_of(shape)) {
      throw ExchangeError("output \"" + name + "\" has another size");
    }
    const auto bytes = reader.raw(bytes_of(shape));
    answer.outputs.emplace(name, judge::Array(shape.type, std::vector(bytes.begin(), bytes.end())));
  }
  reader.expect_end();
  return answer;
}

}  // namespace warpscope::runner
