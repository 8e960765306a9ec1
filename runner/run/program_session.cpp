#include "runner/run/program_session.h"

#include <poll.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <random>

#include "runner/lab/glob.h"
#include "runner/origin/stand_ins.h"
#include "runner/process/thread_count.h"
#include "vgpu/protocol/device_listener.h"

namespace warpscope::runner {
namespace {

constexpr int kDeviceFd = 3;
constexpr int kCasesFd = 4;
constexpr int kAnswersFd = 5;
constexpr std::uint64_t kOpenFiles = 64;
constexpr std::uint64_t kOpenFilesOfGpu = 1024;  // its driver opens many
constexpr std::uint64_t kFileBytes = std::uint64_t{16} << 20;
constexpr auto kTick = std::chrono::milliseconds(20);
constexpr auto kFarewell = std::chrono::seconds(2);
/// How long a program may take to end after its device has heard the last of it.
constexpr auto kEndIsHeard = std::chrono::milliseconds(500);

/// Unknown to the program until it is asked, so an answer cannot be prepared.
std::uint64_t new_nonce() {
  std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

std::string variable(const char* name, int value) {
  return std::string(name) + "=" + std::to_string(value);
}

/// Of the whole process, on top of each case's own.
std::uint64_t cpu_limit_s(const ProgramSession::Setup& setup, const device::ProgramSide& side) {
  constexpr std::uint64_t kOfRepeats = 20, kCountedCases = 100;
  const auto of_cases = static_cast<std::uint64_t>(setup.limits.cpu_s) + 1;
  return side.reserves_addresses ? kOfRepeats * of_cases + kCountedCases * side.counted_run_s
                                 : of_cases;
}

DeviceSettings settings_of(const ProgramSession::Setup& setup,
                           std::optional<std::uint32_t> copy_engines) {
  DeviceSettings settings;
  settings.name = device_name(setup.profile);
  settings.memory_bytes = setup.limits.device_memory_bytes;
  device::Options& options = settings.options;
  options.instruction_budget = setup.limits.instruction_budget;
  options.worker_threads = setup.worker_threads;
  options.checks = setup.memory_checks.is_on;
  options.most_checked_threads = setup.memory_checks.most_threads;
  options.most_checked_accesses = setup.memory_checks.most_accesses;
  options.watch_seed = setup.watch_seed;
  options.watches_host = setup.memory_checks.is_on;
  options.tells_progress = static_cast<bool>(setup.on_progress);
  options.follows_data = !setup.is_in_other_order && setup.left_out == 0;
  options.left_out = setup.left_out;
  options.interleaves = setup.is_in_other_order;
  options.exchanges_inputs = true;
  options.copy_engines = copy_engines.value_or(0);
  options.uses_clock = setup.uses_clock;
  options.tries_changes = setup.uses_clock && setup.tries_changes;
  options.keeps_requests = setup.keeps_requests;
  if (setup.uses_clock) {
    options.ptxas = setup.installation.ptxas().string();
    // Beside what is compiled, which programs in the sandbox do not see.
    options.cubins_folder = setup.installation.cubins_folder().string();
    options.times_folder = (setup.installation.work_folder / "times").string();
  }
  if (setup.steps != nullptr) setup.steps->target().set(options);
  return settings;
}

}  // namespace

ProgramSession::ProgramSession(const Setup& setup, EventCollector& events,
                               std::optional<std::uint32_t> copy_engines)
    : ProgramSession(setup, events, copy_engines, {make_socket_pair(), make_pipe(), make_pipe()}) {}

ProgramSession::ProgramSession(const Setup& setup, EventCollector& events,
                               std::optional<std::uint32_t> copy_engines, Channels channels)
    : sandbox_(setup.sandbox),
      memory_checks_(setup.memory_checks),
      measuring_(setup.measuring),
      on_progress_(setup.on_progress),
      steps_(setup.steps),
      events_(events),
      device_(open_device(setup.installation, settings_of(setup, copy_engines))),
      program_(start_program(setup, channels)),
      cases_(std::move(channels.cases.ours)),
      answers_(std::move(channels.answers.read_end)),
      output_(std::move(channels.output.read_end), setup.limits.output_bytes),
      thread_limit_(setup.limits.threads + device_->program_side().threads) {
  events_.begin_device();
}

ChildProcess ProgramSession::start_program(const Setup& setup, Channels& channels) {
  const auto device_end = device_->take_program_end();
  const UniqueFd no_input(::memfd_create("warpscope-no-input", MFD_CLOEXEC));
  const auto& side = device_->program_side();
  SandboxedCommand command;
  command.arguments = {setup.program.string()};
  command.environment = {
      "LD_LIBRARY_PATH=" + device::library_path(side),
      variable(device::kDescriptorVariable, kDeviceFd),
      variable(lab_protocol::kCasesVariable, kCasesFd),
      variable(lab_protocol::kAnswersVariable, kAnswersFd), "LC_ALL=C.UTF-8",
      // Threads of OpenMP that have nothing to do leave the processor to the device.
      "OMP_WAIT_POLICY=passive"};
  command.working_folder = "/tmp";
  command.environment.insert(command.environment.end(), side.environment.begin(),
                             side.environment.end());
  command.readable = side.readable;
  command.readable.push_back(setup.program);
  command.device_files = side.device_files;
  command.hidden = {setup.installation.root, setup.installation.work_folder};
  if (const auto& judges = setup.installation.judges_folder; !judges.empty())
    command.hidden.push_back(judges);
  command.descriptors = {{no_input.get(), 0},
                         {channels.output.write_end.get(), 1},
                         {channels.output.write_end.get(), 2},
                         {device_end.get(), kDeviceFd},
                         {channels.cases.theirs.get(), kCasesFd},
                         {channels.answers.write_end.get(), kAnswersFd}};
  command.limits.cpu_s = cpu_limit_s(setup, side);
  if (!side.reserves_addresses) command.limits.address_space_bytes = setup.limits.memory_bytes;
  command.limits.file_bytes = kFileBytes;
  command.limits.open_files = side.reserves_addresses ? kOpenFilesOfGpu : kOpenFiles;
  auto program = sandbox_.start(command);
  channels.cases.theirs.reset();
  channels.answers.write_end.reset();
  channels.output.write_end.reset();
  return program;
}

void ProgramSession::poll_once(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  const auto wait =
      std::clamp(left, std::chrono::milliseconds(0), std::chrono::milliseconds(kTick));
  enum : std::size_t { kDevice, kAnswers, kOutput, kCases, kExit, kSteps, kCount };
  std::array<pollfd, kCount> watched{};
  const auto watch = [&](std::size_t slot, bool is_wanted, int fd, short events) {
    watched[slot] = {is_wanted ? fd : -1, events, 0};
  };
  watch(kDevice, !device_->is_closed(), device_->fd(), POLLIN);
  watch(kAnswers, answers_.is_waiting(), answers_.fd(), POLLIN);
  watch(kOutput, output_.is_open(), output_.fd(), POLLIN);
  watch(kCases, cases_.is_pending(), cases_.fd(), POLLOUT);
  watch(kExit, !program_exit_, program_.exit_fd(), POLLIN);
  watch(kSteps, steps_ != nullptr, steps_ != nullptr ? steps_->fd() : -1, POLLIN);
  ::poll(watched.data(), watched.size(), static_cast<int>(wait.count()));
  if (watched[kDevice].revents != 0) {
    for (const auto& event : device_->on_ready()) {
      events_.add(event);
      progress_.pass_on(event, on_progress_, *device_);
      if (const auto* stood = std::get_if<device::Stood>(&event); stood && steps_ != nullptr)
        steps_->tell(*stood);
      if (const auto* timing = std::get_if<device::LaunchTiming>(&event)) note(*timing);
    }
  }
  if (watched[kSteps].revents != 0)
    for (const auto& command : steps_->take()) device_->step(command);
  if (watched[kAnswers].revents != 0) answers_.on_ready();
  if (watched[kOutput].revents != 0) output_.on_ready();
  if (watched[kCases].revents != 0) cases_.on_ready();
  if (watched[kExit].revents != 0) program_exit_ = program_.try_wait();
  if (!program_exit_ && Clock::now() >= next_look_) {
    next_look_ = Clock::now() + kTick;
    if (used_) used_->look();
    const auto threads = used_ ? used_->threads_of_first() : thread_count(program_.pid());
    has_too_many_threads_ = threads > thread_limit_;
  }
}

void ProgramSession::note(const device::LaunchTiming& timing) {
  if (!used_) return;
  if (timing.is_over)
    used_->resume();
  else
    used_->pause();
}

ProgramSession::Wait ProgramSession::wait_until(const std::function<bool()>& is_done,
                                                const std::stop_token& cancel) {
  while (!is_done()) {
    if (cancel.stop_requested()) return Wait::canceled;
    if (has_too_many_threads_) return Wait::too_many_threads;
    if (device_->is_closed() && !events_.is_finished()) return why_device_is_gone();
    // An answer that was sent before the end is still read: the stream ends after it.
    const bool is_over = program_exit_ && (answers_.is_ended() || !answers_.is_waiting());
    if (is_over) return Wait::program_ended;
    if (used() >= limit_) return Wait::timed_out;
    poll_once(Clock::now() + kTick);
  }
  return Wait::done;
}

ProgramSession::Wait ProgramSession::why_device_is_gone() {
  // A program that ends takes its device along, and that may be heard first.
  const auto deadline = Clock::now() + kEndIsHeard;
  while (!program_exit_ && Clock::now() < deadline) poll_once(deadline);
  if (program_exit_) return Wait::program_ended;
  return events_.is_finished() ? Wait::disconnected : Wait::device_lost;
}

CaseEnd ProgramSession::end_of(Wait wait) {
  switch (wait) {
    case Wait::too_many_threads:
      return {
          CaseEnd::Kind::ended_early,
          {},
          "The program was ended: it had more than " + std::to_string(thread_limit_) + " threads."};
    case Wait::disconnected:
      return {
          CaseEnd::Kind::ended_early, {}, "The program closed its connection to the virtual GPU."};
    case Wait::timed_out:
      return {CaseEnd::Kind::timed_out, {}, {}};
    case Wait::canceled:
      device_->stop_launch(++last_command_);
      return {CaseEnd::Kind::canceled, {}, "The run was canceled."};
    case Wait::device_lost:
      return {CaseEnd::Kind::device_lost, {}, device_->trouble()};
    default:
      break;
  }
  const auto exit = sandbox_.exit_of_program(*program_exit_);
  std::string message = "The program ended before it answered: " + describe(exit) + ".";
  if (exit.is_success()) {
    message = "The program ended by itself before it answered, with exit code 0, as exit() does.";
  }
  return {CaseEnd::Kind::ended_early, {}, std::move(message), exit.is_signal};
}

CaseEnd ProgramSession::read_answer(const judge::Case& set, std::uint64_t nonce,
                                    const std::stop_token& cancel) {
  const auto read = [&](std::size_t bytes) {
    answers_.expect(bytes);
    return wait_until([&] { return answers_.is_complete(); }, cancel);
  };
  if (const auto wait = read(lab_protocol::kFrameHeaderBytes); wait != Wait::done)
    return end_of(wait);
  const auto header = lab_protocol::read_header(answers_.bytes(), lab_protocol::FrameKind::answer,
                                                largest_answer_bytes(set));
  if (const auto wait = read(header.payload_bytes); wait != Wait::done) return end_of(wait);
  CaseEnd end;
  end.answer = decode_answer(answers_.bytes(), set, nonce);
  if (end.answer.status != lab_protocol::Status::ok) {
    end.kind = CaseEnd::Kind::failed;
    end.message = end.answer.message;
  }
  return end;
}

CaseEnd ProgramSession::run_case(const judge::Case& set, std::uint32_t index, Clock::duration limit,
                                 const std::stop_token& cancel) {
  const auto begin = [&](Clock::duration more) {
    limit_ = limit + more;
    used_.emplace(std::vector{program_.pid(), device_->pid()});
  };
  begin(std::chrono::seconds(device_->program_side().counted_run_s));
  auto end = run_once(set, index, cancel);
  // Of a device that measures: repeats, of which only the first's answer is judged. A case that
  // failed is told as well.
  const auto goes_on = [](const CaseEnd& of) {
    return of.kind == CaseEnd::Kind::answered || of.kind == CaseEnd::Kind::failed;
  };
  for (auto last = end.kind; goes_on(end) && device_->end_run(++last_command_);) {
    if (const auto wait = wait_until_told(last_command_, cancel); wait != Wait::done)
      return end_of(wait);
    if (last != CaseEnd::Kind::answered || !device_->wants_another_run()) break;
    begin({});
    auto again = run_once(set, index, cancel);
    last = again.kind;
    if (last != CaseEnd::Kind::answered) end = std::move(again);
  }
  return end;
}

bool ProgramSession::has_answered_unasked() const {
  pollfd answers{answers_.fd(), POLLIN, 0};
  return ::poll(&answers, 1, 0) > 0 && (answers.revents & POLLIN) != 0;
}

ProgramSession::Wait ProgramSession::wait_until_told(std::uint64_t command,
                                                     const std::stop_token& cancel) {
  const auto is_told = [&] {
    return events_.acknowledged() == command || events_.is_finished() || device_->is_closed();
  };
  const auto wait = wait_until(is_told, cancel);
  return wait == Wait::done && events_.acknowledged() != command ? why_device_is_gone() : wait;
}

CaseEnd ProgramSession::run_once(const judge::Case& set, std::uint32_t index,
                                 const std::stop_token& cancel) {
  const auto command = ++last_command_;
  const bool is_left_out = std::ranges::any_of(
      memory_checks_.except,
      [&](const std::string& pattern) { return matches_glob(set.name, pattern); });
  device_->begin_case(command,
                      {index, !is_left_out, set.schedule, exchanged_inputs(set), measuring_});
  const auto wait = wait_until_told(command, cancel);
  // One that spoils its connection and its answers in one go is judged by these, whichever of the
  // two is heard first.
  const bool is_judged_by_answer = wait == Wait::disconnected && has_answered_unasked();
  if (wait != Wait::done && !is_judged_by_answer) return end_of(wait);
  const auto nonce = new_nonce();
  cases_.send(encode_case(set, nonce));
  try {
    return read_answer(set, nonce, cancel);
  } catch (const lab_protocol::ExchangeError& error) {
    CaseEnd end{CaseEnd::Kind::ended_early,
                {},
                std::string("The program sent something that is no answer: ") + error.what() + "."};
    end.is_no_answer = true;
    return end;
  }
}

void ProgramSession::finish(bool must_kill) {
  cases_.close();
  answers_.expect(0);
  if (must_kill) program_.kill();
  const auto until = [&](const auto& is_done) {
    const auto deadline = Clock::now() + kFarewell;
    while (!is_done() && Clock::now() < deadline) poll_once(deadline);
  };
  until([&] { return program_exit_.has_value(); });
  program_.kill();
  until([&] { return program_exit_ && (events_.is_finished() || device_->is_closed()); });
  until([&] { return !output_.is_open(); });
}

}  // namespace warpscope::runner
