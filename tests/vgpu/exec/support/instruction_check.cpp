#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <limits>
#include <random>
#include <sstream>

#include "tests/vgpu/exec/support/instruction_case.h"
#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kBlockThreads = 256;
constexpr std::uint32_t kBlocks = 12;
constexpr std::uint32_t kThreads = kBlockThreads * kBlocks;

struct OperandRow {
  const char* register_type;
  const char* access_type;  // of ld and st
  std::uint32_t bytes;
};
OperandRow row(Operand operand) {
  switch (operand) {
    case Operand::predicate:
      return {"pred", "u32", 4};
    case Operand::bits16:
      return {"b16", "b16", 2};
    case Operand::bits32:
      return {"b32", "b32", 4};
    case Operand::bits64:
      return {"b64", "b64", 8};
    case Operand::float32:
      return {"f32", "f32", 4};
    case Operand::float64:
      return {"f64", "f64", 8};
  }
  return {};
}

template <typename T>
std::vector<std::uint64_t> float_edges() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values{0, 1, 0.5, 1.5, 2.5, 3.5, 0.49999997, 3.1415927, 100, 1e10, T{16777216}};
  for (const int exponent : {7, 8, 15, 16, 31, 32, 63, 64, -20, 126, -126})
    values.push_back(std::ldexp(T{1}, exponent));
  values.insert(values.end(), {Limits::denorm_min(), Limits::min(), Limits::max(),
                               Limits::infinity(), Limits::quiet_NaN(), Limits::epsilon(),
                               std::nextafter(Limits::min(), T{0}), 127.5, 32767.5, 2147483647.5});
  std::vector<std::uint64_t> bits;
  for (const T value : values) {
    bits.push_back(to_bits(value));
    bits.push_back(to_bits(-value));
  }
  return bits;
}

std::vector<std::uint64_t> edges(Operand operand) {
  if (operand == Operand::predicate) return {0, 1};
  if (operand == Operand::float32) return float_edges<float>();
  if (operand == Operand::float64) return float_edges<double>();
  const std::uint32_t width = 8 * row(operand).bytes;
  const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  std::vector<std::uint64_t> bits{0, 1, 2, 3, all, all - 1, top, top + 1, top - 1, top - 2};
  // Shift counts, lengths and limits of narrower types around the widths.
  for (const std::uint64_t value : {7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256})
    bits.push_back(value & all);
  for (const std::uint64_t value : {0x7fffull, 0x8000ull, 0xffffull, 0x10000ull, 0x7fffffffull,
                                    0x80000000ull, 0xffffffffull, 0x100000000ull})
    bits.push_back(value & all);
  for (const std::uint64_t value : {0x80ull, 0x81ull, 0x8000ull, 0x80000000ull})
    bits.push_back((0 - value) & all);
  bits.push_back(0x5555'5555'5555'5555ull & all);
  bits.push_back(0x0123'4567'89ab'cdefull & all);
  return bits;
}

class Values {
 public:
  std::uint64_t random(Operand operand) {
    const std::uint64_t bits = engine_();
    switch (operand) {
      case Operand::predicate:
        return bits >> 13 & 1;
      case Operand::bits16:
        return bits >> 11 & 0xffff;
      case Operand::bits32:
        return bits >> 9 & 0xffffffff;
      case Operand::bits64:
        return bits;
      case Operand::float32:
        return (bits & 1) != 0 ? bits >> 9 & 0xffffffff : to_bits(static_cast<float>(moderate()));
      case Operand::float64:
        return (bits & 1) != 0 ? bits : to_bits(moderate());
    }
    return 0;
  }
  // One of the edges, or a random value one time in three.
  std::uint64_t any(Operand operand, const std::vector<std::uint64_t>& edge_values) {
    if (engine_() % 3 == 0) return random(operand);
    return edge_values[engine_() % edge_values.size()];
  }
  std::uint32_t lane_mask(std::uint32_t warp) {
    switch (warp % 6) {
      case 0:
        return 0;
      case 1:
        return 0xffffffff;
      case 2:
        return 1u << (warp % 32);
      default:
        return static_cast<std::uint32_t>(engine_() >> 20);
    }
  }

 private:
  double moderate() {
    return (static_cast<double>(engine_() >> 11) * 0x1p-53 - 0.5) * std::ldexp(1.0, exponent());
  }
  int exponent() { return static_cast<int>(engine_() % 24) - 6; }
  std::mt19937_64 engine_{20240607};
};

// inputs[s][thread]: all pairs of edges first, then mixtures.
std::vector<std::vector<std::uint64_t>> make_inputs(const InstructionCase& c, Values& values) {
  std::vector<std::vector<std::uint64_t>> edge_values;
  for (const Operand operand : c.sources) edge_values.push_back(edges(operand));
  std::vector<std::vector<std::uint64_t>> inputs(c.sources.size(),
                                                 std::vector<std::uint64_t>(kThreads));
  const std::size_t first = edge_values[0].size();
  const std::size_t second = edge_values.size() > 1 ? edge_values[1].size() : 1;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    for (std::size_t s = 0; s < c.sources.size(); ++s)
      inputs[s][thread] = values.any(c.sources[s], edge_values[s]);
    if (thread >= first * second) continue;
    inputs[0][thread] = edge_values[0][thread % first];
    if (edge_values.size() > 1) inputs[1][thread] = edge_values[1][thread / first];
  }
  return inputs;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at))
    text.replace(at, from.size(), to);
}

