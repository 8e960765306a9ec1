#include "viewer/model/edited_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files.h"
#include "tests/viewer/support/sample_lab.h"
#include "tests/viewer/support/temporary_folder.h"
#include "tests/viewer/support/update_until.h"
#include "viewer/model/session.h"

namespace warpscope::viewer::test {
namespace {

namespace fs = std::filesystem;

struct EditedFileTest : testing::Test {
  TemporaryFolder folder;
  fs::path path = folder.write("exercise.cu", "a\nb\n");
  EditedFile file;
  EditedFileTest() { file.open(path); }

  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder.path())) count += entry.exists() ? 1 : 0;
    return count;
  }
};

TEST_F(EditedFileTest, SavesWhatWasTyped) {
  EXPECT_TRUE(file.is_open());
  EXPECT_FALSE(file.is_unsaved());
  file.edit("a\nnew\nb\n");
  EXPECT_TRUE(file.is_unsaved());
  EXPECT_EQ(read_file(path), "a\nb\n");
  const auto revision = file.revision();
  EXPECT_TRUE(file.save());
  EXPECT_FALSE(file.is_unsaved());
  EXPECT_EQ(read_file(path), "a\nnew\nb\n");
  EXPECT_EQ(files(), 1U);
  EXPECT_FALSE(file.look());
  EXPECT_EQ(file.revision(), revision);
}

