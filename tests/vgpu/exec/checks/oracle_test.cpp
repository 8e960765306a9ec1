// What the checks say of races, against an oracle that knows nothing of them: random programs of
// accesses and of all that may order them.
#include "tests/vgpu/exec/checks/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kWarps = 3, kBlockThreads = 32 * kWarps, kMostBlocks = 3, kFlags = 4,
                        kHandOvers = 6;
constexpr std::uint32_t kEndOfLines = 61;

// %rd1: data; %rd2: flags; %rd5: flags of the block; %r1: thread, %r2: lane,
// %r3: block, %r4: warp; %r20 grows with what is
// loaded. Lines are numbered from 1.
class Programs {
 public:
  explicit Programs(std::uint32_t seed) : random_(seed) {}

  std::string next() {
    is_set_.assign(kFlags, false);
    barriers_ = 0;
    mbarriers_ = 0;
    handed_over_ = 0;
    text_.clear();
    ways_.clear();
    for (int i = 0; i < 3; ++i) ways_.push_back({pick(2) == 0, index(), pick(5) == 0 ? 2U : 1U});
    const std::uint32_t count = 5 + pick(14);
    for (line_ = 1; line_ <= count; ++line_) {
      text_ += ".loc 1 " + std::to_string(line_) + " 1\n";
      const std::uint32_t what = pick(23);
      if (what < 9) {
        guarded(access());
      } else if (what < 20) {
        order(what - 9);
      } else {
        hand_over();
      }
    }
    return text_ +
           "mad.lo.u32 %r9, %r3, 128, %r1; mad.wide.u32 %rd4, %r9, 4, %rd1;\n"
           "st.global.u32 [%rd4+8192], %r20;\n";
  }

 private:
  std::uint32_t pick(std::uint32_t below) {
    return std::uniform_int_distribution<std::uint32_t>(0, below - 1)(random_);
  }
  std::string number() const { return std::to_string(line_); }

  // Only some threads.
  void guarded(const std::string& body) {
    const std::string skip = "S" + number() + "_" + std::to_string(text_.size());
    std::string test;
    switch (pick(8)) {
      case 0:
      case 1:
      case 2:
        text_ += body;
        return;
      case 3:
        test = "setp.ne.u32 %p1, %r4, " + std::to_string(pick(kWarps));
        break;
      case 4:
        test = "setp.ge.u32 %p1, %r2, " + std::to_string(1 + pick(31));
        break;
      case 5:
        test = "setp.ne.u32 %p1, %r3, " + std::to_string(pick(kMostBlocks));
        break;
      case 6:
        test = "and.b32 %r5, %r2, 1; setp.eq.u32 %p1, %r5, " + std::to_string(pick(2));
        break;
      default:
        test = "setp.ne.u32 %p1, %r1, " + std::to_string(pick(kBlockThreads));
    }
    text_ += test + "; @%p1 bra " + skip + ";\n" + body + skip + ":\n";
  }

  // %r5 = number of an element.
  std::string index() {
    std::string text;
    switch (pick(7)) {
      case 0:
      case 1:
        text = "mov.u32 %r5, %r1;\n";
        break;
      case 2:
        text = "xor.b32 %r5, %r1, " + std::to_string(pick(64)) + ";\n";
        break;
      case 3:
        text = "add.u32 %r5, %r1, " + std::to_string(pick(3)) + ";\n";
        break;
      case 4:
        text = "shr.u32 %r5, %r1, " + std::to_string(1 + pick(5)) + ";\n";
        break;
      case 5:
        text = "mul.lo.u32 %r5, %r1, 5; and.b32 %r5, %r5, 127;\n";
        break;
      default:
        text = "mov.u32 %r5, " + std::to_string(pick(4)) + ";\n";
    }
    if (pick(3) == 0) text += "mad.lo.u32 %r5, %r3, 128, %r5;\n";  // the block's own
    return text;
  }