std::string with_operands(const InstructionCase& c) {
  std::string text = c.text;
  if (text.find('$') == std::string::npos) {
    text += " $d";
    for (std::size_t s = 0; s < c.sources.size(); ++s) text += std::string(", $") + "abce"[s];
  }
  replace_all(text, "$", "%x");
  return text + ";\n";
}

// Loads operand `name` from the thread's 8-byte element at [%rd9].
std::string load(Operand operand, const std::string& name) {
  if (operand == Operand::predicate)
    return "ld.global.u32 %r9, [%rd9]; setp.ne.u32 " + name + ", %r9, 0;\n";
  return std::string("ld.global.") + row(operand).access_type + " " + name + ", [%rd9];\n";
}

std::string kernel_text(const InstructionCase& c, const std::string& name,
                        const std::string& before, const std::string& after) {
  std::ostringstream body;
  body << ".reg ." << row(c.destination).register_type << " %xd;\n";
  body << "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
       << "mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd1, %r1, 8;\n";
  const auto address = [&](const std::string& parameter) {
    body << "ld.param.u64 %rd8, [" << parameter << "]; add.u64 %rd9, %rd8, %rd1;\n";
  };
  for (std::size_t s = 0; s < c.sources.size(); ++s) {
    const std::string source = std::string("%x") + "abce"[s];
    body << ".reg ." << row(c.sources[s]).register_type << " " << source << ";\n";
    address("in" + std::to_string(s));
    body << load(c.sources[s], source);
  }
  address("flags");
  body << load(Operand::predicate, "%p1");
  address("out");
  body << load(c.destination, "%xd") << before << with_operands(c) << after;
  if (c.destination == Operand::predicate) {
    body << "selp.u32 %r9, 1, 0, %xd; st.global.u32 [%rd9], %r9;\n";
  } else {
    body << "st.global." << row(c.destination).access_type << " [%rd9], %xd;\n";
  }
  return kernel(name,
                ".param .u64 in0, .param .u64 in1, .param .u64 in2, .param .u64 in3, "
                ".param .u64 flags, .param .u64 out",
                body.str());
}

bool is_nan(Operand operand, std::uint64_t bits) {
  if (operand == Operand::float32) return std::isnan(from_bits<float>(bits));
  return operand == Operand::float64 && std::isnan(from_bits<double>(bits));
}

bool is_right(const InstructionCase& c, const Inputs& inputs, std::uint64_t result) {
  if (c.accepts) return c.accepts(inputs, result);
  const std::uint64_t expected = c.reference(inputs);
  if (is_nan(c.destination, expected)) return is_nan(c.destination, result);
  return result == expected;
}

std::string describe(const InstructionCase& c, const Inputs& inputs, std::uint64_t result) {
  std::ostringstream text;
  text << std::hex << c.text << " of";
  for (std::size_t s = 0; s < c.sources.size(); ++s) {
    text << " 0x" << inputs[s];
    if (c.sources[s] == Operand::float32) text << " (" << from_bits<float>(inputs[s]) << ")";
    if (c.sources[s] == Operand::float64) text << " (" << from_bits<double>(inputs[s]) << ")";
  }
  text << " gives 0x" << result;
  if (c.reference) text << ", not 0x" << c.reference(inputs);
  return text.str();
}

}  // namespace

std::string test_name(const std::string& text) {
  std::string name;
  for (const char letter : text)
    name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
}

void check_instruction(const InstructionCase& c) {
  Values values;
  const auto inputs = make_inputs(c, values);
  const std::uint64_t old_mask = row(c.destination).bytes == 8
                                     ? ~std::uint64_t{0}
                                     : (std::uint64_t{1} << (8 * row(c.destination).bytes)) - 1;
  std::vector<std::uint64_t> flags(kThreads), old(kThreads);
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    old[thread] = c.destination == Operand::predicate ? thread % 3 % 2
                                                      : values.random(Operand::bits64) & old_mask;
  }
  for (std::uint32_t warp = 0; warp < kThreads / 32; ++warp) {
    const std::uint32_t mask = values.lane_mask(warp);
    for (std::uint32_t lane = 0; lane < 32; ++lane) flags[warp * 32 + lane] = mask >> lane & 1;
  }
  Machine machine(std::string(kModuleHead) + kernel_text(c, "all_lanes", "", "") +
                  kernel_text(c, "some_lanes", "@!%p1 bra SKIP;\n", "SKIP:\n") +
                  kernel_text(c, "guarded", "@%p1 ", ""));
  std::array<std::uint64_t, 4> in{};
  for (std::size_t s = 0; s < inputs.size(); ++s) in[s] = machine.upload(inputs[s]);
  const std::uint64_t flags_address = machine.upload(flags);
  for (const char* way : {"all_lanes", "some_lanes", "guarded"}) {
    SCOPED_TRACE(way);
    const std::uint64_t out = machine.upload(old);
    const LaunchResult launched = machine.launch(way, {kBlocks, 1, 1}, {kBlockThreads, 1, 1}, in[0],
                                                 in[1], in[2], in[3], flags_address, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const auto results = machine.download<std::uint64_t>(out, kThreads);
    for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
      Inputs sources{};
      for (std::size_t s = 0; s < inputs.size(); ++s) sources[s] = inputs[s][thread];
      if (way != std::string_view("all_lanes") && flags[thread] == 0) {
        ASSERT_EQ(results[thread], old[thread])
            << "thread " << thread << " did not execute " << c.text << " and lost its old value";
      } else {
        ASSERT_TRUE(is_right(c, sources, results[thread]))
            << describe(c, sources, results[thread]) << " in thread " << thread;
      }
    }
  }
}

}  // namespace warpscope::exec::test
