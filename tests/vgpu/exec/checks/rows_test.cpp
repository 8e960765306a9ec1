// Rows of cells that are looked at together give the same findings as cells one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/checks/checker.h"
#include "vgpu/exec/checks/record_rows.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::checks {
namespace {

constexpr std::uint32_t kThreads = 128, kBlocks = 3, kWords = 1024;

class Kernels {
 public:
  explicit Kernels(std::uint32_t seed) : random_(seed) {}

  // Some accesses and what may order them, each in a line of its own.
  std::string next(bool has_bytes) {
    std::string body;
    // Few ways, so that accesses meet.
    ways_.clear();
    const bool is_shared = pick(2) == 0;
    for (std::uint32_t i = 0; i < 3; ++i)
      ways_.push_back({index(), pick(6) == 0 ? !is_shared : is_shared,
                       pick(4) == 0   ? 2u
                       : pick(6) == 0 ? 4u
                                      : 1u});
    const std::uint32_t count = 4 + pick(12);
    for (line_ = 1; line_ <= count; ++line_) {
      body += ".loc 1 " + std::to_string(line_) + " 1\n";
      const std::uint32_t what = pick(10);
      body += what < 7 ? access() : what < 9 ? order() : again();
    }
    // What nobody uses is not loaded.
    body +=
        "mad.lo.u32 %r9, %r3, 128, %r1; mad.wide.u32 %rd4, %r9, 4, %rd1;\n"
        "st.global.u32 [%rd4+12288], %r20;\n";
    if (has_bytes) body += "st.shared.u8 [tile+2000], 1;\n";
    return body;
  }

 private:
  std::uint32_t pick(std::uint32_t below) {
    return std::uniform_int_distribution<std::uint32_t>(0, below - 1)(random_);
  }

  // %r5 = number of a word.
  std::string index() {
    const std::uint32_t k = pick(32);
    std::string text;
    switch (pick(9)) {
      case 0:
      case 1:
      case 2:
        text = "mov.u32 %r5, %r1;\n";
        break;
      case 3:
      case 4:
        text = "xor.b32 %r5, %r1, " + std::to_string(k) + ";\n";
        break;
      case 5:
        text = "add.u32 %r5, %r1, " + std::to_string(pick(3)) + ";\n";
        break;
      case 6:
        text = "shr.u32 %r5, %r1, " + std::to_string(pick(6)) + ";\n";
        break;
      case 7:
        text = "mul.lo.u32 %r5, %r1, 5; and.b32 %r5, %r5, 127;\n";
        break;
      default:
        text = "mov.u32 %r5, " + std::to_string(k) + ";\n";
    }
    if (pick(3) == 0) text += "mad.lo.u32 %r5, %r3, 128, %r5;\n";  // of the block
    return text;
  }

  std::string access() {
    const auto& [index, is_shared, width] = ways_[pick(3)];
    std::string text = index;
    const std::string bytes = std::to_string(4 * width);
    text += is_shared ? "mov.u32 %r6, tile; mad.lo.u32 %r6, %r5, " + bytes + ", %r6;\n"
                      : "mad.wide.u32 %rd3, %r5, " + bytes + ", %rd1;\n";
    const std::string space = is_shared ? "shared" : "global";
    const std::string at = is_shared ? "[%r6]" : "[%rd3]";
    const std::string guard = pick(6) == 0 ? guarded() : "";
    const std::string order = pick(8) == 0 && width == 1 ? ".volatile" : "";
    const std::string vector = width == 1 ? "" : ".v" + std::to_string(width);
    const std::string value = pick(2) == 0 ? "%r1" : "%r7";
    const auto values = [&](const std::string& one) {
      std::string all = one;
      for (std::uint32_t k = 1; k < width; ++k) all += ", " + one;
      return width == 1 ? one : "{" + all + "}";
    };
    const auto targets = [&] {
      std::string all = "%r10";
      for (std::uint32_t k = 1; k < width; ++k) all += ", %r1" + std::to_string(k);
      return width == 1 ? all : "{" + all + "}";
    };
    const std::uint32_t kind = pick(9);
    if (kind < 5) {
      text += guard + "ld" + order + "." + space + vector + ".u32 " + targets() + ", " + at + ";\n";
      for (std::uint32_t k = 0; k < width; ++k)
        text += "add.u32 %r20, %r20, %r1" + std::to_string(k) + ";\n";
    } else if (kind < 8) {
      text +=
          guard + "st" + order + "." + space + vector + ".u32 " + at + ", " + values(value) + ";\n";
    } else {
      text += guard + "red." + space + ".add.u32 " + at + ", 1;\n";
    }
    return text;
  }

  std::string guarded() {
    return "setp.lt.u32 %p1, %r" + std::to_string(1 + pick(2)) + ", " +
           std::to_string(1 + pick(40)) + ";\n@%p1 ";
  }

  std::string order() {
    switch (pick(5)) {
      case 0:
      case 1:
        return "bar.sync 0;\n";
      case 2:
        return "bar.warp.sync 0xffffffff;\n";
      case 3:
        return "setp.lt.u32 %p1, %r2, 16;\n@%p1 bar.warp.sync 0x0000ffff;\n";
      default:
        return "membar.gl;\n";
    }
  }

