#include "runner/process/child_process.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/securebits.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "base/pipes.h"
#include "runner/process/file_access.h"
#include "runner/process/system_call_filter.h"

namespace warpscope::runner {
namespace {

constexpr int kFirstSpareFd = 64;

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (const auto& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

/// The path of a program that is named by path or to be found in PATH.
std::string program_at(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    auto candidate = (std::filesystem::path(folder) / name).string();
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return name;
}

/// Everything that the new process needs before it is another program, made before: until then it
/// has our memory, so only async-signal-safe calls are allowed, because other threads may hold
/// locks.
struct Preparation {
  explicit Preparation(const SpawnOptions& spawn_options)
      : options(spawn_options),
        arguments(pointers(spawn_options.arguments)),
        environment(pointers(spawn_options.environment)),
        folder(spawn_options.working_folder.string()) {
    spare.resize(options.descriptors.size());
  }
  const SpawnOptions& options;
  std::string program = program_at(options.arguments[0]);
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::string folder;
  std::vector<int> spare;
  SystemCallFilter filter =
      options.is_confined ? confining_filter(false, options.has_local_sockets) : SystemCallFilter();
  int report_fd = -1;
  int file_rules_fd = -1;
  pid_t parent = ::getpid();
};

/// Where whoever started us has set a lower limit, that one holds: nobody may raise it.
bool set_limit(__rlimit_resource resource, const std::optional<std::uint64_t>& value) {
  if (!value) return true;
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return false;
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, *value);
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(resource, &limit) == 0;
}

bool set_limits(const ResourceLimits& limits) {
  const rlimit no_core{0, 0};
  return ::setrlimit(RLIMIT_CORE, &no_core) == 0 && set_limit(RLIMIT_CPU, limits.cpu_s) &&
         set_limit(RLIMIT_AS, limits.address_space_bytes) &&
         set_limit(RLIMIT_DATA, limits.data_bytes) && set_limit(RLIMIT_FSIZE, limits.file_bytes) &&
         set_limit(RLIMIT_NOFILE, limits.open_files);
}

/// Also for what it starts, where the account is root's. Who is not root has none to give up.
bool drop_capabilities() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  for (int capability = 0; ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) {
  }
  ::prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

/// Gives each descriptor its number. By way of spare numbers, since the wanted ones may be taken by
/// others that are still needed.
bool place_descriptors(Preparation& preparation) {
  const auto& wanted = preparation.options.descriptors;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    preparation.spare[i] = ::fcntl(wanted[i].first, F_DUPFD_CLOEXEC, kFirstSpareFd);
    if (preparation.spare[i] < 0) return false;
  }
  const int report = ::fcntl(preparation.report_fd, F_DUPFD_CLOEXEC, kFirstSpareFd);
  if (report < 0) return false;
  preparation.report_fd = report;
  if (preparation.options.file_rules_fd >= 0) {
    preparation.file_rules_fd =
        ::fcntl(preparation.options.file_rules_fd, F_DUPFD_CLOEXEC, kFirstSpareFd);
    if (preparation.file_rules_fd < 0) return false;
  }
  int highest = 2;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (::dup2(preparation.spare[i], wanted[i].second) < 0) return false;
    highest = std::max(highest, wanted[i].second);
  }
  return ::syscall(SYS_close_range, highest + 1, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
}

/// A handler of ours would run in our memory.
void forget_signal_handlers() {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN ||
        action.sa_handler == SIG_DFL)
      continue;
    action = {};
    action.sa_handler = SIG_DFL;
    ::sigaction(signal, &action, nullptr);
  }
}

/// The child's side; returns only when something failed, with errno set.
void become(Preparation& preparation) {
  const auto& options = preparation.options;
  forget_signal_handlers();
  if (options.has_own_session) ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != preparation.parent) return;
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  if (!place_descriptors(preparation)) return;
  if (!preparation.folder.empty() && ::chdir(preparation.folder.c_str()) != 0) return;
  if (!set_limits(options.limits)) return;
  if (options.file_rules_fd >= 0 && !restrict_files(preparation.file_rules_fd)) return;
  if (options.drops_capabilities && !drop_capabilities()) return;
  if (options.is_confined && !install(preparation.filter)) return;
  // Not execvpe(), which runs a file that the kernel refuses as a shell script.
  ::execve(preparation.program.c_str(), preparation.arguments.data(),
           preparation.environment.data());
}

