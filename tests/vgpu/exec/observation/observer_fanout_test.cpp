// Each observer is told of the kinds that it wants, and of each access once: as a line or in full.
#include "vgpu/exec/observation/observer_fanout.h"

#include <gtest/gtest.h>

#include <string>

namespace warpscope::exec::test::observer_fanout_test {
namespace {

/// Takes lines in short, or never, or asks for each in full.
enum class Lines { taken, not_wanted, refused };

class Recorder : public ObserverOf<Recorder, AccessEvent, LineAccess, Fence, InstructionBegin> {
 public:
  Recorder(std::string& told, Lines lines) : told_(told), lines_(lines) {}
  EventMask wants() const override {
    return ObserverOf::wants() & ~(lines_ == Lines::not_wanted ? kEventMask<LineAccess> : 0);
  }
  void on(const AccessEvent& /*access*/) { told_ += "access "; }
  Answer on(const LineAccess& /*line*/) {
    if (lines_ == Lines::refused) return Answer::in_full;
    told_ += "line ";
    return Answer::taken;
  }
  void on(const Fence& /*fence*/) { told_ += "fence "; }
  Answer on(const InstructionBegin& /*next*/) { return Answer::end_launch; }

 private:
  std::string& told_;
  Lines lines_;
};

class OfFences : public ObserverOf<OfFences, Fence> {
 public:
  explicit OfFences(std::string& told) : told_(told) {}
  void on(const Fence& /*fence*/) { told_ += "fence "; }

 private:
  std::string& told_;
};

/// Could take fences, and wants none.
class Narrow : public ObserverOf<Narrow, Fence, WarpSync> {
 public:
  explicit Narrow(std::string& told) : told_(told) {}
  EventMask wants() const override { return kEventMask<WarpSync>; }
  void on(const Fence& /*fence*/) { told_ += "fence "; }
  void on(const WarpSync& /*sync*/) { told_ += "sync "; }

 private:
  std::string& told_;
};

const Event kAccess{AccessEvent{}};

TEST(ObserverFanout, TellsEachOfWhatItWants) {
  std::string all, fences, syncs;
  ObserverFanout fanout;
  EXPECT_FALSE(fanout.any());
  fanout.add(std::make_unique<OfFences>(fences));
  EXPECT_TRUE(fanout.any());
  EXPECT_FALSE(fanout.wants<AccessEvent>());
  EXPECT_EQ(fanout.tell(InstructionBegin{}), Answer::taken);
  fanout.add(std::make_unique<Recorder>(all, Lines::taken));
  EXPECT_TRUE(fanout.wants<AccessEvent>());
  fanout.add(std::make_unique<Narrow>(syncs));
  fanout.tell(Fence{});
  fanout.tell_access(kAccess);
  fanout.tell(WarpSync{});
  EXPECT_EQ(all, "fence access ");
  EXPECT_EQ(fences, "fence ");
  EXPECT_EQ(syncs, "sync ");
  EXPECT_EQ(fanout.tell(InstructionBegin{}), Answer::end_launch);
}

// By what the observers make of lines: what each is told, and whether the line was enough for all.
struct Told {
  std::string first, second, third;
  bool is_enough = false;
};
Told tell(Lines first, Lines second, Lines third) {
  Told told;
  ObserverFanout fanout;
  fanout.add(std::make_unique<Recorder>(told.first, first));
  fanout.add(std::make_unique<Recorder>(told.second, second));
  fanout.add(std::make_unique<Recorder>(told.third, third));
  told.is_enough = fanout.tell_line({});
  if (!told.is_enough) fanout.tell_access(kAccess);
  fanout.tell_access(kAccess);  // another one
  return told;
}

TEST(ObserverFanout, TellsOfEachAccessOnce) {
  for (const Lines first : {Lines::taken, Lines::not_wanted, Lines::refused}) {
    for (const Lines second : {Lines::taken, Lines::not_wanted, Lines::refused}) {
      const Told told = tell(first, second, Lines::taken);
      EXPECT_EQ(told.first, first == Lines::taken ? "line access " : "access access ");
      EXPECT_EQ(told.second, second == Lines::taken ? "line access " : "access access ");
      EXPECT_EQ(told.third, "line access ");
      EXPECT_EQ(told.is_enough, first == Lines::taken && second == Lines::taken);
    }
  }
  const Told nobody = tell(Lines::not_wanted, Lines::not_wanted, Lines::not_wanted);
  EXPECT_EQ(nobody.third, "access access ");
}

}  // namespace
}  // namespace warpscope::exec::test::observer_fanout_test
