// wmma: products of nvcc's nvcuda::wmma kernels; the places of a fragment's elements and the
// accesses of its loads as ptxas 13.0 makes them for sm_90 (read off its machine code).
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "tests/support/moved_path.h"
#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/narrow_float.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::wmma_test {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

std::string read_ptx() {
  std::ifstream file(moved_path(WARPSCOPE_WMMA_PTX));
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().empty()) throw std::runtime_error("cannot read " WARPSCOPE_WMMA_PTX);
  return text.str();
}

struct Product {
  std::string kernel;
  U32 rows, columns;
  bool a_by_rows, b_by_rows, c_by_rows, is_bfloat, is_wide;
};
void PrintTo(const Product& product, std::ostream* out) { *out << product.kernel; }

class WmmaProduct : public ::testing::TestWithParam<Product> {};

TEST_P(WmmaProduct, IsExactForSmallIntegers) {
  const Product& p = GetParam();
  constexpr U32 kDepth = 48;
  std::mt19937 random(11);
  const auto numbers = [&](U32 count) {
    std::vector<int> values(count);
    for (int& value : values) value = static_cast<int>(random() % 9) - 4;
    return values;
  };
  const auto narrow = [&](const std::vector<int>& values) {
    std::vector<U16> bits;
    for (const int value : values) {
      const auto single = static_cast<float>(value);
      bits.push_back(p.is_bfloat ? bfloat_bits(single) : half_bits(single));
    }
    return bits;
  };
  constexpr std::size_t kSums = 256;
  ASSERT_EQ(std::size_t{p.rows} * p.columns, kSums);
  const auto a = numbers(p.rows * kDepth), b = numbers(kDepth * p.columns),
             c = numbers(p.rows * p.columns);
  for (const bool is_staged : {false, true}) {
    Machine machine(read_ptx());
    const auto in_a = machine.upload(narrow(a)), in_b = machine.upload(narrow(b));
    const auto in_c = p.is_wide ? machine.upload(std::vector<float>(c.begin(), c.end()))
                                : machine.upload(narrow(c));
    const auto out = machine.allocate(kSums * (p.is_wide ? 4 : 2));
    const LaunchResult launched = machine.launch(p.kernel, {}, {32, 1, 1}, in_a, in_b, in_c, out,
                                                 std::int32_t{kDepth}, is_staged);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    std::vector<float> d;
    if (p.is_wide) {
      d = machine.download<float>(out, kSums);
    } else {
      for (const U16 bits : machine.download<U16>(out, kSums)) d.push_back(half_value(bits));
    }
    for (U32 row = 0; row < p.rows; ++row) {
      for (U32 column = 0; column < p.columns; ++column) {
        const U32 place = p.c_by_rows ? row * p.columns + column : column * p.rows + row;
        int sum = c[place];
        for (U32 k = 0; k < kDepth; ++k)
          sum += a[p.a_by_rows ? row * kDepth + k : k * p.rows + row] *
                 b[p.b_by_rows ? k * p.columns + column : column * kDepth + k];
        ASSERT_EQ(d[place], static_cast<float>(2 * sum)) << row << ", " << column;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, WmmaProduct,
    ::testing::Values(Product{"half_16x16", 16, 16, true, false, true, false, true},
                      Product{"half_16x16_turned", 16, 16, false, true, false, false, true},
                      Product{"half_32x8", 32, 8, true, true, true, false, true},
                      Product{"half_8x32", 8, 32, false, false, true, false, true},
                      Product{"half_16x16_narrow", 16, 16, true, true, true, false, false},
                      Product{"half_8x32_narrow", 8, 32, true, false, true, false, false},
                      Product{"bfloat_16x16", 16, 16, true, false, false, true, true},
                      Product{"bfloat_32x8", 32, 8, false, false, true, true, true},
                      Product{"bfloat_8x32", 8, 32, true, true, true, true, true}));

// A load of a fragment from a matrix whose elements are their own indices, each register of each
// lane written out.
struct Load {
  std::string form;  // "a.sync.aligned.row.m16n16k16 .f16"; the space goes where the blank is
  U32 element_bytes, registers, stride;
};
struct Loaded {
  LaunchResult launched;
  std::vector<U32> words;  // eight for each lane
};
Loaded load(const Load& load, const std::string& space) {
  std::string text = "wmma.load." + load.form;
  text.replace(text.find(' '), 1, space);
  std::string list, stores;
  for (U32 r = 0; r < load.registers; ++r) {
    const std::string name = "%r" + std::to_string(20 + 2 * (r % 4) + r / 4);  // not side by side
    list += (r == 0 ? "" : ",") + name;
    stores += "st.global.u32 [%rd2+" + std::to_string(4 * r) + "], " + name + ";\n";
  }
  const std::string from = space == ".shared" ? "%r3" : "%rd1";
  std::string body =
      ".shared .align 32 .b8 s[4096]; ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; "
      "ld.param.u32 %r2, [stride]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd2, %r1, 32, %rd2; "
      "mov.u32 %r3, s;\n";
  if (space == ".shared") {
    body +=
        "mov.u32 %r5, %r1;\nCOPY: mul.wide.u32 %rd5, %r5, 4; add.u64 %rd6, %rd1, %rd5; "
        "ld.global.u32 %r6, [%rd6]; mad.lo.u32 %r7, %r5, 4, %r3; st.shared.u32 [%r7], %r6; "
        "add.u32 %r5, %r5, 32; setp.lt.u32 %p1, %r5, 1024; @%p1 bra COPY;\n";
  }
  body += text + " {" + list + "}, [" + from + "+32], %r2;\n" + stores;
  Machine machine(module_with_kernel(".param .u64 in, .param .u64 out, .param .u32 stride", body));
  std::vector<U16> narrow(2048);
  std::vector<U32> wide(1024);
  for (U32 i = 0; i < narrow.size(); ++i) narrow[i] = static_cast<U16>(i);
  for (U32 i = 0; i < wide.size(); ++i) wide[i] = i;
  const auto in = load.element_bytes == 2 ? machine.upload(narrow) : machine.upload(wide);
  const auto out = machine.upload(std::vector<U32>(256));
  Loaded result;
  result.launched = machine.launch("k", {}, {32, 1, 1}, in, out, load.stride);
  result.words = machine.download<U32>(out, 256);
  return result;
}

// Line and position in memory of what register r of a lane holds in its low half, or all of it.
struct Place {
  U32 line, position;
};
using Places = Place (*)(U32 lane, U32 r);

void check_places(const Load& form, Places places, bool are_neighbours) {
  for (const char* space : {".global", "", ".shared"}) {
    const Loaded loaded = load(form, space);
    ASSERT_FALSE(loaded.launched.fault) << loaded.launched.fault->message;
    const U32 skipped = 32 / form.element_bytes;
    for (U32 lane = 0; lane < 32; ++lane) {
      for (U32 r = 0; r < form.registers; ++r) {
        const Place place = places(lane, r);
        const U32 low = place.line * form.stride + place.position + skipped;
        const U32 high = low + (are_neighbours ? 1 : form.stride);
        const U32 expected = form.element_bytes == 2 ? low | high << 16 : low;
        ASSERT_EQ(loaded.words[lane * 8 + r], expected)
            << form.form << space << " lane " << lane << " register " << r;
      }
    }
  }
}

TEST(WmmaFragment, OfFactorsLiesAsOnHopper) {
  check_places(
      {"a.sync.aligned.row.m16n16k16 .f16", 2, 8, 24},
      [](U32 lane, U32 r) {
        return Place{lane / 4 + r % 2 * 8, lane % 4 * 2 + r / 2 % 2 * 8};
      },
      true);
  check_places(
      {"a.sync.aligned.col.m16n16k16 .bf16", 2, 4, 40},
      [](U32 lane, U32 r) {
        return Place{lane % 4 * 2 + r / 2 * 8, lane / 4 + r % 2 * 8};
      },
      false);
  check_places(
      {"b.sync.aligned.col.m8n32k16 .f16", 2, 8, 16},
      [](U32 lane, U32 r) {
        return Place{lane / 4 + (r % 2 + r / 4 * 2) * 8, lane % 4 * 2 + r / 2 % 2 * 8};
      },
      true);
  check_places(
      {"b.sync.aligned.row.m32n8k16 .f16", 2, 8, 8},
      [](U32 lane, U32 r) {
        return Place{lane % 4 * 2 + r % 2 * 8, lane / 4};
      },
      false);
}

TEST(WmmaFragment, OfAccumulatorsLiesAsOnHopper) {
  check_places(
      {"c.sync.aligned.row.m16n16k16 .f32", 4, 8, 16},
      [](U32 lane, U32 r) {
        return Place{lane / 4 + r / 2 % 2 * 8, lane % 4 * 2 + r % 2 + r / 4 * 8};
      },
      true);
  check_places(
      {"c.sync.aligned.row.m8n32k16 .f32", 4, 8, 36},
      [](U32 lane, U32 r) {
        return Place{lane % 4 * 2 + r % 2, lane / 4 + r / 2 * 8};
      },
      true);
  check_places(
      {"c.sync.aligned.row.m32n8k16 .f16", 2, 4, 8},
      [](U32 lane, U32 r) {
        return Place{lane / 4 + r * 8, lane % 4 * 2};
      },
      true);
  check_places(
      {"c.sync.aligned.row.m8n32k16 .f16", 2, 4, 32},
      [](U32 lane, U32 r) {
        return Place{lane % 4 * 2, lane / 4 + r * 8};
      },
      false);
}

TEST(WmmaLoad, CountsTheAccessesOfItsMachineCode) {
  const auto global = load({"a.sync.aligned.row.m16n16k16 .f16", 2, 8, 64}, ".global").launched;
  EXPECT_EQ(global.counters[Counter::global_load_requests], 4u);
  EXPECT_EQ(global.counters[Counter::global_load_sectors], 4u * 8);  // 16 bytes of each of 8 rows
  const auto sums = load({"c.sync.aligned.row.m16n16k16 .f32", 4, 8, 16}, ".global").launched;
  EXPECT_EQ(sums.counters[Counter::global_load_requests], 4u);  // of 8 bytes
  const auto across = load({"c.sync.aligned.col.m16n16k16 .f32", 4, 8, 16}, ".global").launched;
  EXPECT_EQ(across.counters[Counter::global_load_requests], 8u);
  // Four tiles at once as ldmatrix loads them; with rows of 32 bytes, two rows share their banks.
  const auto shared = load({"a.sync.aligned.row.m16n16k16 .f16", 2, 8, 16}, ".shared").launched;
  EXPECT_EQ(shared.counters[Counter::matrix_load_instructions], 1u);
  EXPECT_EQ(shared.counters[Counter::shared_load_wavefronts], 8u);
  EXPECT_EQ(shared.counters[Counter::shared_load_bank_conflicts], 4u);
  const auto both = load({"b.sync.aligned.col.m8n32k16 .f16", 2, 8, 24}, ".shared").launched;
  EXPECT_EQ(both.counters[Counter::matrix_load_instructions], 2u);
}

// What is loaded as c and stored as d is what was there; nothing beside it is written.
TEST(WmmaStore, PutsBackWhatWasLoaded) {
  for (const std::string shape : {"m16n16k16", "m32n8k16", "m8n32k16"}) {
    for (const std::string layout : {"row", "col"}) {
      for (const std::string type : {"f16", "f32"}) {
        for (const std::string space : {".global", ""}) {
          const bool is_wide = type == "f32";
          const std::string list =
              is_wide ? "{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}" : "{%r4,%r5,%r6,%r7}";
          Machine machine(
              module_with_kernel(".param .u64 in, .param .u64 out",
                                 "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; mov.u32 %r1, "
                                 "40;\nwmma.load.c.sync.aligned." +
                                     layout + "." + shape + space + "." + type + " " + list +
                                     ", [%rd1], %r1;\nwmma.store.d.sync.aligned." + layout + "." +
                                     shape + space + "." + type + " [%rd2], " + list + ", 40;"));
          const U32 rows = shape == "m32n8k16"   ? 32
                           : shape == "m8n32k16" ? 8
                                                 : 16,
                    columns = 256 / rows;
          const U32 lines = layout == "row" ? rows : columns, length = 256 / lines;
          const std::int64_t bytes = is_wide ? 4 : 2;
          std::vector<std::uint8_t> in(std::size_t{40} * 32 * 4), expected(in.size());
          for (std::size_t i = 0; i < in.size(); ++i)
            in[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
          for (U32 line = 0; line < lines; ++line)
            std::copy_n(in.begin() + bytes * 40 * line, length * bytes,
                        expected.begin() + bytes * 40 * line);
          const auto from = machine.upload(in);
          const auto to = machine.upload(std::vector<std::uint8_t>(in.size()));
          const auto launched = machine.launch("k", {}, {32, 1, 1}, from, to);
          ASSERT_FALSE(launched.fault) << launched.fault->message;
          EXPECT_EQ(machine.download<std::uint8_t>(to, in.size()), expected)
              << shape << layout << type << space;
        }
      }
    }
  }
}

TEST(WmmaStore, FaultsOutsideItsAllocation) {
  Machine machine(module_with_kernel(
      ".param .u64 out",
      "ld.param.u64 %rd2, [out];\nwmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd2], "
      "{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8};"));
  const auto launched = machine.launch("k", {}, {32, 1, 1}, machine.allocate(16 * 16 * 4 - 256));
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::out_of_bounds);
}

}  // namespace
}  // namespace warpscope::exec::test::wmma_test
