#include "vgpu/ptx/operands.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "vgpu/ptx/constant_expression.h"

namespace warpscope::ptx {
namespace {

constexpr int kDeepestOperand = 8;

constexpr std::array<std::string_view, 45> kSpecialRegisters = {
    "aggr_smem_size",
    "clock",
    "clock64",
    "clock_hi",
    "cluster_ctaid",
    "cluster_ctarank",
    "cluster_nctaid",
    "cluster_nctarank",
    "clusterid",
    "ctaid",
    "current_graph_exec",
    "dynamic_smem_size",
    "globaltimer",
    "globaltimer_hi",
    "globaltimer_lo",
    "gridid",
    "is_explicit_cluster",
    "laneid",
    "lanemask_eq",
    "lanemask_ge",
    "lanemask_gt",
    "lanemask_le",
    "lanemask_lt",
    "nclusterid",
    "nctaid",
    "nsmid",
    "ntid",
    "nwarpid",
    "pm0_64",
    "pm1_64",
    "pm2_64",
    "pm3_64",
    "pm4_64",
    "pm5_64",
    "pm6_64",
    "pm7_64",
    "reserved_smem_offset_0",
    "reserved_smem_offset_1",
    "reserved_smem_offset_begin",
    "reserved_smem_offset_cap",
    "reserved_smem_offset_end",
    "smid",
    "tid",
    "total_smem_size",
    "warpid",
};

constexpr bool is_special_name(std::string_view name) {
  return std::ranges::binary_search(kSpecialRegisters, name);
}
static_assert(std::ranges::is_sorted(kSpecialRegisters));

bool is_numbered(std::string_view name, std::string_view prefix, std::size_t most_digits) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  return !name.empty() && name.size() <= most_digits &&
         std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

bool begins_name(std::string_view text) {
  if (text.empty()) return false;
  const char c = text.front();
  return c == '%' || c == '_' || c == '$' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Index of a component name of a vector register, or 4.
std::uint32_t component_index(std::string_view component) {
  constexpr std::string_view kPosition = "xyzw";
  constexpr std::string_view kColour = "rgba";
  if (component.size() != 1) return 4;
  const std::size_t position = kPosition.find(component[0]);
  const std::size_t colour = kColour.find(component[0]);
  return static_cast<std::uint32_t>(std::min({position, colour, std::size_t{4}}));
}

}  // namespace

bool is_special_register(std::string_view name) {
  return is_special_name(name) || is_numbered(name, "envreg", 2) || is_numbered(name, "pm", 1);
}

class OperandParser::Depth {
 public:
  explicit Depth(OperandParser& parser) : depth_(parser.depth_) {
    if (++depth_ > kDeepestOperand) parser.lexer_.fail("An operand is nested too deep.");
  }
  ~Depth() { --depth_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  int& depth_;
};

Operand OperandParser::operand() {
  const Depth depth(*this);
  const Token token = lexer_.peek();
  if (token.is('{')) {
    lexer_.next();
    return with_second(list('}'));
  }
  if (token.is('[')) return address();
  if (token.is('!') || token.is('-')) {
    const std::string_view rest = lexer_.rest_after_next();
    if (begins_name(rest) && !rest.starts_with("WARP_SZ")) {
      lexer_.next();
      Operand result = operand();
      if (result.kind != Operand::Kind::reg) lexer_.fail("Only a register can be negated.");
      result.negated = true;
      return result;
    }
  }
  if (token.is_identifier() && token.text != "WARP_SZ") {
    lexer_.next();
    return with_second(named(token.text));
  }
  if (begins_constant(token)) return constant();
  lexer_.fail_expected("An operand");
}

Operand OperandParser::label() {
  Operand result;
  result.kind = Operand::Kind::label;
  result.name = lexer_.expect_identifier("A label");
  return result;
}

Operand OperandParser::argument_list() {
  lexer_.expect('(', "before the arguments");
  return list(')');
}

Operand OperandParser::list(char close) {
  Operand result;
  result.kind = Operand::Kind::vector;
  while (!lexer_.peek().is(close)) {
    result.elements.push_back(operand());
    if (!lexer_.accept(',')) break;
  }
  lexer_.expect(close, "after the list of operands");
  return result;
}

/// Turns `d` into `d|p` when a '|' follows; `d` may be the vector of a texture fetch.
Operand OperandParser::with_second(Operand first) {
  const bool can_be_first = first.kind == Operand::Kind::reg || first.kind == Operand::Kind::sink ||
                            first.kind == Operand::Kind::vector;
  if (!can_be_first || !lexer_.peek().is('|')) return first;
  lexer_.next();
  Operand second = named(lexer_.expect_identifier("A predicate"));
  if (second.kind != Operand::Kind::reg && second.kind != Operand::Kind::sink) {
    lexer_.fail("A register or '_' must follow '|'.");
  }
  Operand result;
  result.kind = Operand::Kind::pair;
  result.elements.reserve(2);
  result.elements.push_back(std::move(first));
  result.elements.push_back(std::move(second));
  return result;
}

Operand OperandParser::named(std::string_view name) {
  Operand result;
  if (name == "_") {
    result.kind = Operand::Kind::sink;
    return result;
  }
  const auto binding = context_.names.find(name);
  if (!binding) {
    if (name.starts_with('%')) return special(name);
    lexer_.fail("The name " + quoted_text(name) + " is not declared.");
  }
  switch (binding->kind) {
    case Binding::Kind::reg:
      result.kind = Operand::Kind::reg;
      result.index = binding->index;
      if (is_part_of(name)) result.name = lexer_.next().text;
      return result;
    case Binding::Kind::vector_register:
      return vector_register(*binding);
    case Binding::Kind::symbol:
      return symbol(binding->unique_name);
  }
  return result;
}

/// Whether the next token is `.b0` or the like right behind the register `name`.
bool OperandParser::is_part_of(std::string_view name) const {
  const Token& part = lexer_.peek();
  return part.is_dotted() && name.data() + name.size() + 1 == part.text.data();
}

Operand OperandParser::special(std::string_view name) {
  if (!is_special_register(name.substr(1))) {
    lexer_.fail("The register " + quoted_text(name) + " is not declared.");
  }
  Operand result;
  result.kind = Operand::Kind::special;
  result.name = name.substr(1);
  if (is_part_of(name))
    result.name = {result.name.data(), result.name.size() + 1 + lexer_.next().text.size()};
  return result;
}

Operand OperandParser::vector_register(const Binding& binding) {
  Operand result;
  result.kind = Operand::Kind::reg;
  if (lexer_.peek().is_dotted()) {
    const std::uint32_t component = component_index(lexer_.peek().text);
    if (component >= binding.count) lexer_.fail("A vector register has no such component.");
    lexer_.next();
    result.index = binding.index + component;
    return result;
  }
  Operand vector;
  vector.kind = Operand::Kind::vector;
  for (std::uint32_t i = 0; i < binding.count; ++i) {
    result.index = binding.index + i;
    vector.elements.push_back(result);
  }
  return vector;
}

/// `name` or `name+4`.
Operand OperandParser::symbol(std::string_view name) {
  Operand result;
  result.kind = Operand::Kind::symbol;
  result.name = name;
  if (lexer_.peek().is('+') || lexer_.peek().is('-')) result.bits = parse_offset();
  return result;
}

std::uint64_t OperandParser::parse_offset() {
  const Constant offset = parse_constant(lexer_);
  if (offset.is_floating) lexer_.fail("The offset of an address must be an integer.");
  return offset.bits;
}

Operand OperandParser::constant() {
  const Constant value = parse_constant(lexer_);
  Operand result;
  result.kind = value.is_floating ? Operand::Kind::floating : Operand::Kind::integer;
  result.single = value.is_single;
  result.bits = value.bits;
  return result;
}

/// `[base]`, `[base+4]`, and with further operands behind, as in `[texture, {x, y}]`.
Operand OperandParser::address() {
  lexer_.expect('[', "before the address");
  Operand result;
  result.kind = Operand::Kind::address;
  Operand base = operand();
  if (base.kind == Operand::Kind::symbol) {
    result.bits = std::exchange(base.bits, 0);
  } else if (base.kind == Operand::Kind::reg && !base.negated) {
    if (lexer_.peek().is('+') || lexer_.peek().is('-')) {
      result.bits = parse_offset();
    }
  } else if (base.kind != Operand::Kind::integer) {
    lexer_.fail("An address must begin with a register, a variable or an integer.");
  }
  result.elements.push_back(std::move(base));
  while (lexer_.accept(',')) result.elements.push_back(operand());
  lexer_.expect(']', "after the address");
  return result;
}

}  // namespace warpscope::ptx
