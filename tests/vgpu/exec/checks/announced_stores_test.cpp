// Volatile stores that a block tells others of by another word. Lines are those of `.loc`.
#include <string>

#include "tests/vgpu/exec/checks/checked_launch.h"

namespace warpscope::exec::test {
namespace {

// Block b stores its word (line 4), draws a ticket, whose number decides by `decide` who goes on
// (%p1: not this one), and who does loads four words (line 9), `use` of which comes to the output.
struct Tickets {
  std::string fence{}, fence_behind{};
  std::string draw = "atom.global.add.u32 %r6, [%rd6], 1;";
  std::string decide = "setp.ne.u32 %p1, %r6, 10;";
  std::string store = "st.volatile.global.u32", load = "ld.volatile.global.u32";
  std::string use = "add.u32 %r9, %r9, %r8;";
};

std::string body(const Tickets& t) {
  return R"(
mov.u32 %r5, %ctaid.x; setp.ne.u32 %p3, %r1, 0; mov.u32 %r9, 0;
ld.param.u64 %rd6, [in]; add.u64 %rd3, %rd6, 256; mul.wide.u32 %rd4, %r5, 4;
add.u64 %rd2, %rd2, %rd4; add.u64 %rd4, %rd3, %rd4; @%p3 bra DONE;
.loc 1 4 1
)" + t.store +
         " [%rd4], %r5;\n" + t.fence + "\n.loc 1 6 1\n" + t.draw + "\n" + t.fence_behind + "\n" +
         t.decide +
         R"(
@%p1 bra DONE; mov.u32 %r7, 0;
LOOP: mad.wide.u32 %rd5, %r7, 4, %rd3;
.loc 1 9 1
)" + t.load +
         " %r8, [%rd5];\n" + t.use + R"(
add.u32 %r7, %r7, 1; setp.lt.u32 %p2, %r7, 4; @%p2 bra LOOP;
st.global.u32 [%rd2], %r9;
DONE: ret;
)";
}

using AnnouncedStores = Checks;
const std::string kFence = "membar.gl;";
constexpr std::string_view kRace = "race-between-blocks:9 with 4";

TEST_F(AnnouncedStores, VolatileStoresWithoutAFenceBeforeTheTicket) {
  const auto found = find(body({}), 1, 4);
  ASSERT_EQ(text(found), kRace);
  EXPECT_TRUE(found[0].lacks_fence_of_store);
  EXPECT_EQ(text(find(body({.fence = kFence}), 1, 4)), "");
  EXPECT_EQ(text(find(body({.fence = "membar.cta;"}), 1, 4)), kRace);
  EXPECT_EQ(text(find(body({.fence_behind = kFence}), 1, 4)), kRace);
  EXPECT_EQ(text(find(body({.draw = "atom.release.gpu.global.add.u32 %r6, [%rd6], 1;"}), 1, 4)),
            "");
  EXPECT_EQ(text(find(body({.store = "st.relaxed.gpu.global.u32"}), 1, 4)), kRace);
}

TEST_F(AnnouncedStores, OfAWarpThatAnotherOneHasMet) {
  // Warp 1 stores, and warp 0 draws the ticket behind a barrier.
  const auto two_warps = [](const std::string& meet) {
    std::string text = body({.fence = meet});
    const std::string only_first = "@%p3 bra DONE;\n";
    text.replace(text.find(only_first), only_first.size(),
                 "setp.ne.u32 %p4, %r1, 32; @%p4 bra MEET;\n");
    const std::string meeting = meet + "\n.loc 1 6 1\n";
    text.replace(text.find(meeting), meeting.size(),
                 "MEET: " + meet + " @%p3 bra DONE;\n.loc 1 6 1\n");
    return text;
  };
  EXPECT_EQ(text(find(two_warps("bar.sync 0;"), 64, 4)), kRace);
  EXPECT_EQ(text(find(two_warps(kFence + " bar.sync 0;"), 64, 4)), "");
  EXPECT_EQ(text(find(two_warps("bar.sync 0; " + kFence), 64, 4)), "");
}

TEST_F(AnnouncedStores, WordsThatNobodyTookForAnAnnouncement) {
  // The number of a task, and a value that tells itself whether it is there.
  EXPECT_EQ(text(find(body({.decide = "setp.ge.u32 %p1, %r6, 1000;"}), 1, 4)), "");
  EXPECT_EQ(text(find(body({.use = "max.u32 %r9, %r9, %r8; setp.gt.u32 %p4, %r8, 9; "
                                   "@%p4 add.u32 %r9, %r9, 1;"}),
                      1, 4)),
            "");
  // A ticket that nobody looks at.
  EXPECT_EQ(text(find(body({.draw = "red.global.add.u32 [%rd6], 1;", .decide = ""}), 1, 4)), "");
}

TEST_F(AnnouncedStores, AFlagThatIsPolledIsNoDataOfItsOwn) {
  // Block 0 stores data and a flag behind it; the others poll the flag, and look at it again.
  const auto flag = [](const std::string& between, const std::string& data) {
    return R"(
mov.u32 %r5, %ctaid.x; setp.ne.u32 %p3, %r1, 0; @%p3 bra DONE;
ld.param.u64 %rd6, [in]; setp.ne.u32 %p1, %r5, 0; @%p1 bra WAIT;
.loc 1 4 1
st.volatile.global.u32 [%rd6+256], 5;
)" + between +
           R"(
st.volatile.global.u32 [%rd6], 1; bra DONE;
WAIT: ld.volatile.global.u32 %r6, [%rd6]; setp.ne.u32 %p2, %r6, 1; @%p2 bra WAIT;
ld.volatile.global.u32 %r7, [%rd6];
.loc 1 9 1
)" + data + R"(
add.u32 %r7, %r7, %r8; st.global.u32 [%rd2], %r7;
DONE: ret;
)";
  };
  const std::string load = "ld.volatile.global.u32 %r8, [%rd6+256];";
  EXPECT_EQ(text(find(flag("", "mov.u32 %r8, 0;"), 1, 2)), "");
  EXPECT_EQ(text(find(flag("", load), 1, 2)), kRace);
  EXPECT_EQ(text(find(flag(kFence, load), 1, 2)), "");
}

}  // namespace
}  // namespace warpscope::exec::test
