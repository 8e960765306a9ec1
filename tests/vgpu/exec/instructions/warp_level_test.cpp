// Shuffles, votes, match and redux against references that look at one lane at a time, PTX ISA
// manual sections 9.7.9.6 and 9.7.13.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::warp_level_test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

constexpr U32 kMasks[] = {0xffffffff, 0x0000ffff, 0xffff0000, 0x55555555,
                          0x80000001, 0x00000010, 0x0ff0f00f};

bool has(U32 mask, U32 lane) { return (mask >> lane & 1) != 0; }

// A kernel whose lanes in `members` execute `text`: inputs %r10 (word), %rd10 (wide), %p10, mask
// %r11; outputs %r12 and %p12. The results are written as two words per lane.
std::string kernel_of(const std::string& text, bool by_guard) {
  const std::string enter = by_guard ? "" : "@!%p9 bra SKIP;\n";
  return module_with_kernel(
      ".param .u64 in, .param .u64 out, .param .u32 members, .param .u32 b, .param .u32 c",
      element_address("in", "%rd1", 16) + element_address("out", "%rd2", 8) + R"(
ld.global.u32 %r10, [%rd1]; ld.global.u64 %rd10, [%rd1+8]; ld.global.u32 %r13, [%rd1+4]; setp.ne.u32 %p10, %r13, 0;
ld.param.u32 %r11, [members]; ld.param.u32 %r14, [b]; ld.param.u32 %r15, [c];
shr.u32 %r2, %r11, %r1; and.b32 %r2, %r2, 1; setp.ne.u32 %p9, %r2, 0;
mov.u32 %r12, 0xdeadbeef; setp.eq.u32 %p12, %r1, 9999;
)" + enter +
          (by_guard ? "@%p9 " : "") + text +
          "\nSKIP: selp.u32 %r13, 1, 0, %p12; st.global.v2.u32 [%rd2], {%r12, %r13};\n");
}

struct Lane {
  U32 word = 0, flag = 0;
  U64 wide = 0;
};
struct Result {
  U32 word = 0xdeadbeef, flag = 0;
  bool operator==(const Result&) const = default;
};
void PrintTo(const Result& result, std::ostream* out) {
  *out << std::hex << result.word << "/" << result.flag;
}

std::array<Lane, 32> random_lanes(std::mt19937_64& random) {
  std::array<Lane, 32> lanes;
  const U64 kinds = U64{1} << random() % 6;  // few kinds make matches
  for (Lane& lane : lanes) {
    lane.word = static_cast<U32>(random() % kinds * 0x9e3779b9);
    lane.wide = random() % kinds * 0x9e3779b97f4a7c15;
    lane.flag = random() % 3 != 0;
  }
  if (random() % 3 == 0) std::fill(lanes.begin(), lanes.end(), lanes[0]);
  return lanes;
}

class WarpKernel {
 public:
  explicit WarpKernel(const std::string& text)
      : machines_{Machine(kernel_of(text, false)), Machine(kernel_of(text, true))} {}

  // Both ways of keeping the other lanes away must give the same.
  std::array<Result, 32> run(const std::array<Lane, 32>& lanes, U32 members, U32 b = 0, U32 c = 0) {
    const auto branched = run(machines_[0], lanes, members, b, c);
    EXPECT_EQ(branched, run(machines_[1], lanes, members, b, c)) << "branch against guard";
    return branched;
  }

 private:
  static std::array<Result, 32> run(Machine& machine, const std::array<Lane, 32>& lanes,
                                    U32 members, U32 b, U32 c) {
    std::vector<Lane> in(lanes.begin(), lanes.end());
    const U64 out = machine.allocate(256);
    const LaunchResult launched =
        machine.launch("k", {}, {32, 1, 1}, machine.upload(in), out, members, b, c);
    EXPECT_FALSE(launched.fault) << launched.fault->message;
    const auto words = machine.download<U32>(out, 64);
    std::array<Result, 32> results;
    for (std::size_t i = 0; i < 32; ++i) results[i] = {words[2 * i], words[2 * i + 1]};
    return results;
  }
  std::array<Machine, 2> machines_;
};

