// Locks that are taken by a load and a store.
#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

// Four blocks of one thread; the first word of the input is 7 while the lock is free.
std::string locked(const std::string& look, const std::string& take,
                   const std::string& give_back = "st.volatile.global.u32 [%rd6], 7;\n") {
  return "ld.param.u64 %rd6, [in];\nmov.u32 %r9, %ctaid.x;\n.loc 1 4 1\nSPIN: " + look +
         " setp.ne.u32 %p1, %r6, 7; @%p1 bra SPIN;\n.loc 1 5 1\n" + take +
         "membar.gl;\n.loc 1 6 1\n"
         "ld.global.u32 %r7, [%rd6+64]; add.u32 %r7, %r7, 1; st.global.u32 [%rd6+64], %r7;\n"
         "membar.gl;\n.loc 1 8 1\n" +
         give_back;
}
const std::string kLookAtLock = "ld.volatile.global.u32 %r6, [%rd6];";
const std::string kStoreToLock = "st.volatile.global.u32 [%rd6], 8;\n";

class PlainLock : public Checks {
 protected:
  std::string found(const std::string& body) { return text(find(body, 1, 4)); }
};

TEST_F(PlainLock, ALookAndAStoreKeepNobodyOut) {
  EXPECT_EQ(found(locked(kLookAtLock, kStoreToLock)), "broken-lock:4");
  EXPECT_EQ(found(locked(kLookAtLock, "atom.global.exch.b32 %r8, [%rd6], 8;\n",
                         "atom.global.exch.b32 %r8, [%rd6], 7;\n")),
            "broken-lock:4");
}

TEST_F(PlainLock, ASwapDoesAlsoBehindALook) {
  const std::string swap =
      "atom.global.cas.b32 %r6, [%rd6], 7, 8; setp.ne.u32 %p1, %r6, 7; "
      "@%p1 bra SPIN;\n";
  EXPECT_EQ(found(locked(kLookAtLock, swap)), "");
  EXPECT_EQ(found(locked("atom.global.exch.b32 %r6, [%rd6], 8;", "")), "");
}

TEST_F(PlainLock, AFlagThatAnotherThreadTakesBackIsNone) {
  // Block 0 gives the word back, who has not taken it.
  const std::string other =
      "setp.ne.u32 %p2, %r9, 0; @%p2 bra END;\nst.volatile.global.u32 [%rd6], 7;\nEND:\n";
  EXPECT_EQ(found("ld.param.u64 %rd6, [in];\nmov.u32 %r9, %ctaid.x;\n"
                  "ld.volatile.global.u32 %r6, [%rd6]; st.volatile.global.u32 [%rd6], 8;\n" +
                  other),
            "");
}

TEST_F(PlainLock, AWordWithinATrueLockIsNone) {
  const std::string outer =
      "ld.param.u64 %rd7, [in];\nOUTER: atom.global.cas.b32 %r5, "
      "[%rd7+128], 7, 8; setp.ne.u32 %p3, %r5, 7; @%p3 bra OUTER;\n"
      "membar.gl;\n";
  const std::string end = "membar.gl; atom.global.exch.b32 %r8, [%rd7+128], 7;\n";
  EXPECT_EQ(found(outer + locked(kLookAtLock, kStoreToLock) + end), "");
}

}  // namespace
}  // namespace warpscope::exec::test
