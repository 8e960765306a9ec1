// atom and red with every operator in global, shared and generic addresses, PTX ISA manual
// section 9.7.13.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "tests/vgpu/exec/support/instruction_case.h"
#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::atomic_test {
namespace {

using U64 = std::uint64_t;

struct Atomic {
  std::string text;  // "add.u32"
  std::uint32_t bytes = 4;
  bool is_exchange_and_compare = false;
  std::function<U64(U64 old, U64 b, U64 c)> update;  // on bits
};
void PrintTo(const Atomic& atomic, std::ostream* out) { *out << atomic.text; }

template <typename T, typename F>
Atomic atomic(std::string text, F f) {
  return {std::move(text), sizeof(T), false,
          [f](U64 old, U64 b, U64) { return to_bits<T>(f(from_bits<T>(old), from_bits<T>(b))); }};
}

template <typename T>
void add_ordered(std::vector<Atomic>& all, const std::string& type) {
  using U = std::make_unsigned_t<T>;
  all.push_back(atomic<T>("add." + type, [](T a, T b) {
    return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
  }));
  all.push_back(atomic<T>("min." + type, [](T a, T b) { return std::min(a, b); }));
  all.push_back(atomic<T>("max." + type, [](T a, T b) { return std::max(a, b); }));
}

template <typename T>
void add_bitwise(std::vector<Atomic>& all, const std::string& type) {
  all.push_back(atomic<T>("and." + type, [](T a, T b) { return a & b; }));
  all.push_back(atomic<T>("or." + type, [](T a, T b) { return a | b; }));
  all.push_back(atomic<T>("xor." + type, [](T a, T b) { return a ^ b; }));
  all.push_back(atomic<T>("exch." + type, [](T, T b) { return b; }));
  all.push_back(
      {"cas." + type, sizeof(T), true, [](U64 old, U64 b, U64 c) { return old == b ? c : old; }});
}

std::vector<Atomic> atomics() {
  std::vector<Atomic> all;
  add_ordered<std::uint32_t>(all, "u32");
  add_ordered<std::int32_t>(all, "s32");
  add_ordered<std::uint64_t>(all, "u64");
  add_ordered<std::int64_t>(all, "s64");
  add_bitwise<std::uint32_t>(all, "b32");
  add_bitwise<std::uint64_t>(all, "b64");
  all.push_back(atomic<float>("add.f32", [](float a, float b) { return a + b; }));
  all.push_back(atomic<double>("add.f64", [](double a, double b) { return a + b; }));
  using U32 = std::uint32_t;
  all.push_back(atomic<U32>("inc.u32", [](U32 a, U32 b) { return a >= b ? 0 : a + 1; }));
  all.push_back(atomic<U32>("dec.u32", [](U32 a, U32 b) { return a == 0 || a > b ? b : a - 1; }));
  return all;
}

constexpr std::uint32_t kThreads = 45;
constexpr std::uint32_t kCells = 7;

class Atomics : public ::testing::TestWithParam<Atomic> {
 protected:
  // Threads update cell tid % 7 of `cells` (copied to `space` first) and store the old value; with
  // red there is none. One thread in five is kept away by a guard.
  static std::string text(const Atomic& atomic, const std::string& space, bool has_result) {
    const std::string bytes = std::to_string(atomic.bytes);
    const std::string type = ".b" + std::to_string(8 * atomic.bytes);
    const std::string reg = atomic.bytes == 8 ? "%rd" : "%r";
    const std::string at = space == ".global" ? "%rd4" : "%rd5";
    std::string body = element_address("b", "%rd1", 8) + element_address("c", "%rd2", 8) +
                       element_address("out", "%rd3", 8);
    body += "ld.global" + type + " " + reg + "20, [%rd1]; ld.global" + type + " " + reg +
            "21, [%rd2];\n";
    body += "rem.u32 %r2, %r1, 7; ld.param.u64 %rd4, [cells]; mad.wide.u32 %rd4, %r2, " + bytes +
            ", %rd4;\n";
    body += ".shared .align 8 .b8 s[64]; mov.u64 %rd5, s; mad.wide.u32 %rd5, %r2, " + bytes +
            ", %rd5;\n";
    body += "setp.lt.u32 %p1, %r1, 7; ld.global" + type + " " + reg + "22, [%rd4]; @%p1 st.shared" +
            type + " [%rd5], " + reg + "22;\nbar.sync 0;\n";
    body += "rem.u32 %r3, %r1, 5; setp.ne.u32 %p2, %r3, 0;\n";
    // Generic: even cells in shared memory, odd ones in global memory.
    body +=
        "cvta.shared.u64 %rd6, %rd5; and.b32 %r4, %r2, 1; setp.eq.u32 %p3, %r4, 0; selp.u64 %rd6, "
        "%rd6, %rd4, %p3;\n";
    const std::string address = space.empty() ? "%rd6" : at;
    const std::string operands = "[" + address + "], " + reg + "20" +
                                 (atomic.is_exchange_and_compare ? ", " + reg + "21" : "");
    body += "@%p2 " +
            (has_result ? "atom" + space + "." + atomic.text + " " + reg + "23, " + operands
                        : "red" + space + "." + atomic.text + " " + operands) +
            ";\n";
    if (has_result) body += "@%p2 st.global" + type + " [%rd3], " + reg + "23;\n";
    body += "bar.sync 0; ld.shared" + type + " " + reg + "22, [%rd5];\n";
    const bool is_shared = space != ".global";
    const std::string guard = space.empty() ? "and.pred %p1, %p1, %p3;\n" : "";
    if (is_shared) body += guard + "@%p1 st.global" + type + " [%rd4], " + reg + "22;\n";
    return module_with_kernel(".param .u64 cells, .param .u64 b, .param .u64 c, .param .u64 out",
                              body);
  }

