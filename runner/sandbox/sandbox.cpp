#include "runner/sandbox/sandbox.h"

#include <sys/mman.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "base/pipes.h"
#include "runner/process/file_access.h"
#include "runner/process/system_call_filter.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::array kSystemFolders{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};
/// For the dynamic linker, and for the compiler that Debian's alternatives select.
constexpr std::array kSystemFiles{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
                                  "/etc/alternatives"};
constexpr std::array kDevices{"/dev/null"};
constexpr std::array kEndlessDevices{"/dev/zero", "/dev/full", "/dev/urandom"};
/// Folders that hold names of devices or nothing at all.
constexpr const char* kSmallFolderBytes = "65536";
/// bubblewrap reports a program that a signal ended as 128 + the signal's number.
constexpr int kSignalBase = 128;
constexpr int kLastSignal = 64;

/// The filter in a file without a name, for bubblewrap to read.
UniqueFd filter_file(bool has_local_sockets) {
  const auto filter = confining_filter(true, has_local_sockets);
  UniqueFd file(::memfd_create("warpscope-filter", MFD_CLOEXEC));
  const auto bytes = filter.bytes();
  if (!file.is_open() ||
      ::write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()) ||
      ::lseek(file.get(), 0, SEEK_SET) != 0) {
    throw std::system_error(errno, std::generic_category(), "Cannot make the sandbox's filter");
  }
  return file;
}

class Arguments {
 public:
  explicit Arguments(const fs::path& bubblewrap) : list_{bubblewrap.string()} {}
  template <typename... Texts>
  void add(const Texts&... texts) {
    (list_.push_back(std::string(texts)), ...);
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

void add_system(Arguments& arguments) {
  arguments.add("--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL");
  for (const fs::path folder : kSystemFolders) {
    if (fs::is_symlink(folder)) {
      arguments.add("--symlink", fs::read_symlink(folder).string(), folder.string());
    } else {
      arguments.add("--ro-bind-try", folder.string(), folder.string());
    }
  }
  for (const auto* file : kSystemFiles) arguments.add("--ro-bind-try", file, file);
}

std::vector<const char*> devices_of(const SandboxedCommand& command) {
  std::vector<const char*> devices(kDevices.begin(), kDevices.end());
  if (command.has_endless_devices) {
    devices.insert(devices.end(), kEndlessDevices.begin(), kEndlessDevices.end());
  }
  return devices;
}

/// Devices, and an empty /tmp. Neither these nor /dev/shm can be written to: a folder in memory has
/// no limit on the number of its files.
void add_devices(Arguments& arguments, const SandboxedCommand& command) {
  arguments.add("--size", kSmallFolderBytes, "--tmpfs", "/dev");
  for (const auto* device : devices_of(command)) arguments.add("--dev-bind", device, device);
  if (!command.device_files.empty()) arguments.add("--proc", "/proc", "--ro-bind", "/sys", "/sys");
  for (const auto& device : command.device_files)
    arguments.add("--dev-bind", device.string(), device.string());
  arguments.add("--remount-ro", "/dev", "--size", kSmallFolderBytes, "--tmpfs", "/tmp");
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  const auto mismatch = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return mismatch.first == folder.end();
}

bool is_inside_any(const fs::path& path, const auto& folders) {
  return std::ranges::any_of(folders,
                             [&](const fs::path& folder) { return is_inside(path, folder); });
}

void add_command(Arguments& arguments, const SandboxedCommand& command) {
  // What is mounted later lies on top: first what may hold hidden folders, then these, then what is
  // to be seen inside of them.
  for (const auto& path : command.readable) {
    if (!is_inside_any(path, kSystemFolders) && !is_inside_any(path, command.hidden))
      arguments.add("--ro-bind", path.string(), path.string());
  }
  for (const auto& folder : command.hidden) {
    const bool is_visible =
        is_inside_any(folder, kSystemFolders) || is_inside_any(folder, command.readable);
    if (is_visible && fs::is_directory(folder)) {
      arguments.add("--size", kSmallFolderBytes, "--tmpfs", folder.string());
    }
  }
  for (const auto& path : command.readable) {
    if (is_inside_any(path, command.hidden))
      arguments.add("--ro-bind", path.string(), path.string());
  }
  for (const auto& path : command.writable) arguments.add("--bind", path.string(), path.string());
  arguments.add("--remount-ro", "/tmp", "--remount-ro", "/");
  if (!command.working_folder.empty()) arguments.add("--chdir", command.working_folder.string());
}

SpawnOptions in_bubblewrap(const fs::path& bubblewrap, const SandboxedCommand& command,
                           const UniqueFd& filter, int names_fd) {
  Arguments arguments(bubblewrap);
  add_system(arguments);
  add_devices(arguments, command);
  add_command(arguments, command);
  SpawnOptions options;
  options.descriptors = command.descriptors;
  int number = 3;
  for (const auto& [ours, theirs] : command.descriptors) number = std::max(number, theirs + 1);
  options.descriptors.emplace_back(names_fd, number);
  arguments.add("--info-fd", std::to_string(number));
  if (filter.is_open()) {
    ++number;
    options.descriptors.emplace_back(filter.get(), number);
    arguments.add("--seccomp", std::to_string(number));
  }
  arguments.add("--");
  options.arguments = arguments.take();
  options.arguments.insert(options.arguments.end(), command.arguments.begin(),
                           command.arguments.end());
  options.environment = command.environment;
  options.limits = command.limits;
  return options;
}

SpawnOptions with_limits(const SandboxedCommand& command) {
  SpawnOptions options;
  options.arguments = command.arguments;
  options.environment = command.environment;
  options.working_folder = command.working_folder;
  options.descriptors = command.descriptors;
  options.limits = command.limits;
  options.is_confined = !command.may_start_processes;
  options.has_local_sockets = !command.device_files.empty();
  options.drops_capabilities = true;
  return options;
}

/// Adds a folder; one that has hidden folders inside, entry by entry without them.
void add_visible(std::vector<fs::path>& readable, const fs::path& folder,
                 const std::vector<fs::path>& hidden) {
  if (is_inside_any(folder, hidden)) return;
  const bool has_hidden =
      std::ranges::any_of(hidden, [&](const fs::path& inner) { return is_inside(inner, folder); });
  if (!has_hidden) {
    readable.push_back(folder);
    return;
  }
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    // What a link leads to has a place, and so a rule, of its own.
    if (!entry.is_symlink(ignored)) add_visible(readable, entry.path(), hidden);
  }
}

/// The system's folders and the devices that any program may use.
FileAccess file_access(const SandboxedCommand& command) {
  FileAccess access;
  access.writable = command.writable;
  for (const auto& path : command.readable) {
    // What is named although it lies in a hidden folder is meant.
    if (is_inside_any(path, command.hidden)) {
      access.readable.push_back(path);
    } else {
      add_visible(access.readable, path, command.hidden);
    }
  }
  for (const auto* folder : kSystemFolders) {
    // /bin and the like are links into /usr today.
    if (!command.hidden.empty() && fs::is_symlink(folder)) continue;
    add_visible(access.readable, folder, command.hidden);
  }
  access.readable.insert(access.readable.end(), kSystemFiles.begin(), kSystemFiles.end());
  const auto devices = devices_of(command);
  access.writable.insert(access.writable.end(), devices.begin(), devices.end());
  if (!command.device_files.empty()) {
    access.writable.emplace_back("/proc");  // a GPU's driver names its threads there
    access.readable.emplace_back("/sys");
  }
  access.writable.insert(access.writable.end(), command.device_files.begin(),
                         command.device_files.end());
  return access;
}

bool works(const fs::path& bubblewrap) {
  try {
    SandboxedCommand command;
    command.arguments = {"/usr/bin/true"};
    const auto null = UniqueFd(::memfd_create("warpscope-probe", MFD_CLOEXEC));
    command.descriptors = {{null.get(), 1}, {null.get(), 2}};
    return Sandbox(Sandbox::Kind::bubblewrap, bubblewrap).start(command).wait().is_success();
  } catch (const std::exception&) {
    return false;
  }
}

Sandbox strongest() {
  for (const fs::path candidate : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"}) {
    std::error_code ignored;
    if (fs::exists(candidate, ignored) && works(candidate)) {
      return Sandbox(Sandbox::Kind::bubblewrap, candidate);
    }
  }
  return Sandbox(make_file_rules({}) ? Sandbox::Kind::landlock : Sandbox::Kind::process_limits);
}

}  // namespace

