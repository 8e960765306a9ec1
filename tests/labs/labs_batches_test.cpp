// Faults are compiled several in one source (batch.py), and nothing shows it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/labs/fault_batches.h"
#include "tests/labs/graded.h"

namespace warpscope::labs {
namespace {

/// Without when and where it was made, and the text, which has one line more where it is compiled
/// alone.
std::string text_of(record::RunRecord record) {
  record.created.clear();
  record.host_timings = {};
  record.program.path.clear();
  record.program.sha256.clear();
  record.sources.front().text.clear();
  auto text = record::to_json(record);
  // A number before it, what a program of overlap says of its host.
  const std::string_view measured = " us, measured on this machine";
  for (auto at = text.find(measured); at != std::string::npos; at = text.find(measured, at + 1)) {
    const auto begin = text.find_last_not_of("0123456789", at - 1) + 1;
    text.erase(begin, at - begin);
    at = begin;
  }
  return text;
}

/// Where two texts begin to differ, with what is around it.
std::string difference(const std::string& one, const std::string& other) {
  constexpr std::ptrdiff_t kBefore = 200;
  constexpr std::size_t kShown = 500;
  const auto at = std::ranges::mismatch(one, other).in1 - one.begin();
  const auto begin = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - kBefore));
  return one.substr(begin, kShown) + "\n--- and ---\n" +
         (begin < other.size() ? other.substr(begin, kShown) : "");
}

/// One fault of each lab, another one each time. A lab may have none: those that were changed since
/// are compiled one by one.
TEST(FaultBatches, HaveTheRecordsOfFaultsCompiledAlone) {
  for (const auto& lab : labs_to_repeat()) {
    const auto fault = fault_of_batch(lab);
    if (!fault) continue;
    const auto together = text_of(graded(*fault).record), alone = text_of(graded_alone(*fault));
    EXPECT_TRUE(together == alone) << lab << " " << fault->name << "\n"
                                   << difference(together, alone);
  }
  EXPECT_TRUE(std::ranges::any_of(all_labs(), [](const auto& lab) {
    return fault_of_batch(lab).has_value();
  })) << "no fault was compiled with others";
}

/// Records have what it says.
TEST(FaultBatches, LeaveOutWhomTheHostsCompilerWarnsOf) {
  const auto text = LabFile{"template", "reference"}.text();
  const auto warned = text + "\nvoid give_back() {\n  int one = 0;\n  free(&one);\n}\n";
  const std::set<std::string> others{text + "\n// One.\n", text + "\n// Another.\n"};
  std::vector<std::string> all(others.begin(), others.end());
  all.push_back(warned);
  EXPECT_EQ(compile_together("template", all), others);
}

}  // namespace
}  // namespace warpscope::labs
