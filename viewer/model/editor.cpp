#include "viewer/model/editor.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>
#include <string_view>

namespace warpscope::viewer {
namespace {
namespace fs = std::filesystem;

/// Editors that draw into a terminal and have no window of their own.
constexpr std::array<std::string_view, 16> kTerminalEditors{
    "vi", "vim", "nvim", "view", "nano",  "pico",   "micro",     "joe",
    "ne", "mg",  "hx",   "kak",  "helix", "mcedit", "emacs-nox", "ed"};
constexpr const char* kTerminal = "x-terminal-emulator";
constexpr const char* kDesktop = "xdg-open";

bool can_start(const std::string& program) {
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

/// An editor's command may have arguments: "code --wait".
bool needs_terminal(const std::string& command) {
  std::istringstream words(command);
  std::string program, word;
  words >> program;
  const std::string name = fs::path(program).filename().string();
  if (std::ranges::find(kTerminalEditors, name) != kTerminalEditors.end()) return true;
  while (words >> word) {
    if (word == "-nw") return true;  // Emacs and its client: no window
  }
  return false;
}

}  // namespace

EditorSurroundings editor_surroundings() {
  return {[](const char* name) {
            const char* value = std::getenv(name);
            return std::string(value == nullptr ? "" : value);
          },
          can_start};
}

std::optional<std::string> editor_command(const EditorSurroundings& surroundings) {
  for (const char* variable : {"VISUAL", "EDITOR"}) {
    const std::string command = surroundings.variable(variable);
    std::string program;
    std::istringstream(command) >> program;
    if (program.empty() || !surroundings.has_program(program)) continue;
    if (!needs_terminal(command)) return command;
    if (surroundings.has_program(kTerminal)) return std::string(kTerminal) + " -e " + command;
  }
  if (surroundings.has_program(kDesktop)) return kDesktop;
  return std::nullopt;
}

std::optional<std::string> open_in_editor(const fs::path& file) {
  const auto command = editor_command(editor_surroundings());
  if (!command) return std::nullopt;
  // The shell splits the command as it does for git and others, and ends at once.
  std::string shell = "/bin/sh", option = "-c", name = "editor", path = fs::absolute(file).string();
  std::string script = "exec </dev/null >/dev/null 2>&1; " + *command + " \"$1\" &";
  std::array<char*, 6> arguments{shell.data(), option.data(), script.data(),
                                 name.data(),  path.data(),   nullptr};
  pid_t process = 0;
  if (posix_spawn(&process, shell.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
    return std::nullopt;
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? command : std::nullopt;
}

}  // namespace warpscope::viewer
