#include "tests/setup/fake_machine.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace warpscope::setup_test {
namespace fs = std::filesystem;
namespace {

// What the scripts call and every Debian has.
constexpr std::array kRealPrograms = {
    "awk",  "basename", "bash", "cat",       "cut",   "dirname", "env", "find", "flock", "grep",
    "gzip", "head",     "ls",   "ln",        "mkdir", "mktemp",  "mv",  "rm",   "sed",   "sh",
    "sort", "stat",     "tail", "sha256sum", "tar",   "touch",   "tr",  "uname"};

fs::path make_temporary_folder() {
  std::string name = (fs::temp_directory_path() / "warpscope-setup-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  return name;
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace

FakeMachine::FakeMachine() : folder_(make_temporary_folder()) {
  fs::copy(fs::path(WARPSCOPE_SOURCE_DIR) / "setup", folder_ / "setup",
           fs::copy_options::recursive);
  fs::create_directory(folder_ / "bin");
  for (const std::string name : kRealPrograms) {
    for (const std::string place : {"/usr/bin/", "/bin/"}) {
      if (fs::exists(place + name)) {
        fs::create_symlink(place + name, folder_ / "bin" / name);
        break;
      }
    }
  }
  write("cpuinfo", "processor\t: 0\nflags\t\t: fpu sse2 fma avx avx2\n");
  write("os-release", "ID=debian\nVERSION_ID=\"12\"\n");
  put_program("id", "echo 0");
  put_program("dpkg-query", "echo asked >>" + quoted((folder_ / "dpkg-query.log").string()) +
                                "\nsed -n 's/^[a-z]* *\\([a-z0-9+.-]*\\)$/\\1 installed/p' " +
                                quoted((folder_ / "setup/debian-packages.txt").string()));
  put_program("apt-get", "echo \"$@\" >>" + quoted((folder_ / "apt-get.log").string()));
  put_program("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.88'");
  write("deps/imgui_bundle-1.92.801/.complete", "");
  set_environment("PATH", (folder_ / "bin").string());
  set_environment("HOME", folder_.string());
  set_environment("WARPSCOPE_CPUINFO", (folder_ / "cpuinfo").string());
  set_environment("WARPSCOPE_OS_RELEASE", (folder_ / "os-release").string());
  set_environment("WARPSCOPE_DEPS", (folder_ / "deps").string());
}

FakeMachine::~FakeMachine() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void FakeMachine::put_program(const std::string& name, const std::string& body) {
  remove_program(name);
  const fs::path path = folder_ / "bin" / name;
  write(path, "#!/bin/sh\n" + body + "\n");
  fs::permissions(path, fs::perms::owner_all);
}

void FakeMachine::remove_program(const std::string& name) { fs::remove(folder_ / "bin" / name); }

void FakeMachine::set_environment(const std::string& name, const std::string& value) {
  environment_[name] = value;
}

void FakeMachine::write(const fs::path& relative, const std::string& text) {
  const fs::path path = folder_ / relative;
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string FakeMachine::read(const fs::path& relative) const {
  std::ifstream file(folder_ / relative);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

CommandResult FakeMachine::prepare() const {
  std::string command = "env -i";
  for (const auto& [name, value] : environment_) command += " " + name + "=" + quoted(value);
  command += " bash -c " +
             quoted("set -euo pipefail; . " + quoted((folder_ / "setup/prepare.sh").string()) +
                    "; prepare run; echo using $NVCC") +
             " 2>&1";
  CommandResult result;
  const auto close = [](std::FILE* pipe) { return pclose(pipe); };
  std::unique_ptr<std::FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  if (!pipe) throw std::runtime_error("cannot start a shell");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    result.output.append(buffer.data(), count);
  }
  const int status = pclose(pipe.release());
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

}  // namespace warpscope::setup_test