  std::string access() {
    const auto& [is_shared, index, width] = ways_[pick(3)];
    const std::string bytes = std::to_string(4 * width);
    std::string text = index;
    text += is_shared ? "mov.u32 %r6, tile; mad.lo.u32 %r6, %r5, " + bytes + ", %r6;\n"
                      : "mad.wide.u32 %rd3, %r5, " + bytes + ", %rd1;\n";
    const std::string space = is_shared ? ".shared" : ".global";
    const std::string at = is_shared ? "[%r6]" : "[%rd3]";
    // A value of its own for each thread and line, or the same for all.
    text += pick(6) == 0 ? "mov.u32 %r7, 77;\n"
                         : "mad.lo.u32 %r7, %r3, 1024, %r1; add.u32 %r7, %r7, " +
                               std::to_string(line_ * 65536) + ";\n";
    const bool is_volatile = width == 1 && pick(7) == 0;
    const std::string order = is_volatile ? ".volatile" : "";
    switch (pick(8)) {
      case 0:
        if (width == 1)
          return text + "red.relaxed." + (pick(3) == 0 ? "cta" : "gpu") + space + ".add.u32 " + at +
                 ", 1;\n";
        [[fallthrough]];
      case 1:
      case 2:
      case 3:
        return text + "st" + order + space +
               (width == 1 ? ".u32 " + at + ", %r7;\n" : ".v2.u32 " + at + ", {%r7, %r1};\n");
      default:
        return text + "ld" + order + space +
               (width == 1 ? ".u32 %r10, " + at + ";\n" : ".v2.u32 {%r10, %r11}, " + at + ";\n") +
               "add.u32 %r20, %r20, %r10;\n";
    }
  }

  void order(std::uint32_t what) {
    switch (what) {
      case 0:
      case 1:
        text_ += "bar.sync 0;\n";
        return;
      case 2:
        return named_barrier();
      case 3:
        text_ += "bar.warp.sync -1;\n";
        return;
      case 4: {
        const std::uint32_t lanes = 1 + pick(31);
        text_ += "setp.ge.u32 %p1, %r2, " + std::to_string(lanes) + "; @%p1 bra S" + number() +
                 "; bar.warp.sync " + std::to_string((1U << lanes) - 1) + ";\nS" + number() + ":\n";
        return;
      }
      case 5:
        guarded(pick(2) == 0 ? "membar.cta;\n" : "membar.gl;\n");
        return;
      case 6:
      case 7:
        return publish();
      case 8:
      case 9:
        return wait();
      default:
        return mbarrier();
    }
  }

  // Some warps arrive, others wait.
  void named_barrier() {
    if (++barriers_ > 14) return;
    const std::uint32_t waiting = pick(kWarps),
                        arriving = (waiting + 1 + pick(kWarps - 1)) % kWarps;
    const std::string id = std::to_string(barriers_) + ", 64;\n", n = number();
    text_ += "setp.eq.u32 %p1, %r4, " + std::to_string(waiting) + "; @%p1 bra W" + n +
             ";\nsetp.ne.u32 %p1, %r4, " + std::to_string(arriving) + "; @%p1 bra S" + n + ";\n" +
             (pick(3) == 0 ? "bar.sync " : "bar.arrive ") + id + "bra.uni S" + n + ";\nW" + n +
             ": bar.sync " + id + "S" + n + ":\n";
  }

  void mbarrier() {
    if (mbarriers_ == 4) return;
    const std::string at = "[bars+" + std::to_string(8 * mbarriers_++) + "]", n = number();
    text_ += "setp.ne.u32 %p1, %r4, " + std::to_string(pick(kWarps)) + "; @%p1 bra A" + n +
             ";\nmbarrier.arrive.shared.b64 _, " + at + ";\nA" + n + ":\nsetp.ne.u32 %p1, %r4, " +
             std::to_string(pick(kWarps)) + "; @%p1 bra S" + n + ";\nW" + n +
             ": mbarrier.try_wait.parity.shared.b64 %p2, " + at + ", 0; @!%p2 bra W" + n + ";\nS" +
             n + ":\n";
  }

  static std::string flag(std::uint32_t number) {
    return "[%rd2+" + std::to_string(256 * number) + "]";
  }

