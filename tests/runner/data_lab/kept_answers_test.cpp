#include "runner/data_lab/kept_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/files.h"
#include "tests/runner/temporary_folder.h"

namespace warpscope::runner {
namespace {

using judge::Array;

Array array_of_floats(const std::vector<float>& values) { return Array::of<float>(values); }

judge::Case question(const std::string& name, float input) {
  judge::Case set;
  set.name = name;
  set.inputs["in"] = array_of_floats({input});
  return set;
}

class KeptAnswers : public testing::Test {
 protected:
  KeptAnswers() {
    const std::vector<std::int32_t> counts{7, -8};
    answers_[question_key(questions_[0])] = {{"out", array_of_floats({1, 2, 3})},
                                             {"counts", Array::of<std::int32_t>(counts)}};
    answers_[question_key(questions_[1])] = {{"out", array_of_floats({})}};
    keep_answers(file_, "1 mini", answers_);
  }

  test::TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "answers";
  const std::vector<judge::Case> questions_{question("a", 1), question("b", 2)};
  Answers answers_;
};

TEST_F(KeptAnswers, AreReadAsTheyWere) {
  const auto kept = kept_answers(file_, "1 mini", questions_);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->size(), 2);
  for (const auto& [key, outputs] : answers_) {
    ASSERT_EQ(kept->at(key).size(), outputs.size());
    for (const auto& [name, array] : outputs) {
      const auto& read = kept->at(key).at(name);
      EXPECT_EQ(read.type(), array.type());
      EXPECT_TRUE(std::ranges::equal(read.bytes(), array.bytes())) << name;
    }
  }
}

TEST_F(KeptAnswers, OfOtherInputsOrAnotherDeviceAreNone) {
  EXPECT_FALSE(kept_answers(file_, "1 h200", questions_));
  EXPECT_FALSE(kept_answers(file_, "1 mini", {question("a", 3)}));
  EXPECT_FALSE(kept_answers(file_, "1 mini", {question("c", 1)}));
  EXPECT_TRUE(kept_answers(file_, "1 mini", {question("b", 2)}));
  EXPECT_FALSE(kept_answers(folder_.path() / "none", "1 mini", questions_));
}

TEST_F(KeptAnswers, AreNoneWhereAByteIsAnotherOrMissing) {
  const auto whole = read_file(file_);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto text = whole;
    text[i] = static_cast<char>(text[i] ^ 1);
    write_file(file_, text);
    EXPECT_FALSE(kept_answers(file_, "1 mini", questions_)) << i;
    write_file(file_, whole.substr(0, i));
    EXPECT_FALSE(kept_answers(file_, "1 mini", questions_)) << i;
  }
}

TEST_F(KeptAnswers, ThatCannotBeWrittenAreNoFailure) {
  keep_answers(folder_.path() / "no" / "such" / "folder", "1 mini", answers_);
  keep_answers(file_, "1 h200", answers_);
  EXPECT_TRUE(kept_answers(file_, "1 h200", questions_)) << "in place of the others";
}

}  // namespace
}  // namespace warpscope::runner
