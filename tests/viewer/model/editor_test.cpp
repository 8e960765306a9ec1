// Which editor opens a file.
#include "viewer/model/editor.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "tests/viewer/support/temporary_folder.h"

namespace warpscope::viewer::test {
namespace {

std::optional<std::string> choice(const std::map<std::string, std::string>& variables,
                                  const std::set<std::string>& programs) {
  return editor_command({[&](const char* name) {
                           const auto found = variables.find(name);
                           return found == variables.end() ? std::string() : found->second;
                         },
                         [&](const std::string& program) { return programs.contains(program); }});
}

TEST(Editor, IsTheUsersOwnOrTheDesktops) {
  EXPECT_EQ(choice({{"VISUAL", "code --wait"}, {"EDITOR", "gedit"}}, {"code", "gedit"}),
            "code --wait");
  EXPECT_EQ(choice({{"VISUAL", "gone"}, {"EDITOR", "gedit"}}, {"gedit", "xdg-open"}), "gedit");
  EXPECT_EQ(choice({}, {"xdg-open"}), "xdg-open");
  EXPECT_EQ(choice({}, {}), std::nullopt);
}

TEST(Editor, OfATerminalGetsATerminal) {
  EXPECT_EQ(choice({{"EDITOR", "/usr/bin/vim"}}, {"/usr/bin/vim", "x-terminal-emulator"}),
            "x-terminal-emulator -e /usr/bin/vim");
  EXPECT_EQ(choice({{"EDITOR", "emacs -nw"}}, {"emacs", "xdg-open"}), "xdg-open")
      << "nowhere to draw";
  EXPECT_EQ(choice({{"EDITOR", "emacs"}}, {"emacs", "xdg-open"}), "emacs");
}

/// The variable of this process for as long as the object lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(Editor, IsStartedOnTheFileWhateverItsName) {
  const TemporaryFolder folder;
  const auto editor =
      folder.write("my-editor", "#!/bin/sh\nprintf '%s|%s' \"$1\" \"$2\" > " +
                                    (folder.path() / "told").string() + ".new\nmv " +
                                    (folder.path() / "told").string() + ".new " +
                                    (folder.path() / "told").string());
  std::filesystem::permissions(editor, std::filesystem::perms::owner_all);
  const auto file = folder.write("my file; exit 3 $HOME.cu", "text");
  const Variable visual("VISUAL", editor.string() + " --wait");
  EXPECT_EQ(open_in_editor(file), editor.string() + " --wait");
  for (int i = 0; i < 500 && !std::filesystem::exists(folder.path() / "told"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::ifstream told(folder.path() / "told");
  const std::string words{std::istreambuf_iterator<char>(told), {}};
  EXPECT_EQ(words, "--wait|" + file.string());
}

}  // namespace
}  // namespace warpscope::viewer::test
