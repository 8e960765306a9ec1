#include "base/demangle.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace warpscope {
namespace {

std::uint64_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

/// f of a function type that has the one before it twice, and so on: each level doubles the name.
std::string bomb(int levels) {
  std::string name = "_Z1fPFvvE";
  constexpr char kDigits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (int i = 0; i < levels; ++i) {
    std::string last = "S";
    last += kDigits[2 * i];
    name += "PF" + last + "_" + last + "_E";
  }
  return name;
}

TEST(Demangle, NamesOfProgrammers) {
  EXPECT_EQ(demangled("_Z7add_onePfii"), "add_one(float*, int, int)");
  EXPECT_EQ(demangled("main"), "main");
  EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
  EXPECT_EQ(demangled("_Z1fIN1a1bEN1a1cEEvT_T0_S0_S1_"), "void f<a::b, a::c>(a::b, a::c, a, a::b)");
}

/// With more references than a harmless name has.
TEST(Demangle, LongNamesOfTemplates) {
  std::string name = "_Z1fP4data";
  std::string shown = "f(data*";
  for (int i = 0; i < 30; ++i) {
    name += "S0_";
    shown += ", data*";
  }
  EXPECT_EQ(demangled(name), shown + ")");
}

TEST(Demangle, AFewBytesThatStandForGigabytesStayAsTheyAre) {
  const auto before = peak_bytes();
  const auto name = bomb(17);
  EXPECT_EQ(demangled(name), name);
  EXPECT_LT(peak_bytes() - before, std::uint64_t{200} << 20);
  // The limit is gone again.
  EXPECT_EQ(std::string(std::size_t{300} << 20, 'x').size(), std::size_t{300} << 20);
}

}  // namespace
}  // namespace warpscope