  void publish() {
    const std::uint32_t number = pick(kFlags);
    const std::string at = flag(number);
    std::string body = pick(3) == 0 ? "" : pick(4) == 0 ? "membar.cta;\n" : "membar.gl;\n";
    const bool is_waited_for = pick(2) == 0;
    const std::uint32_t found = is_waited_for ? 0 : pick(2);
    const std::string use = pick(2) == 0 ? "" : "add.u32 %r20, %r20, %r8;\n";
    switch (pick(6)) {
      case 0:
        body += "st.volatile.global.u32 " + at + ", 1;\n";
        break;
      case 4:
        body += "atom.relaxed.gpu.global.exch.b32 %r8, " + at + ", 1;\n" + use;
        break;
      case 5:
        body += "atom.acq_rel.gpu.global.cas.b32 %r8, " + at + ", " + std::to_string(found) +
                ", 1;\n" + use;
        break;
      case 1:
        body += "st.release.gpu.global.u32 " + at + ", 1;\n";
        break;
      case 2:
        body += "atom.relaxed.gpu.global.add.u32 %r8, " + at + ", 1;\n" + use;
        break;
      default:
        body += "red.release.gpu.global.add.u32 " + at + ", 1;\n";
    }
    if (is_waited_for) {  // of one thread
      is_set_[number] = true;
      text_ += "setp.ne.u32 %p1, %r1, " + std::to_string(pick(kBlockThreads)) + "; @%p1 bra P" +
               this->number() + ";\n" + body + "P" + this->number() + ":\n";
    } else {
      guarded(body);
    }
  }

  // A look at a flag, or a wait of one lane of a warp for a flag that somebody will set.
  void wait() {
    const std::uint32_t number = pick(kFlags);
    const std::string load = std::string(pick(2) == 0 ? "ld.volatile.global.u32 %r8, "
                                                      : "ld.acquire.gpu.global.u32 %r8, ") +
                             flag(number) + "; ";
    const std::string n = this->number();
    std::string body = load + "add.u32 %r20, %r20, %r8;\n";
    if (is_set_[number] && pick(2) == 0) {
      body = "setp.ne.u32 %p1, %r2, 0; @%p1 bra N" + n + ";\nW" + n + ": " + load +
             "setp.eq.u32 %p1, %r8, 0; @%p1 bra W" + n + ";\nN" + n + ":\n";
    }
    if (pick(2) == 0) body += "membar.gl;\n";
    if (pick(2) == 0) body += "bar.warp.sync -1;\n";
    text_ += "setp.ne.u32 %p3, %r4, " + std::to_string(pick(kWarps)) + "; @%p3 bra E" + n + ";\n" +
             body + "E" + n + ":\n";
  }

  // A warp writes and sets a flag; another one, of the same block or of a later one, waits for the
  // flag and reads. Often something is missing.
  void hand_over() {
    if (handed_over_ == kHandOvers) return;
    const bool is_in_block = pick(2) == 0;
    const std::string at =
        (is_in_block ? "[%rd5+" : "[%rd2+") + std::to_string(256 * (kFlags + handed_over_++)) + "]";
    const std::string scope = is_in_block && pick(2) == 0 ? "cta" : "gpu";
    const std::string fence = scope == "cta" ? "membar.cta;\n" : "membar.gl;\n";
    const auto rarely = [&](const std::string& text, const std::string& otherwise = "") {
      return pick(6) == 0 ? otherwise : text;
    };
    const auto by_warp = [&](std::uint32_t block, const std::string& body) {
      const std::string skip = "H" + std::to_string(line_);
      text_ += ".loc 1 " + std::to_string(line_) + " 1\nsetp.ne.u32 %p3, %r4, " +
               std::to_string(pick(kWarps)) + "; @%p3 bra " + skip + ";\n" +
               (is_in_block ? ""
                            : "setp.ne.u32 %p3, %r3, " + std::to_string(block) + "; @%p3 bra " +
                                  skip + ";\n") +
               body + skip + ":\n";
      ++line_;
    };
    const std::string address =
        "mad.wide.u32 %rd3, %r2, 4, %rd1;\n" +
        std::string(is_in_block ? "mul.wide.u32 %rd4, %r3, 512; add.u64 %rd3, %rd3, %rd4;\n" : "");
    const std::string offset = std::to_string(4096 + 128 * handed_over_);
    const bool releases = pick(2) == 0;
    by_warp(
        0, address + "add.u32 %r7, %r1, " + std::to_string(65536 * line_) +
               ";\nst.global.u32 [%rd3+" + offset + "], %r7;\n" + rarely("bar.warp.sync -1;\n") +
               "setp.ne.u32 %p1, %r2, 0; @%p1 bra F" + std::to_string(line_) + ";\n" +
               (releases ? rarely("st.release." + scope, "st.volatile")
                         : rarely(fence) + (pick(2) == 0 ? "st.volatile" : "st.relaxed." + scope)) +
               ".global.u32 " + at + ", 1;\nF" + std::to_string(line_) + ":\n");
    const bool acquires = pick(2) == 0;
    const std::string wait = "setp.ne.u32 %p1, %r2, 0; @%p1 bra F" + std::to_string(line_) +
                             ";\nG" + std::to_string(line_) + ": ld." +
                             (acquires ? "acquire." + scope : std::string("volatile")) +
                             ".global.u32 %r8, " + at + "; setp.eq.u32 %p1, %r8, 0; @%p1 bra G" +
                             std::to_string(line_) + ";\n" + (acquires ? "" : rarely(fence)) + "F" +
                             std::to_string(line_) + ":\n" + rarely("bar.warp.sync -1;\n");
    by_warp(1 + pick(kMostBlocks - 1), rarely(wait) + address + "ld.global.u32 %r10, [%rd3+" +
                                           offset + "]; add.u32 %r20, %r20, %r10;\n");
    --line_;
  }

