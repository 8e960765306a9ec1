// What the host of a program is shown in a grading: as long as the input, and not the same.
#include "runner/origin/stand_ins.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "lab_protocol/exchange.h"
#include "runner/data_lab/data_judge.h"
#include "runner/data_lab/driver_text.h"
#include "runner/data_lab/find_judge.h"
#include "runner/lab/lab_description.h"
#include "runner/run/case_exchange.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

/// Cases of two arrays, "large" of 2 KiB and "small" of 4 bytes, whose words are the seed; "same"
/// depends on no seed. With an odd seed the last has another size.
class SeedJudge final : public judge::Judge {
 public:
  std::vector<judge::Case> cases(std::uint64_t seed) const override {
    std::vector<judge::Case> all;
    for (const char* task : {"uploaded", "other", "odd"}) {
      judge::Case set;
      set.name = set.task = task;
      const std::size_t count = set.task == "odd" ? 512 + seed % 2 : 512;
      const std::vector<std::uint64_t> large(count, seed), small(1, seed), same(512, 1);
      set.inputs = {{"large", judge::Array::of(std::span(large))},
                    {"small", judge::Array::of(std::span(small))},
                    {"same", judge::Array::of(std::span(same))}};
      all.push_back(std::move(set));
    }
    return all;
  }
  judge::Opinion examine(const judge::Case&,
                         const std::map<std::string, judge::Array>&) const override {
    return {};
  }
};

TEST(StandIns, AreOfAnotherSeedWhereTheDriverUploads) {
  const SeedJudge judge;
  auto cases = judge.cases(4);
  add_stand_ins(judge, 4, {"uploaded"}, cases);
  ASSERT_EQ(cases[0].stand_ins.size(), 1U);
  const auto& stand_in = cases[0].stand_ins.at("large");
  EXPECT_EQ(stand_in.match_by, judge::MatchBy::whole);
  EXPECT_NE(stand_in.array.as<std::uint64_t>()[0], 4U);
  EXPECT_TRUE(cases[1].stand_ins.empty());
  EXPECT_EQ(cases[0].inputs.at("large").as<std::uint64_t>()[0], 4U) << "the answer is to these";
}

TEST(StandIns, AreNotWhereAnotherSeedGivesAnotherShape) {
  const SeedJudge judge;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    auto cases = judge.cases(seed);
    add_stand_ins(judge, seed, {"odd"}, cases);
    for (const auto& [name, stand_in] : cases[2].stand_ins) {
      EXPECT_EQ(stand_in.array.bytes().size(), cases[2].inputs.at(name).bytes().size());
      ++found;
    }
  }
  EXPECT_GT(found, 0);
  EXPECT_LT(found, 8);
}

TEST(StandIns, AreWhatTheProgramGets) {
  const SeedJudge judge;
  auto cases = judge.cases(4);
  const auto before = encode_case(cases[0], 1);
  add_stand_ins(judge, 4, {"uploaded"}, cases);
  const auto frame = encode_case(cases[0], 1);
  EXPECT_EQ(frame.size(), before.size());
  const auto shown = cases[0].stand_ins.at("large").array.bytes();
  EXPECT_FALSE(std::ranges::search(frame, shown).empty());
  EXPECT_TRUE(std::ranges::search(frame, cases[0].inputs.at("large").bytes()).empty());
}

/// Those of each task that says so.
TEST(StandIns, EveryLabHasThem) {
  std::size_t labs = 0;
  for (const auto& folder : std::filesystem::directory_iterator(test::kSource / "labs")) {
    const auto lab = folder.path().filename().string();
    const auto judge = find_judge(folder.path(), test::kBin.parent_path() / "lib" / "judges");
    if (judge == nullptr) continue;
    const auto* data = dynamic_cast<const DataJudge*>(judge.get());
    const auto uploads = data != nullptr ? driver_uploads(data->lab())
                                         : load_lab(folder.path() / "lab.toml").driver_uploads;
    if (uploads.empty()) continue;
    ++labs;
    auto cases = judge->cases(3);
    add_stand_ins(*judge, 3, uploads, cases);
    for (const auto& task : uploads) {
      const auto has_some = [&](const judge::Case& set) {
        return set.task == task && !set.stand_ins.empty();
      };
      EXPECT_TRUE(std::ranges::any_of(cases, has_some)) << lab << ": " << task;
    }
  }
  EXPECT_GE(labs, 1U);
}

}  // namespace
}  // namespace warpscope::runner
