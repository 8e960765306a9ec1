#include "tests/hostile/attempt.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "base/files.h"
#include "base/pipes.h"
#include "base/unified_diff.h"
#include "base/unique_fd.h"
#include "runner/lab/programs.h"

namespace warpscope::hostile {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

const fs::path kSource = WARPSCOPE_SOURCE_DIR, kBinary = WARPSCOPE_BINARY_DIR;
constexpr const char* kSecret = "the-private-text-of-the-grader-5f3a9c";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// The program, also of a submission that is kept as what it changes.
std::string text_of(const std::string& lab, const fs::path& submission) {
  auto text = read_file(submission);
  if (submission.extension() != ".diff") return text;
  const auto diff = parse_diff(text, submission.string());
  const auto base = runner::lab_program(kSource / "labs" / lab, fs::path(diff.base).stem()).text;
  return apply(diff, base, submission.string());
}

/// The warpscope to be tried; another one than this build's to see what it lets through.
fs::path program() {
  const char* other = std::getenv("WARPSCOPE_HOSTILE_PROGRAM");
  return other != nullptr ? fs::path(other) : kBinary / "bin" / "warpscope";
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code ignored;
  const auto threads = fs::path("/proc") / std::to_string(process) / "task";
  for (const auto& thread : fs::directory_iterator(threads, ignored)) {
    std::ifstream file(thread.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

std::uint64_t resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  std::uint64_t bytes = resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const auto child : children_of(process)) bytes += resident_bytes(child);
  return bytes;
}

/// What a submission could leave for others: files of temporary folders, and the kernel's.
std::set<std::string> traces() {
  std::set<std::string> found;
  std::error_code ignored;
  for (const char* folder : {"/tmp", "/dev/shm", "/dev/mqueue"}) {
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
      if (entry.path().string().find("warpscope-hostile") != std::string::npos)
        found.insert(entry.path());
    }
  }
  for (const char* kind : {"shm", "msg", "sem"}) {
    std::ifstream table("/proc/sysvipc/" + std::string(kind));
    std::string line;
    std::getline(table, line);
    while (std::getline(table, line)) {
      std::istringstream words(line);
      std::string key, id;
      words >> key >> id;
      found.insert(std::string(kind) + " " + id);
    }
  }
  // Folders that are being made have six characters behind a dot.
  for (const auto& entry : fs::directory_iterator(kBinary / "lab-cache" / "template", ignored)) {
    if (entry.path().extension().string().size() == 7) found.insert(entry.path());
  }
  return found;
}

std::string text_at(const nlohmann::json& document, const char* part, const char* key) {
  const auto found = document.find(part);
  return found == document.end() ? std::string() : found->value(key, std::string());
}

/// Reads all that comes, a pipe's worth at a time.
void read_some(int fd, std::string& text) {
  std::array<char, 65536> buffer;
  for (;;) {
    const auto count = ::read(fd, buffer.data(), buffer.size());
    if (count <= 0) return;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// A folder that somebody makes has his lock on it, which ends with his process. Not to be asked in
/// the moment in which a folder appears: its maker takes no lock that is taken.
bool is_held(const std::string& trace) {
  const UniqueFd folder(::open(trace.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  return folder.is_open() && ::flock(folder.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/// The traces that are new and stay: other tests build and run at the same time. Theirs go, or are
/// held by a process that lives, for up to the time limit of a compiler.
std::set<std::string> lasting_traces(const std::set<std::string>& before) {
  constexpr auto kLongest = std::chrono::seconds(30);
  const auto end = Clock::now() + kLongest;
  auto lasting = traces();
  std::erase_if(lasting, [&](const auto& trace) { return before.contains(trace); });
  while (!lasting.empty() && Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const auto now = traces();
    std::erase_if(lasting,
                  [&](const auto& trace) { return !now.contains(trace) || is_held(trace); });
  }
  return lasting;
}

/// Walking through all processes takes the kernel some milliseconds; what would take gigabytes
/// takes longer than this.
constexpr auto kBetweenLooks = std::chrono::milliseconds(100);

Result run(std::vector<std::string> arguments) {
  // What the grader leaves comes to us and is seen.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto before = traces();
  auto output = make_pipe();
  auto errors = make_pipe();
  std::vector<char*> pointers;
  for (auto& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(::open("/dev/null", O_RDONLY), 0);
    ::dup2(output.write_end.get(), 1);
    ::dup2(errors.write_end.get(), 2);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  output.write_end.reset();
  errors.write_end.reset();
  set_nonblocking(output.read_end.get());
  set_nonblocking(errors.read_end.get());
  Result result;
  int status = 0;
  const auto deadline = Clock::now() + std::chrono::minutes(8);
  bool is_over = false;
  auto next_look = Clock::now();
  while (!is_over) {
    is_over = ::waitpid(pid, &status, WNOHANG) == pid;
    read_some(output.read_end.get(), result.output);
    read_some(errors.read_end.get(), result.errors);
    if (Clock::now() >= next_look) {
      result.peak_bytes = std::max(result.peak_bytes, resident_bytes(pid));
      next_look = Clock::now() + kBetweenLooks;
    }
    if (Clock::now() > deadline) ::kill(pid, SIGKILL);
    if (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  // A moment for what is just ending.
  const auto patience = Clock::now() + std::chrono::seconds(2);
  // What has ended already, and nobody has waited for, is nothing that is left.
  const auto reap = [] {
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  };
  reap();
  auto left = children_of(::getpid());
  while (!left.empty() && Clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    reap();
    left = children_of(::getpid());
  }
  for (const auto process : left) {
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(process) + "/stat"), name);
    result.left_behind += "process " + name.substr(0, 40) + "\n";
    ::waitpid(process, nullptr, WNOHANG);
  }
  for (const auto& trace : lasting_traces(before)) result.left_behind += trace + "\n";
  return result;
}

}  // namespace

Expectations expectations_of(const std::string& text) {
  Expectations expected;
  const std::vector<std::pair<std::string, std::function<void(const std::string&)>>> kinds{
      {"tries", [&](const auto& value) { expected.tries = value; }},
      {"lab", [&](const auto& value) { expected.lab = value; }},
      {"says", [&](const auto& value) { expected.says = value; }},
      {"seed", [&](const auto& value) { expected.seed = value; }},
      {"never", [&](const auto& value) { expected.never = value; }},
      {"points", [&](const auto& value) { expected.most_points = std::stod(value); }},
      {"denied",
       [&](const auto& value) {
         std::istringstream words(value);
         for (std::string id; words >> id;) expected.denied.insert(id);
       }},
      {"earns", [&](const auto& value) { expected.earns = value; }},
      {"output", [&](const auto& value) { expected.most_output = std::stoul(value); }},
      {"exit",
       [&](const auto& value) {
         std::istringstream words(value);
         for (int code = 0; words >> code;) expected.exit_codes.insert(code);
       }},
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    const auto colon = line.find(": ");
    const auto found = std::ranges::find_if(kinds, [&](const auto& kind) {
      return colon != std::string::npos && line.substr(3, colon - 3) == kind.first;
    });
    if (found == kinds.end()) throw std::runtime_error("\"" + line + "\" says nothing known.");
    found->second(line.substr(colon + 2));
  }
  return expected;
}

std::vector<fs::path> submissions() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "tests" / "hostile")) {
    const auto extension = entry.path().extension();
    if (extension == ".cu" || extension == ".diff") found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

fs::path submission(const std::string& name) {
  return kSource / "tests" / "hostile" / (name + ".cu");
}

Attempt::Attempt(std::string lab, const fs::path& submission)
    : lab_(std::move(lab)),
      folder_(kBinary / ("hostile-" + std::to_string(::getpid()))),
      file_(folder_ / "submission.cu") {
  fs::create_directories(folder_);
  write_file(folder_ / "private", std::string(kSecret) + "\n");
  auto text = replaced(text_of(lab_, submission), "@HOOK@",
                       read_file(kSource / "tests" / "hostile" / "hook.inc"));
  text = replaced(text, "@ROOT@", kSource.string());
  text = replaced(text, "@RECORD@", (folder_ / "record.json").string());
  write_file(file_, replaced(text, "@PRIVATE@", (folder_ / "private").string()));
}

Attempt::Attempt(std::string lab, fs::path file, AsItIs)
    : lab_(std::move(lab)), file_(std::move(file)) {}

Attempt::~Attempt() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result Attempt::grade(const std::string& seed) const {
  std::vector<std::string> arguments{program().string(), "grade", lab_, "--json"};
  if (!seed.empty()) arguments.push_back("--seed=" + seed);
  arguments.insert(arguments.end(), {"--", file_.string()});
  auto result = run(std::move(arguments));
  const auto document = nlohmann::json::parse(result.output, nullptr, false);
  if (document.is_discarded()) return result;
  result.message = text_at(document, "outcome", "message");
  if (const auto score = document.find("score"); score != document.end() && score->is_object()) {
    result.points = score->value("points", 0.0);
    for (const auto& check : score->value("checks", nlohmann::json::array()))
      result.points_of[check.value("id", "")] = check.value("points", 0.0);
  }
  return result;
}

std::string Attempt::report() const {
  const auto result = run({program().string(), "grade", lab_, "--", file_.string()});
  return result.output + result.errors;
}

std::vector<std::string> Attempt::secrets() const {
  // What a submission may have written itself is none, nor what every student is given.
  const auto lab = kSource / "labs" / lab_;
  const auto own = (fs::exists(file_) ? read_file(file_) : std::string()) +
                   read_file(lab / "exercise.h") + read_file(lab / "starter.cu");
  std::vector<std::string> secrets{kSecret};
  std::istringstream lines(read_file(lab / "reference.cu"));
  for (std::string line; std::getline(lines, line);) {
    if (line.size() > 30 && own.find(line) == std::string::npos) secrets.push_back(line);
  }
  return secrets;
}

}  // namespace warpscope::hostile
