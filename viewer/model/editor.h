// Opens a file in the user's own editor.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace warpscope::viewer {

/// What decides which editor is started; tests put their own here.
struct EditorSurroundings {
  /// Value of an environment variable; empty when it is not set.
  std::function<std::string(const char* name)> variable;
  /// Whether a program of that name or path can be started.
  std::function<bool(const std::string& program)> has_program;
};
/// Of this process.
EditorSurroundings editor_surroundings();

/// The shell command, without the file, that opens a file in a window of its own: $VISUAL, else
/// $EDITOR, in a terminal window when it is one that needs a terminal; else the desktop's program
/// for the file (xdg-open). Nothing when none of them is there.
std::optional<std::string> editor_command(const EditorSurroundings& surroundings);

/// Starts that command on the file and does not wait for it. The command, or nothing when there is
/// no editor or it cannot be started.
std::optional<std::string> open_in_editor(const std::filesystem::path& file);

}  // namespace warpscope::viewer
