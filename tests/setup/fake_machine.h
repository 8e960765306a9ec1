// A machine for the set-up scripts to run on: a copy of setup/ in a temporary folder, and a PATH
// that holds only what a test puts there.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace warpscope::setup_test {

struct CommandResult {
  int exit_code = 0;
  std::string output;  ///< stdout and stderr together
};

class FakeMachine {
 public:
  /// A machine on which set-up succeeds without doing anything: Debian 12, AVX2 and FMA, all
  /// packages installed, an nvcc of CUDA 13.0, the Dear ImGui sources in place.
  FakeMachine();
  ~FakeMachine();
  FakeMachine(const FakeMachine&) = delete;
  FakeMachine& operator=(const FakeMachine&) = delete;

  /// Puts a shell script of that name on PATH, instead of what was there.
  void put_program(const std::string& name, const std::string& body);
  void remove_program(const std::string& name);
  void set_environment(const std::string& name, const std::string& value);
  void write(const std::filesystem::path& relative, const std::string& text);
  std::string read(const std::filesystem::path& relative) const;
  std::filesystem::path folder() const { return folder_; }

  /// Runs set-up as ./run does before it builds.
  CommandResult prepare() const;

 private:
  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
};

}  // namespace warpscope::setup_test