// The manual's pseudo-code of shfl.sync for one lane: source lane and whether it is in range.
std::pair<U32, bool> shuffle_source(const std::string& mode, U32 lane, U32 b, U32 c) {
  const U32 bval = b & 31, cval = c & 31, mask = c >> 8 & 31;
  const int max_lane = static_cast<int>((lane & mask) | (cval & ~mask & 31));
  const U32 min_lane = lane & mask;
  int j = 0;
  bool in_range = false;
  if (mode == "up") {
    j = static_cast<int>(lane) - static_cast<int>(bval);
    in_range = j >= max_lane;
  } else if (mode == "down") {
    j = static_cast<int>(lane + bval);
    in_range = j <= max_lane;
  } else if (mode == "bfly") {
    j = static_cast<int>(lane ^ bval);
    in_range = j <= max_lane;
  } else {
    j = static_cast<int>(min_lane | (bval & ~mask));
    in_range = j <= max_lane;
  }
  return {in_range ? static_cast<U32>(j) : lane, in_range};
}

class Shuffle : public ::testing::TestWithParam<const char*> {};

TEST_P(Shuffle, AgreesLaneByLane) {
  const std::string mode = GetParam();
  WarpKernel kernel("shfl.sync." + mode + ".b32 %r12|%p12, %r10, %r14, %r15, %r11;");
  std::mt19937_64 random(3);
  for (const U32 width : {1u, 2u, 4u, 8u, 16u, 32u}) {
    const U32 c = (32 - width) << 8 | (mode == "up" ? 0u : 31u);  // as __shfl_*_sync encode a width
    for (const U32 b : {0u, 1u, 2u, 3u, 7u, 15u, 16u, 31u, 33u}) {
      for (const U32 members : kMasks) {
        std::array<Lane, 32> lanes = random_lanes(random);
        for (U32 i = 0; i < 32; ++i) lanes[i].word = 1000 + i;
        const auto results = kernel.run(lanes, members, b, c);
        for (U32 lane = 0; lane < 32; ++lane) {
          const auto [source, in_range] = shuffle_source(mode, lane, b, c);
          if (!has(members, lane)) {
            ASSERT_EQ(results[lane], Result{});
          } else {
            // The manual leaves open what a lane outside the mask gives; an H200's gives 0.
            const U32 value = has(members, source) ? 1000 + source : 0;
            ASSERT_EQ(results[lane], (Result{value, in_range ? 1u : 0u}))
                << "lane " << lane << " width " << width << " b " << b << " members " << std::hex
                << members;
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Shuffle, ::testing::Values("up", "down", "bfly", "idx"));

// A reference gets the lanes that take part and gives the result of one of them.
using Reference = std::function<Result(const std::array<Lane, 32>&, U32 members, U32 lane)>;

void check(const std::string& text, const Reference& reference) {
  SCOPED_TRACE(text);
  WarpKernel kernel(text);
  std::mt19937_64 random(4);
  for (int round = 0; round < 12; ++round) {
    for (const U32 members : kMasks) {
      const auto lanes = random_lanes(random);
      const auto results = kernel.run(lanes, members);
      for (U32 lane = 0; lane < 32; ++lane) {
        const Result expected = has(members, lane) ? reference(lanes, members, lane) : Result{};
        ASSERT_EQ(results[lane], expected) << "lane " << lane << " members " << std::hex << members;
      }
    }
  }
}

U32 lanes_where(U32 members, const std::function<bool(U32)>& holds) {
  U32 mask = 0;
  for (U32 lane = 0; lane < 32; ++lane) {
    if (has(members, lane) && holds(lane)) mask |= 1u << lane;
  }
  return mask;
}

TEST(Vote, AgreesLaneByLane) {
  for (const bool negated : {false, true}) {
    const std::string source = negated ? ", !%p10, %r11;" : ", %p10, %r11;";
    const auto holding = [negated](const std::array<Lane, 32>& lanes, U32 members) {
      return lanes_where(members, [&](U32 i) { return (lanes[i].flag != 0) != negated; });
    };
    check("vote.sync.ballot.b32 %r12" + source, [=](const auto& lanes, U32 members, U32) {
      return Result{holding(lanes, members), 0};
    });
    check("vote.sync.all.pred %p12" + source, [=](const auto& lanes, U32 members, U32) {
      return Result{0xdeadbeef, holding(lanes, members) == members};
    });
    check("vote.sync.any.pred %p12" + source, [=](const auto& lanes, U32 members, U32) {
      return Result{0xdeadbeef, holding(lanes, members) != 0};
    });
    check("vote.sync.uni.pred %p12" + source, [=](const auto& lanes, U32 members, U32) {
      const U32 mask = holding(lanes, members);
      return Result{0xdeadbeef, mask == 0 || mask == members};
    });
  }
}

TEST(Vote, OfALiteral) {
  check("vote.sync.ballot.b32 %r12, 1, %r11;", [](const auto&, U32 members, U32) {
    return Result{members, 0};
  });
  check("vote.sync.ballot.b32 %r12, 0, %r11;", [](const auto&, U32, U32) { return Result{0, 0}; });
  check("vote.sync.any.pred %p12, -1, %r11;", [](const auto&, U32, U32) {
    return Result{0xdeadbeef, 1};
  });
}

TEST(Match, AgreesLaneByLane) {
  const auto equal = [](const std::array<Lane, 32>& lanes, U32 members, U32 lane, bool wide) {
    return lanes_where(members, [&](U32 i) {
      return wide ? lanes[i].wide == lanes[lane].wide : lanes[i].word == lanes[lane].word;
    });
  };
  for (const bool wide : {false, true}) {
    const std::string source = wide ? ".b64 %r12, %rd10, %r11;" : ".b32 %r12, %r10, %r11;";
    check("match.any.sync" + source, [=](const auto& lanes, U32 members, U32 lane) {
      return Result{equal(lanes, members, lane, wide), 0};
    });
    check(wide ? "match.all.sync.b64 %r12|%p12, %rd10, %r11;"
               : "match.all.sync.b32 %r12|%p12, %r10, %r11;",
          [=](const auto& lanes, U32 members, U32 lane) {
            const bool all = equal(lanes, members, lane, wide) == members;
            return Result{all ? members : 0, all};
          });
  }
}

TEST(Redux, AgreesLaneByLane) {
  const auto folded = [](auto fold, auto type) {
    return [fold, type](const std::array<Lane, 32>& lanes, U32 members, U32) {
      bool first = true;
      auto total = type;
      for (U32 lane = 0; lane < 32; ++lane) {
        if (!has(members, lane)) continue;
        const auto value = static_cast<decltype(total)>(lanes[lane].word);
        total = first ? value : static_cast<decltype(total)>(fold(total, value));
        first = false;
      }
      return Result{static_cast<U32>(total), 0};
    };
  };
  const auto add = [](auto a, auto b) { return static_cast<U32>(a) + static_cast<U32>(b); };
  const auto smaller = [](auto a, auto b) { return std::min(a, b); };
  const auto larger = [](auto a, auto b) { return std::max(a, b); };
  const std::string operands = " %r12, %r10, %r11;";
  check("redux.sync.add.u32" + operands, folded(add, U32{}));
  check("redux.sync.add.s32" + operands, folded(add, std::int32_t{}));
  check("redux.sync.min.u32" + operands, folded(smaller, U32{}));
  check("redux.sync.min.s32" + operands, folded(smaller, std::int32_t{}));
  check("redux.sync.max.u32" + operands, folded(larger, U32{}));
  check("redux.sync.max.s32" + operands, folded(larger, std::int32_t{}));
  check("redux.sync.and.b32" + operands, folded([](U32 a, U32 b) { return a & b; }, U32{}));
  check("redux.sync.or.b32" + operands, folded([](U32 a, U32 b) { return a | b; }, U32{}));
  check("redux.sync.xor.b32" + operands, folded([](U32 a, U32 b) { return a ^ b; }, U32{}));
}

TEST(Activemask, NamesTheLanesOfThePath) {
  check("activemask.b32 %r12;", [](const auto&, U32 members, U32) { return Result{members, 0}; });
}

}  // namespace
}  // namespace warpscope::exec::test::warp_level_test