  struct Way {
    bool is_shared = false;
    std::string index;        ///< sets %r5
    std::uint32_t width = 1;  ///< words of a lane
  };
  std::mt19937 random_;
  std::string text_;
  std::vector<Way> ways_;
  std::vector<bool> is_set_;  ///< flags that a thread of each block sets, whatever the others do
  std::uint32_t line_ = 0, barriers_ = 0, mbarriers_ = 0, handed_over_ = 0;
};

struct Outcome {
  std::string wrong;  ///< what the checks should not have said, or should have
  std::uint64_t races = 0, required = 0, accesses = 0;
};

std::uint32_t thread_of(const Violation::Access& access, std::uint32_t lane) {
  return access.block_index.x * kBlockThreads + access.warp * 32 + lane;
}

// One of the threads, and one of the lines, that the violation may mean. Of several lanes of a warp
// that have read a place, the line of the last one is kept, and it is not known whether the lane
// that writes is among them.
bool is_possible(const Oracle& oracle, const Violation& race) {
  const bool has_many = race.access.lane == 32 || race.other.lane == 32;
  const auto lanes = [&](const Violation::Access& access) {
    return !has_many ? std::pair(access.lane, access.lane + 1) : std::pair(0U, 32U);
  };
  const auto lines = [](const Violation::Access& access) {
    return access.lane < 32 ? std::pair(access.where.line, access.where.line + 1)
                            : std::pair(1U, kEndOfLines);
  };
  // Of lanes of one store all that they write is meant.
  const std::uint32_t bytes =
      race.kind == Violation::Kind::conflicting_writes ? race.access_bytes : 4;
  const auto [first, end] = lanes(race.access);
  const auto [other_first, other_end] = lanes(race.other);
  const auto [line_begin, line_end] = lines(race.access);
  const auto [other_begin, other_line_end] = lines(race.other);
  for (std::uint32_t lane = first; lane < end; ++lane) {
    for (std::uint32_t other = other_first; other < other_end; ++other) {
      for (std::uint32_t line = line_begin; line < line_end; ++line) {
        for (std::uint32_t second = other_begin; second < other_line_end; ++second) {
          for (std::uint32_t byte = 0; byte < bytes; byte += 4) {
            if (oracle.may_report(line, thread_of(race.access, lane), second,
                                  thread_of(race.other, other), race.address + byte))
              return true;
          }
        }
      }
    }
  }
  return false;
}

std::string text(const Violation& race) {
  const auto side = [](const Violation::Access& access) {
    return "line " + std::to_string(access.where.line) + " block " +
           std::to_string(access.block_index.x) + " warp " + std::to_string(access.warp) +
           " lane " + std::to_string(access.lane);
  };
  return std::string(finding_id(race.kind)) + ", " + side(race.access) + ", " + side(race.other) +
         ", at " + std::to_string(race.address) + "\n";
}