Sandbox Sandbox::detect() {
  // Trying takes as long as starting a program, and the machine stays as it is.
  static const Sandbox best = strongest();
  return best;
}

std::string_view Sandbox::name() const {
  switch (kind_) {
    case Kind::bubblewrap:
      return "bubblewrap";
    case Kind::landlock:
      return "Landlock";
    case Kind::process_limits:
      break;
  }
  return "process limits";
}

ChildProcess Sandbox::start(const SandboxedCommand& command) const {
  if (kind_ == Kind::process_limits) return ChildProcess::spawn(with_limits(command));
  if (kind_ == Kind::landlock) {
    const auto rules = make_file_rules(file_access(command));
    if (!rules) throw std::runtime_error("The kernel refuses Landlock rules.");
    auto options = with_limits(command);
    options.file_rules_fd = rules->get();
    return ChildProcess::spawn(options);
  }
  const auto filter =
      command.may_start_processes ? UniqueFd() : filter_file(!command.device_files.empty());
  // bubblewrap ends before the process that it leads its name spaces by, which would stay as a
  // zombie where nobody takes care of orphans, as in a container.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  auto names = make_pipe();
  set_nonblocking(names.read_end.get());
  auto child =
      ChildProcess::spawn(in_bubblewrap(bubblewrap_, command, filter, names.write_end.get()));
  child.wait_also_for(std::move(names.read_end));
  return child;
}

Exit Sandbox::exit_of_program(const Exit& exit) const {
  if (kind_ != Kind::bubblewrap || exit.is_signal || exit.code <= kSignalBase ||
      exit.code > kSignalBase + kLastSignal) {
    return exit;
  }
  Exit program = exit;
  program.is_signal = true;
  program.code = exit.code - kSignalBase;
  return program;
}

}  // namespace warpscope::runner
