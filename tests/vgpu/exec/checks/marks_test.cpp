// Words that several threads mark with one number, and what looks like it and does harm.
#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

class Marks : public Checks {
 protected:
  /// Each thread looks at one of four words of the input, which are 7, in line 5 and goes on behind
  /// DONE where `test` says so; the others do `inside`.
  std::string said(const std::string& inside, const std::string& test = "setp.ne.u32 %p1, %r6, 7;",
                   const std::string& behind = {}) {
    return text(
        find("ld.param.u64 %rd4, [in]; and.b32 %r5, %r1, 3; mad.wide.u32 %rd3, %r5, 4, %rd4;\n"
             "mov.u32 %r8, 0;\n.loc 1 5 1\nld.global.u32 %r6, [%rd3]; " +
             test + "\n@%p1 bra DONE;\n.loc 1 6 1\n" + inside + "\nDONE:\n" + behind));
  }
};

constexpr const char* kMark = "st.global.u32 [%rd3], 9;";

TEST_F(Marks, DoNoHarm) {
  EXPECT_EQ(said(kMark), "");
  EXPECT_EQ(said(std::string(kMark) + " st.global.u32 [%rd4+64], 1;"), "") << "with a flag";
}

TEST_F(Marks, AreNotOfEachThreadsOwnNumber) { EXPECT_NE(said("st.global.u32 [%rd3], %r1;"), ""); }

TEST_F(Marks, HaveNothingElseBesides) {
  EXPECT_NE(said("add.u32 %r9, %r6, 0; st.global.u32 [%rd3], 9;"), "")
      << "the value is used for more than the comparison";
  EXPECT_NE(said(std::string(kMark) + " atom.global.add.u32 %r7, [%rd4+64], 1;"), "");
  EXPECT_NE(said(std::string(kMark) + " mov.u32 %r8, 1;", "setp.ne.u32 %p1, %r6, 7;",
                 "st.global.u32 [%rd2], %r8;"),
            "")
      << "who has marked a word knows it later";
  EXPECT_NE(
      said(std::string(kMark) + " ret;", "setp.ne.u32 %p1, %r6, 7;", "st.global.u32 [%rd2], %r1;"),
      "")
      << "who has marked a word does not do what the others do";
}

TEST_F(Marks, ReplaceANumberThatIsKnown) {
  EXPECT_NE(said(kMark, "setp.gt.u32 %p1, %r6, 8;"), "");
  EXPECT_NE(said(kMark, "setp.ne.u32 %p1, %r6, %r1;"), "");
}

}  // namespace
}  // namespace warpscope::exec::test