Outcome outcome_of(const std::string& body, std::uint32_t blocks) {
  test::Machine machine(test::module_with_kernel(
      ".param .u64 data, .param .u64 flags",
      ".shared .align 16 .b8 tile[4096];\n.shared .align 8 .b8 bars[32];\n"
      "ld.param.u64 %rd1, [data]; ld.param.u64 %rd2, [flags]; mov.u32 %r1, %tid.x;\n"
      "and.b32 %r2, %r1, 31; mov.u32 %r3, %ctaid.x; shr.u32 %r4, %r1, 5; mov.u32 %r20, 0;\n"
      "mul.wide.u32 %rd5, %r3, 64; add.u64 %rd5, %rd5, %rd2;\n"
      ".loc 1 60 1\nsetp.ne.u32 %p1, %r1, 0; @%p1 bra READY;\n"
      "mbarrier.init.shared.b64 [bars], 32; mbarrier.init.shared.b64 [bars+8], 32;\n"
      "mbarrier.init.shared.b64 [bars+16], 32; mbarrier.init.shared.b64 [bars+24], 32;\n"
      "READY: bar.sync 0;\n" +
          body,
      ".file 1 \"k.cu\"\n"));
  const std::uint64_t data = machine.upload(std::vector<std::uint32_t>(4096));
  const std::uint64_t flags =
      machine.upload(std::vector<std::uint32_t>(std::size_t{64} * (kFlags + kHandOvers)));
  const Dim3 grid{blocks, 1, 1}, block{kBlockThreads, 1, 1};
  const Kernel& kernel = machine.program().kernel("k", {KernelUse::observed});
  Checker checker(machine.program(), kernel, machine.memory(),
                  LaunchConfiguration{grid, block, 0, {}});
  Oracle oracle(kernel, blocks, kBlockThreads);
  machine.options.observers = {&oracle, &checker};
  machine.options.instruction_budget = 10'000'000;
  const LaunchResult launched = machine.launch("k", grid, block, data, flags);
  Outcome outcome;
  outcome.required = oracle.required().size();
  outcome.accesses = oracle.accesses();
  if (launched.fault) outcome.wrong = launched.fault->message;
  std::vector<Lines> found;
  for (const Violation& race : checker.take_violations()) {
    if (!race.is_race) continue;
    ++outcome.races;
    const std::uint32_t line = race.access.where.line, other = race.other.where.line;
    found.emplace_back(std::min(line, other), std::max(line, other));
    if (!is_possible(oracle, race)) outcome.wrong += "false: " + text(race);
  }
  // What is said of two lines stands for one of them with itself (take_violations()).
  const auto is_found = [&](const Lines& lines) {
    return std::any_of(found.begin(), found.end(), [&](const Lines& one) {
      const auto has = [&](std::uint32_t line) { return one.first == line || one.second == line; };
      return has(lines.first) && has(lines.second);
    });
  };
  for (const std::set<Lines>& some : oracle.required()) {
    if (!std::any_of(some.begin(), some.end(), is_found))
      outcome.wrong += "missed: lines " + std::to_string(some.begin()->first) + " and " +
                       std::to_string(some.begin()->second) + "\n";
  }
  return outcome;
}

// Slow there, and both widths of the release build have all of them.
#ifdef WARPSCOPE_ADDRESS_SANITIZER
constexpr int kRandomPrograms = 70;
constexpr std::uint64_t kLeastWithRaces = 10, kLeastWithout = 2, kLeastRequired = 50;
#else
constexpr int kRandomPrograms = 700;
constexpr std::uint64_t kLeastWithRaces = 200, kLeastWithout = 70, kLeastRequired = 1000;
#endif

TEST(RacesAndTheirOracle, AgreeOnRandomPrograms) {
  Programs programs(20261123);
  std::uint64_t with_races = 0, without = 0, required = 0;
  int wrong = 0;
  for (int i = 0; i < kRandomPrograms; ++i) {
    const std::string body = programs.next();
    const Outcome outcome = outcome_of(body, 1 + static_cast<std::uint32_t>(i) % kMostBlocks);
    if (!outcome.wrong.empty()) {
      ADD_FAILURE() << "program " << i << ", " << 1 + i % static_cast<int>(kMostBlocks)
                    << " blocks:\n"
                    << outcome.wrong << body;
      if (++wrong == 3) return;
    }
    required += outcome.required;
    with_races += outcome.races != 0 ? 1 : 0;
    without += outcome.races == 0 ? 1 : 0;
  }
  EXPECT_GT(with_races, kLeastWithRaces);
  EXPECT_GT(without, kLeastWithout);
  EXPECT_GT(required, kLeastRequired);
}

}  // namespace
}  // namespace warpscope::exec::checks
