#include "bench/h200/labs/measured_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "base/pipes.h"
#include "lab_protocol/exchange.h"

namespace warpscope::bench {
namespace {

using lab_protocol::FrameKind;

constexpr std::chrono::seconds kStartLimit{60}, kCaseLimit{60};
constexpr std::uint64_t kMostMachineBytes = 8192;
constexpr int kMostRuns = 10000;

std::uint64_t times_bytes(int runs) {
  return sizeof(std::uint32_t) +
         static_cast<std::uint64_t>(runs) * (2 * sizeof(double) + sizeof(std::uint32_t));
}

Machine read_machine(std::span<const std::byte> payload) {
  lab_protocol::PayloadReader reader(payload);
  Machine machine;
  machine.name = reader.text();
  machine.major = reader.number<std::uint32_t>();
  machine.minor = reader.number<std::uint32_t>();
  machine.sm_count = reader.number<std::uint32_t>();
  machine.clock_hz = reader.number<double>();
  machine.dram_bytes_per_s = reader.number<double>();
  machine.runtime_version = reader.number<std::int32_t>();
  machine.empty_kernel_s = reader.number<double>();
  reader.expect_end();
  return machine;
}

std::vector<RunTimes> read_times(std::span<const std::byte> payload) {
  lab_protocol::PayloadReader reader(payload);
  std::vector<RunTimes> runs;
  for (auto n = reader.number<std::uint32_t>(); n > 0; --n) {
    RunTimes run;
    run.kernel_s = reader.number<double>();
    run.call_s = reader.number<double>();
    run.launches = reader.number<std::uint32_t>();
    runs.push_back(run);
  }
  reader.expect_end();
  return runs;
}

/// A copy of the descriptor that the child keeps; the child knows it by this number.
std::string inherited(int fd) {
  const int copy = ::dup(fd);
  return std::to_string(copy);
}

}  // namespace

MeasuredProgram::MeasuredProgram(const std::filesystem::path& program, int runs) {
  if (runs < 1 || runs > kMostRuns) throw std::invalid_argument("runs is 1 to 10000");
  start(program, runs);
  const auto deadline = std::chrono::steady_clock::now() + kStartLimit;
  machine_ = read_machine(receive_frame(kMachineFrame, kMostMachineBytes, deadline));
}

MeasuredProgram::~MeasuredProgram() {
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void MeasuredProgram::start(const std::filesystem::path& program, int runs) {
  auto cases = make_socket_pair();
  auto answers = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot start " + program.string());
  if (pid_ == 0) {
    ::setenv(lab_protocol::kCasesVariable, inherited(cases.theirs.get()).c_str(), 1);
    ::setenv(lab_protocol::kAnswersVariable, inherited(answers.write_end.get()).c_str(), 1);
    ::setenv(kRunsVariable, std::to_string(runs).c_str(), 1);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execl(program.c_str(), program.c_str(), nullptr);
    ::_exit(127);
  }
  cases_ = std::move(cases.ours);
  answers_ = std::move(answers.read_end);
  set_nonblocking(cases_.get());
}

void MeasuredProgram::wait_for(int fd, short events, Deadline deadline) const {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  pollfd watched{fd, events, 0};
  const int ready = left.count() > 0 ? ::poll(&watched, 1, static_cast<int>(left.count())) : 0;
  if (ready <= 0) throw ProgramLost("The program did not answer in time.", true);
}

void MeasuredProgram::send(std::span<const std::byte> bytes, Deadline deadline) const {
  while (!bytes.empty()) {
    wait_for(cases_.get(), POLLOUT, deadline);
    const auto count = ::write(cases_.get(), bytes.data(), bytes.size());
    if (count < 0) throw ProgramLost("The program ended before it took a case.", false);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

std::vector<std::byte> MeasuredProgram::receive(std::size_t count, Deadline deadline) const {
  std::vector<std::byte> bytes(count);
  for (std::size_t done = 0; done < count;) {
    wait_for(answers_.get(), POLLIN, deadline);
    const auto got = ::read(answers_.get(), bytes.data() + done, count - done);
    if (got <= 0) throw ProgramLost("The program ended before it answered.", false);
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::vector<std::byte> MeasuredProgram::receive_frame(std::uint32_t kind, std::uint64_t largest,
                                                      Deadline deadline) const {
  const auto header = lab_protocol::read_header(receive(lab_protocol::kFrameHeaderBytes, deadline),
                                                static_cast<FrameKind>(kind), largest);
  return receive(header.payload_bytes, deadline);
}

MeasuredProgram::Result MeasuredProgram::run(const judge::Case& set) {
  const auto deadline = std::chrono::steady_clock::now() + kCaseLimit;
  send(runner::encode_case(set, ++last_nonce_), deadline);
  Result result;
  result.runs = read_times(receive_frame(kTimesFrame, times_bytes(kMostRuns), deadline));
  const auto payload = receive_frame(static_cast<std::uint32_t>(FrameKind::answer),
                                     runner::largest_answer_bytes(set), deadline);
  result.answer = runner::decode_answer(payload, set, last_nonce_);
  return result;
}

}  // namespace warpscope::bench
