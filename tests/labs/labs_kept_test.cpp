// What is kept for the decks' curves and timelines is what the labs' programs do today.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "runner/report/keep.h"
#include "runner/run_lab.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

namespace fs = std::filesystem;

const fs::path kDecks = WARPSCOPE_SOURCE_DIR "/slides";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(KeptRuns, AreThoseOfToday) {
  std::size_t labs = 0;
  for (const auto& lab : fs::directory_iterator(WARPSCOPE_SOURCE_DIR "/labs")) {
    const auto id = lab.path().filename().string();
    const auto wishes = runner::wishes_of_decks(kDecks, id);
    const auto file = runner::kept_file(kDecks, id);
    EXPECT_EQ(fs::exists(file), !wishes.empty()) << file;
    if (wishes.empty()) continue;
    ++labs;
    const auto today = runner::keep_runs(id, wishes, [&](const std::string& program) {
      return labs::graded({id, program}).record;
    });
    EXPECT_EQ(text_of(file), record::to_text(today))
        << "./run keep " << id << " keeps the numbers of today.";
  }
  EXPECT_GE(labs, 1U);
}

TEST(KeptRuns, CurvesBesideTheSweepsAreThoseOfToday) {
  std::size_t sweeps = 0;
  for (const auto& id : all_labs()) {
    const auto beside = runner::load_lab(lab_folder(id) / "lab.toml").beside;
    const auto file = lab_folder(id) / runner::kBesideCurves;
    EXPECT_EQ(fs::exists(file), !beside.empty()) << file;
    if (beside.empty()) continue;
    sweeps += beside.size();
    const auto today = runner::keep_beside(id, beside, [&](const std::string& program) {
      return labs::graded({id, program}).record;
    });
    EXPECT_EQ(text_of(file), record::to_text(today))
        << "./run keep " << id << " keeps the numbers of today.";
  }
  EXPECT_GE(sweeps, 1U);
}

}  // namespace
}  // namespace warpscope::labs