  void run(const std::string& space, bool has_result) {
    const Atomic& atomic = GetParam();
    SCOPED_TRACE(space + (has_result ? " atom" : " red"));
    Machine machine(text(atomic, space, has_result));
    std::mt19937_64 random(7);
    const U64 all = atomic.bytes == 8 ? ~U64{0} : 0xffffffff;
    const bool is_float = atomic.text.find(".f") != std::string::npos;
    const auto value = [&]() -> U64 {
      if (is_float) {
        const double real = static_cast<double>(random() % 2000) * 0.37 - 300;
        return atomic.bytes == 8 ? to_bits(real) : to_bits(static_cast<float>(real));
      }
      // Small values often, so that inc, dec and cas find their cases.
      return random() % 2 == 0 ? random() % 4 : random() & all;
    };
    std::vector<U64> b(kThreads), c(kThreads), cells(kCells);
    std::generate(b.begin(), b.end(), value);
    std::generate(c.begin(), c.end(), value);
    std::generate(cells.begin(), cells.end(), value);
    std::vector<std::byte> packed(std::size_t{kCells} * atomic.bytes);
    for (std::size_t i = 0; i < kCells; ++i)
      std::memcpy(packed.data() + i * atomic.bytes, &cells[i], atomic.bytes);
    const U64 cells_at = machine.upload(packed),
              out = machine.upload(std::vector<U64>(kThreads, 0));
    const LaunchResult launched = machine.launch("k", {}, {kThreads, 1, 1}, cells_at,
                                                 machine.upload(b), machine.upload(c), out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const auto old = machine.download<U64>(out, kThreads);
    // Threads of a block act in the order of their numbers here.
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      if (thread % 5 == 0) {
        EXPECT_EQ(old[thread], 0u);
        continue;
      }
      U64& cell = cells[thread % kCells];
      if (has_result) {
        EXPECT_EQ(old[thread], cell) << "thread " << thread;
      }
      cell = atomic.update(cell, b[thread], c[thread]);
    }
    const auto after = machine.download<std::byte>(cells_at, packed.size());
    for (std::size_t i = 0; i < kCells; ++i) {
      U64 cell = 0;
      std::memcpy(&cell, after.data() + i * atomic.bytes, atomic.bytes);
      EXPECT_EQ(cell, cells[i]) << "cell " << i;
    }
  }
};

TEST_P(Atomics, UpdateGlobalMemory) { run(".global", true); }
TEST_P(Atomics, UpdateSharedMemory) { run(".shared", true); }
TEST_P(Atomics, UpdateGenericAddresses) { run("", true); }

class Reductions : public Atomics {};

TEST_P(Reductions, UpdateWithoutAResult) {
  for (const char* space : {".global", ".shared", ""}) run(space, false);
}

// red has neither exch nor cas.
std::vector<Atomic> reductions() {
  std::vector<Atomic> all = atomics();
  std::erase_if(all, [](const Atomic& atomic) {
    return atomic.text.starts_with("exch") || atomic.text.starts_with("cas");
  });
  return all;
}

INSTANTIATE_TEST_SUITE_P(Operators, Atomics, ::testing::ValuesIn(atomics()),
                         [](const auto& info) { return test_name(info.param.text); });

INSTANTIATE_TEST_SUITE_P(Operators, Reductions, ::testing::ValuesIn(reductions()),
                         [](const auto& info) { return test_name(info.param.text); });

TEST(AtomicForms, WithOrderScopeAndBitBucketAreAccepted) {
  for (const char* text :
       {"atom.relaxed.gpu.global.add.u32 %r2, [%rd1], 1;",
        "atom.acq_rel.sys.global.add.u32 %r2, [%rd1], 1;", "atom.global.add.u32 _, [%rd1], 1;",
        "red.relaxed.cta.global.add.u32 [%rd1], 1;", "atom.global.gpu.add.u32 %r2, [%rd1], 1;",
        "red.release.gpu.global.add.u32 [%rd1+0], 1;"}) {
    Machine machine(
        module_with_kernel(".param .u64 out", std::string("ld.param.u64 %rd1, [out];\n") + text));
    const U64 out = machine.upload(std::vector<std::uint32_t>{0});
    const LaunchResult launched = machine.launch("k", {4, 1, 1}, {48, 1, 1}, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 1)[0], 4u * 48) << text;
    EXPECT_EQ(launched.counters[Counter::global_atomic_instructions], 8u);
  }
}

}  // namespace
}  // namespace warpscope::exec::test::atomic_test