int run_child(void* of_preparation) {
  auto& preparation = *static_cast<Preparation*>(of_preparation);
  become(preparation);
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(preparation.report_fd, &error, sizeof error);
  return 127;  // the process's exit code
}

/// The new process, which has ended or is another program when this returns; -1 with errno set if
/// there is none. It has our memory until then and a stack of its own: a copy of the tables of our
/// pages, which fork() makes, takes longer than all the rest.
pid_t start(Preparation& preparation) {
  constexpr std::size_t kStackBytes = std::size_t{64} << 10;
  const std::unique_ptr<std::byte[]> stack(new std::byte[kStackBytes]);
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid =
      ::clone(run_child, stack.get() + kStackBytes, CLONE_VM | CLONE_VFORK | SIGCHLD, &preparation);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

}  // namespace

std::string describe(const Exit& exit) {
  if (!exit.is_signal) return "exit code " + std::to_string(exit.code);
  std::string name = ::strsignal(exit.code);
  if (!name.empty()) name[0] = static_cast<char>(std::tolower(name[0]));
  return "signal " + std::to_string(exit.code) + " (" + name + ")";
}

ChildProcess ChildProcess::spawn(const SpawnOptions& options) {
  if (options.arguments.empty()) throw std::runtime_error("No program to start was named.");
  auto report = make_pipe();
  Preparation preparation(options);
  preparation.report_fd = report.write_end.get();
  const pid_t pid = start(preparation);
  if (pid < 0) {
    throw std::runtime_error("Cannot start a process: " + std::string(std::strerror(errno)) + ".");
  }
  ChildProcess child(pid, UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))),
                     options.has_own_session);
  report.write_end.reset();
  int error = 0;
  ssize_t count = 0;
  do {
    count = ::read(report.read_end.get(), &error, sizeof error);
  } while (count < 0 && errno == EINTR);
  if (count == sizeof error) {
    const std::string reason =
        error == ENOEXEC
            ? "it is neither a program for this machine nor a script that begins with #!"
            : std::strerror(error);
    throw std::runtime_error("Cannot start " + options.arguments[0] + ": " + reason + ".");
  }
  if (!child.exit_fd_.is_open()) {
    throw std::runtime_error("Cannot watch processes: this needs Linux 5.9 or newer.");
  }
  return child;
}

ChildProcess::ChildProcess(pid_t pid, UniqueFd exit_fd, bool has_group)
    : pid_(pid), exit_fd_(std::move(exit_fd)), has_group_(has_group) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      exit_fd_(std::move(other.exit_fd_)),
      has_group_(other.has_group_),
      exit_(other.exit_),
      named_by_(std::move(other.named_by_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(exit_fd_, other.exit_fd_);
  std::swap(has_group_, other.has_group_);
  std::swap(exit_, other.exit_);
  std::swap(named_by_, other.named_by_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (pid_ <= 0 || exit_) return;
  kill();
  wait();
}

std::optional<Exit> ChildProcess::try_wait() {
  if (exit_) return exit_;
  int status = 0;
  rusage usage{};
  if (::wait4(pid_, &status, WNOHANG, &usage) != pid_) return std::nullopt;
  // The leader is gone; its group may live on.
  if (has_group_) ::kill(-pid_, SIGKILL);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  Exit exit;
  exit.is_signal = WIFSIGNALED(status);
  exit.code = exit.is_signal ? WTERMSIG(status) : WEXITSTATUS(status);
  exit.cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  exit_ = exit;
  reap_orphan();
  return exit_;
}

void ChildProcess::reap_orphan() {
  constexpr int kMostTries = 200;
  constexpr useconds_t kTry_us = 1000;
  if (!named_by_.is_open()) return;
  std::array<char, 1024> text{};
  const auto count = ::read(named_by_.get(), text.data(), text.size() - 1);
  named_by_.reset();
  const char* key = count > 0 ? std::strstr(text.data(), "\"child-pid\":") : nullptr;
  if (key == nullptr) return;
  const auto orphan = static_cast<pid_t>(std::atoi(std::strchr(key, ':') + 1));
  // It is ending already; what it is not is ours, if this process is no subreaper.
  for (int i = 0; orphan > 0 && i < kMostTries && ::waitpid(orphan, nullptr, WNOHANG) == 0; ++i) {
    ::usleep(kTry_us);
  }
}

Exit ChildProcess::wait() {
  while (!exit_) {
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    try_wait();
  }
  return *exit_;
}

void ChildProcess::kill() {
  if (exit_ || pid_ <= 0) return;
  if (has_group_) ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
}

}  // namespace warpscope::runner