TEST_F(EditedFileTest, KeepsPermissionsAndLineEnds) {
  folder.write("exercise.cu", "a\r\nb\r\n");
  ::chmod(path.c_str(), 0640);
  EXPECT_TRUE(file.look());
  EXPECT_EQ(file.text(), "a\nb\n");
  file.edit("a\nb\nc\n");
  EXPECT_TRUE(file.save());
  EXPECT_EQ(read_file(path), "a\r\nb\r\nc\r\n");
  EXPECT_EQ(fs::status(path).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(EditedFileTest, TakesOverWhatAnotherProgramWroteWhileNothingIsUnsaved) {
  const auto revision = file.revision();
  folder.write("exercise.cu", "another\n");
  EXPECT_TRUE(file.look());
  EXPECT_EQ(file.text(), "another\n");
  EXPECT_GT(file.revision(), revision);
  EXPECT_FALSE(file.is_unsaved());
  EXPECT_FALSE(file.is_changed_by_others());
}

TEST_F(EditedFileTest, OverwritesNothingOfOthersUnasked) {
  file.edit("mine\n");
  folder.write("exercise.cu", "theirs\n");
  EXPECT_FALSE(file.save());  // before anybody has looked
  EXPECT_TRUE(file.is_changed_by_others());
  EXPECT_NE(file.problem().find("another program"), std::string::npos);
  EXPECT_EQ(read_file(path), "theirs\n");
  EXPECT_EQ(file.text(), "mine\n");
  file.keep_own();
  EXPECT_TRUE(file.is_unsaved());
  EXPECT_TRUE(file.save());
  EXPECT_EQ(read_file(path), "mine\n");

  file.edit("mine again\n");
  folder.write("exercise.cu", "theirs again\n");
  EXPECT_TRUE(file.look());
  EXPECT_TRUE(file.is_changed_by_others());
  file.take_other();
  EXPECT_EQ(file.text(), "theirs again\n");
  EXPECT_FALSE(file.is_unsaved());
}

TEST_F(EditedFileTest, AsksAgainWhenTheFileChangesOnceMore) {
  file.edit("mine\n");
  folder.write("exercise.cu", "theirs\n");
  file.look();
  file.keep_own();
  folder.write("exercise.cu", "theirs once more\n");
  EXPECT_FALSE(file.save());
  EXPECT_EQ(read_file(path), "theirs once more\n");
  folder.write("exercise.cu", "mine\n");  // the same text is no other one
  EXPECT_TRUE(file.look());
  EXPECT_FALSE(file.is_changed_by_others());
  EXPECT_FALSE(file.is_unsaved());
}

TEST_F(EditedFileTest, FollowsNoLink) {
  const auto target = folder.write("target.cu", "untouched\n");
  file.edit("mine\n");
  fs::remove(path);
  fs::create_symlink(target, path);
  EXPECT_FALSE(file.save());
  EXPECT_NE(file.problem().find("link"), std::string::npos) << file.problem();
  EXPECT_EQ(read_file(target), "untouched\n");
  EXPECT_EQ(file.text(), "mine\n");
  EXPECT_TRUE(file.is_unsaved());

  EditedFile other;
  other.open(path);
  EXPECT_FALSE(other.is_open());
  EXPECT_NE(other.reason_not_to_edit().find("link"), std::string::npos);
}

TEST_F(EditedFileTest, LosesNothingWhenItCannotBeWritten) {
  if (::geteuid() == 0) {
    // A superuser may write everywhere: a folder in the new file's place stops it, too.
    const auto blocker = path.string() + "." + std::to_string(::getpid()) + ".new";
    fs::create_directory(blocker);
    folder.write(fs::path(blocker).filename() / "full", "");
  } else {
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  }
  file.edit("mine\n");
  EXPECT_FALSE(file.save());
  EXPECT_NE(file.problem().find("Cannot write"), std::string::npos) << file.problem();
  EXPECT_EQ(read_file(path), "a\nb\n");
  EXPECT_TRUE(file.is_unsaved());
  EXPECT_EQ(file.text(), "mine\n");
  fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST_F(EditedFileTest, WritesNothingThatItCouldNotReadAgain) {
  for (const auto& text : {std::string("a\n\x01\n"), std::string((1U << 20U) + 1, 'a')}) {
    file.edit(text);
    EXPECT_FALSE(file.save());
    EXPECT_NE(file.problem().find("is not saved"), std::string::npos) << file.problem();
    EXPECT_TRUE(file.is_unsaved());
    EXPECT_EQ(read_file(path), "a\nb\n");
  }
  file.edit("a\nc\n");
  EXPECT_TRUE(file.save());
}

TEST_F(EditedFileTest, WritesAFileAnewThatIsGone) {
  fs::remove(path);
  EXPECT_TRUE(file.look());
  EXPECT_TRUE(file.is_missing());
  EXPECT_TRUE(file.is_unsaved());  // its text is nowhere but here
  EXPECT_TRUE(file.save());
  EXPECT_EQ(read_file(path), "a\nb\n");
  EXPECT_FALSE(file.is_missing());
}

TEST_F(EditedFileTest, DropsWhatIsUnsaved) {
  file.edit("mine\n");
  file.drop();
  EXPECT_EQ(file.text(), "a\nb\n");
  EXPECT_FALSE(file.is_unsaved());
}

TEST_F(EditedFileTest, SaysWhyAFileCannotBeEdited) {
  folder.write("exercise.cu", "a\n\xFF\n");
  file.open(path);
  EXPECT_FALSE(file.is_open());
  EXPECT_NE(file.reason_not_to_edit().find("line 2"), std::string::npos);
  folder.write("exercise.cu", "letters again\n");
  EXPECT_TRUE(file.look());
  EXPECT_TRUE(file.is_open());
}

TEST_F(EditedFileTest, HasARevisionOfItsOwnForEachFile) {
  const auto first = file.revision();
  file.close();
  EXPECT_GT(file.revision(), first);
  file.open(folder.write("other.cu", "c\n"));
  EXPECT_GT(file.revision(), first);
}

TEST(Session, SavesWhatIsEditedBeforeItRuns) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.edited().edit("// of the editor\n" + session.edited().text());
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  EXPECT_EQ(session.record(Side::student)->sources.front().text.substr(0, 17),
            "// of the editor\n");
  EXPECT_FALSE(session.attempt(Side::student).has_changed_file());
}

TEST(Session, EditsAProgramOfNoLab) {
  const SampleLab lab;
  const TemporaryFolder folder;
  Session session(lab.services());
  ASSERT_TRUE(session.open_program(folder.write("mine.cu", "int main() {}\n")));
  EXPECT_EQ(session.edited().text(), "int main() {}\n");
  session.edited().edit("// edited\n");
  session.run(Side::student);
  ASSERT_TRUE(run_to_end(session));
  EXPECT_EQ(session.record(Side::student)->sources.front().text, "// edited\n");
}

TEST(Session, DoesNotRunWhatItCannotSave) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.edited().edit("mine\n");
  std::ofstream(session.attempt(Side::student).file()) << "theirs\n";
  session.run(Side::student);
  EXPECT_FALSE(session.is_running());
  EXPECT_EQ(lab.runner().runs, 0);
  EXPECT_TRUE(session.edited().is_changed_by_others());
}

TEST(Session, OpensNothingElseWhileSomethingIsUnsaved) {
  const SampleLab lab;
  Session session(lab.services());
  session.open_lab("sample");
  session.edited().edit("mine\n");
  EXPECT_FALSE(session.open("bare"));
  EXPECT_EQ(session.lab()->id, "sample");
  EXPECT_NE(session.problem().find("not saved"), std::string::npos);
  EXPECT_EQ(session.edited().text(), "mine\n");
  EXPECT_TRUE(session.edited().save());
  EXPECT_TRUE(session.open("bare"));
  EXPECT_EQ(session.edited().text(), "// nothing\n");
}

}  // namespace
}  // namespace warpscope::viewer::test
