// What a grading leaves in the folders of temporary files: nothing, however it ends.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

#include "base/files.h"
#include "tests/runner/paths.h"
#include "tests/runner/run_command.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

// Not template: tests/hostile runs at the same time, and looks at what stays of that lab.
const fs::path kCache = fs::path(WARPSCOPE_BINARY_DIR) / "lab-cache" / "coalescing";

class Leftovers : public testing::Test {
 protected:
  Leftovers() { fs::create_directory(folder_.path() / "tmp"); }

  /// The shell's words for grading a file here, with a folder of its own for temporary files.
  std::string grade(const std::string& file) const {
    return "TMPDIR=" + (folder_.path() / "tmp").string() + " '" +
           (test::kBin / "warpscope").string() + "' grade coalescing " +
           (folder_.path() / file).string() + " >/dev/null 2>&1";
  }

  /// Grades a text that is not compiled yet, sends the signal while the compiler works on it, and
  /// returns the folder that it was compiled in.
  fs::path stopped_by(const std::string& signal) const {
    const auto mark = "leftover-" + signal + "-" + folder_.path().extension().string() +
                      folder_.path().filename().string();
    folder_.write("new.cu",
                  "// " + mark + "\n" + read_file(test::kSource / "labs/coalescing/starter.cu"));
    const auto stopped = test::run_command(
        grade("new.cu") + " & for i in $(seq 500); do f=$(grep -ls " + mark + " '" +
        kCache.string() + "'/exercise-*.*/exercise.cu) && break; sleep 0.02; done; " + "kill -" +
        signal +
        " $!; wait $!; for i in $(seq 250); do grep -lqs $(dirname $f) /proc/[0-9]*/cmdline || "
        "break; sleep 0.02; done; [ $i -lt 250 ] || echo a process is left; echo \"compiled in "
        "$f\"");
    EXPECT_EQ(stopped.output.find("a process is left"), std::string::npos) << stopped.output;
    constexpr std::string_view kLast = "compiled in ";
    const auto at = stopped.output.rfind(kLast) + kLast.size();
    return fs::path(stopped.output.substr(at, stopped.output.find('\n', at) - at)).parent_path();
  }
  bool has_temporary_files() const { return !fs::is_empty(folder_.path() / "tmp"); }

  test::TemporaryFolder folder_;
};

TEST_F(Leftovers, AreNoneOfAGradingThatIsStopped) {
  const auto compiled_in = stopped_by("TERM");
  ASSERT_EQ(compiled_in.parent_path(), kCache);
  EXPECT_FALSE(fs::exists(compiled_in));
  EXPECT_FALSE(has_temporary_files());
}

TEST_F(Leftovers, OfAGradingThatIsKilledAreRemovedByTheNext) {
  const auto compiled_in = stopped_by("KILL");
  ASSERT_EQ(compiled_in.parent_path(), kCache);
  EXPECT_FALSE(has_temporary_files());
  // Nobody's folder is taken away in its first minute.
  if (fs::exists(compiled_in)) {
    fs::last_write_time(compiled_in, fs::file_time_type::clock::now() - std::chrono::minutes(2));
  }
  folder_.write("kept.cu", read_file(test::kSource / "labs/coalescing/starter.cu"));
  EXPECT_EQ(test::run_command(grade("kept.cu")).exit_code, 1);
  EXPECT_FALSE(fs::exists(compiled_in));
  EXPECT_FALSE(has_temporary_files());
}

}  // namespace
}  // namespace warpscope::runner
