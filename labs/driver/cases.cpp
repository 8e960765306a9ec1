#include "labs/driver/cases.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>

#include "lab_protocol/exchange.h"
#include "labs/driver/failure.h"

namespace warpscope::driver {
namespace {

using lab_protocol::ExchangeError;
using lab_protocol::FrameKind;
using lab_protocol::Status;

void check_type(const std::string& name, ElementType type, ElementType wanted) {
  if (type != wanted) {
    throw Failure("The driver asks for array \"" + name + "\" with another element type.");
  }
}

}  // namespace

std::int64_t Call::parameter(const std::string& name) const {
  const auto found = parameters_.find(name);
  if (found == parameters_.end()) {
    throw Failure("The case has no parameter \"" + name + "\".");
  }
  return found->second;
}

std::span<const std::byte> Call::input_bytes(const std::string& name, ElementType type) const {
  const auto found = inputs_.find(name);
  if (found == inputs_.end()) throw Failure("The case has no input \"" + name + "\".");
  check_type(name, found->second.type, type);
  return found->second.bytes;
}

std::span<std::byte> Call::output_bytes(const std::string& name, ElementType type) {
  for (auto& output : outputs_) {
    if (output.name != name) continue;
    check_type(name, output.type, type);
    return output.bytes;
  }
  throw Failure("The case has no output \"" + name + "\".");
}

void Call::clear_outputs() {
  for (auto& output : outputs_) std::ranges::fill(output.bytes, std::byte{0xFF});
}

int descriptor_of(const char* variable) {
  const char* text = std::getenv(variable);
  const int fd = text == nullptr ? -1 : std::atoi(text);
  if (fd < 0 || ::fcntl(fd, F_GETFD) < 0) {
    throw ExchangeError(std::string(variable) +
                        " names no open descriptor; this program is started by warpscope run");
  }
  ::unsetenv(variable);
  return fd;
}

namespace {

/// False at the end of the stream before the first byte.
bool read_all(int fd, std::span<std::byte> bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto count = ::read(fd, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw ExchangeError("the cases cannot be read");
    if (count == 0 && done == 0) return false;
    if (count == 0) throw ExchangeError("a case ends too early");
    done += static_cast<std::size_t>(count);
  }
  return true;
}

std::uint64_t array_bytes(lab_protocol::PayloadReader& reader, ElementType& type) {
  const auto code = reader.number<std::uint32_t>();
  if (code < 1 || code > 7) throw ExchangeError("an array has an unknown element type");
  type = static_cast<ElementType>(code);
  const auto count = reader.number<std::uint64_t>();
  if (count > lab_protocol::kMaxPayloadBytes / 8) throw ExchangeError("an array is too large");
  return count * lab_protocol::size_bytes(type);
}

SetCase decode(std::span<const std::byte> payload) {
  lab_protocol::PayloadReader reader(payload);
  const auto nonce = reader.number<std::uint64_t>();
  auto task = reader.text();
  std::map<std::string, std::int64_t> parameters;
  for (auto n = reader.entry_count(); n > 0; --n) {
    auto name = reader.text();
    parameters[std::move(name)] = reader.number<std::int64_t>();
  }
  std::map<std::string, Call::Input> inputs;
  for (auto n = reader.entry_count(); n > 0; --n) {
    auto name = reader.text();
    Call::Input input;
    const auto bytes = reader.raw(array_bytes(reader, input.type));
    input.bytes.assign(bytes.begin(), bytes.end());
    inputs[std::move(name)] = std::move(input);
  }
  std::vector<Call::Output> outputs;
  for (auto n = reader.entry_count(); n > 0; --n) {
    Call::Output output;
    output.name = reader.text();
    output.bytes.assign(array_bytes(reader, output.type), std::byte{0xFF});
    outputs.push_back(std::move(output));
  }
  reader.expect_end();
  return {nonce, std::move(task),
          Call(std::move(parameters), std::move(inputs), std::move(outputs))};
}

}  // namespace

std::optional<SetCase> next_case(int fd) {
  std::vector<std::byte> header_bytes(lab_protocol::kFrameHeaderBytes);
  if (!read_all(fd, header_bytes)) return std::nullopt;
  const auto header =
      lab_protocol::read_header(header_bytes, FrameKind::set_case, lab_protocol::kMaxPayloadBytes);
  std::vector<std::byte> payload(header.payload_bytes);
  if (!payload.empty() && !read_all(fd, payload)) throw ExchangeError("a case ends too early");
  return decode(payload);
}

Result run_task(Tasks tasks, SetCase& set) {
  for (const auto& [name, task] : tasks) {
    if (name != set.task) continue;
    try {
      task(set.call);
      check(cudaDeviceSynchronize());
    } catch (const Failure& failure) {
      return {Status::failed, failure.what()};
    } catch (const std::exception& error) {
      return {Status::failed, "the function let an exception out: " + std::string(error.what())};
    }
    const cudaError_t left = cudaGetLastError();
    // What a query left behind that found work unfinished is no error.
    if (left == cudaSuccess || left == cudaErrorNotReady) return {};
    return {Status::left_error, "A call or a launch gave " + std::string(cudaGetErrorName(left)) +
                                    " (" + cudaGetErrorString(left) + ")."};
  }
  return {Status::failed, "The driver has no task \"" + set.task + "\"."};
}

std::vector<std::byte> encode_answer(const SetCase& set, const Result& result) {
  lab_protocol::PayloadWriter writer;
  writer.number(set.nonce);
  writer.number(result.status);
  writer.text(result.failure);
  const auto outputs =
      result.status == Status::ok ? std::span(set.call.outputs()) : std::span<const Call::Output>();
  writer.number(static_cast<std::uint32_t>(outputs.size()));
  for (const auto& output : outputs) {
    writer.number(std::uint64_t{output.bytes.size()});
    writer.raw(output.bytes);
  }
  return lab_protocol::frame(FrameKind::answer, writer.take());
}

void write_all(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw ExchangeError("an answer cannot be written");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

}  // namespace warpscope::driver