  std::string again() {
    const std::string name = "L" + std::to_string(line_);
    return "mov.u32 %r8, 0;\n" + name + ":\n" + access() + order() +
           "add.u32 %r8, %r8, 1; setp.lt.u32 %p2, %r8, 3; @%p2 bra " + name + ";\n";
  }

  struct Way {
    std::string index;  ///< sets %r5
    bool is_shared = false;
    std::uint32_t width = 1;  ///< words of a lane
  };
  std::mt19937 random_;
  std::vector<Way> ways_;
  std::uint32_t line_ = 0;
};

// %rd1: data; %r1: thread, %r2: lane, %r3: block; %r7: 0.
std::string found_in(const std::string& body, bool has_rows) {
  test::Machine machine(test::module_with_kernel(
      ".param .u64 data",
      ".shared .align 16 .b8 tile[16384];\nld.param.u64 %rd1, [data]; mov.u32 %r1, %tid.x;\n"
      "and.b32 %r2, %r1, 31; mov.u32 %r20, 0; mov.u32 %r3, %ctaid.x; mov.u32 %r7, 0;\n"
      "mov.u32 %r10, 0; mov.u32 %r11, 0; mov.u32 %r12, 0; mov.u32 %r13, 0;\n" +
          body,
      ".file 1 \"k.cu\"\n"));
  const std::uint64_t data = machine.upload(std::vector<std::uint32_t>(4 * kWords));
  const Dim3 grid{kBlocks, 1, 1}, block{kThreads, 1, 1};
  Checker checker(machine.program(), machine.program().kernel("k", {KernelUse::observed}),
                  machine.memory(), LaunchConfiguration{grid, block, 0, {}});
  checker.has_rows = has_rows;
  machine.options.observers = {&checker};
  const LaunchResult launched = machine.launch("k", grid, block, data);
  EXPECT_FALSE(launched.fault) << launched.fault->message;
  std::string all;
  const auto side = [](const Violation::Access& access) {
    return std::to_string(access.where.line) + " block " + std::to_string(access.block_index.x) +
           " warp " + std::to_string(access.warp) + " lane " + std::to_string(access.lane);
  };
  for (const Violation& violation : checker.take_violations()) {
    all += std::string(finding_id(violation.kind)) + " " + side(violation.access) + " with " +
           side(violation.other) + " at " + std::to_string(violation.address) + " x " +
           std::to_string(violation.count) + "\n";
  }
  return all;
}

// Slow there, and both widths of the release build have all of them.
#ifdef WARPSCOPE_ADDRESS_SANITIZER
constexpr int kRandomKernels = 120, kMostWithFindings = 119;
#else
constexpr int kRandomKernels = 1200, kMostWithFindings = 1149;
#endif

TEST(RowsOfRecords, FindWhatSingleCellsFind) {
  Kernels kernels(1);
  int with_findings = 0;
  for (int i = 0; i < kRandomKernels; ++i) {
    const std::string body = kernels.next(i % 8 == 7);
    const std::string one_by_one = found_in(body, false);
    ASSERT_EQ(found_in(body, true), one_by_one) << body;
    with_findings += one_by_one.empty() ? 0 : 1;
  }
  EXPECT_GT(with_findings, kRandomKernels / 4);
  EXPECT_LE(with_findings, kMostWithFindings);
}

TEST(RowsOfRecords, WordsStayForTheNextLaunchAndBelongToOneAtATime) {
  std::vector<std::uint64_t*> first;
  {
    RecordPool pool;
    for (int i = 0; i < 1000; ++i) first.push_back(pool.take());
  }
  RecordPool next, beside;
  EXPECT_EQ(next.take(), first.front());
  const std::uint64_t* other = beside.take();
  EXPECT_EQ(std::ranges::find(first, other), first.end());
}

TEST(RowsOfRecords, ACellKeepsItsRecordWhateverItsNeighboursGet) {
  RecordPool pool;
  std::vector<std::uint64_t> words(4);
  RecordRows rows(words.data(), 1, &pool);
  Record record;
  record.place = 3;
  record.time = 9;
  record.lane = row_shape::of_wide(2, 1);
  rows.set_row(2, record.pack());
  record.lane = 5;
  rows.set(2 * kRowCells + 7, record.pack());
  for (std::uint32_t cell = 0; cell < kRowCells; ++cell) {
    const Record found = Record::unpack(rows.get(2 * kRowCells + cell));
    EXPECT_EQ(found.place, 3U);
    EXPECT_EQ(found.time, 9U);
    EXPECT_EQ(found.lane, cell == 7 ? 5 : 16 + cell / 2);
  }
  EXPECT_EQ(rows.get(0), 0U);
  const std::uint64_t* before = rows.apart(2);
  rows.set_row(2, 0);
  EXPECT_EQ(rows.get(2 * kRowCells + 7), 0U);
  EXPECT_EQ(rows.apart(1), before) << "what a row gives back is used again";
}

}  // namespace
}  // namespace warpscope::exec::checks
