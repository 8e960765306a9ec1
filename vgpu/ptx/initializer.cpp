#include "vgpu/ptx/initializer.h"

#include <algorithm>
#include <bit>
#include <string>

#include "vgpu/ptx/constant_expression.h"

namespace warpscope::ptx {
namespace {

constexpr std::uint32_t kPointerBytes = 8;

class InitializerParser {
 public:
  InitializerParser(ParseContext& context, Variable& variable, std::uint32_t element_bytes)
      : context_(context),
        lexer_(context.lexer),
        variable_(variable),
        scalar_bytes_(size_bytes(variable.type)),
        element_bytes_(element_bytes) {}

  std::uint64_t parse(std::span<const std::uint64_t> dimensions) {
    if (lexer_.peek().is('{')) {
      list(dimensions, 0);
    } else {
      value(0);
    }
    if (masked_bytes_ != 0) fail_mask();
    return end_;
  }

 private:
  /// `{a, b, {c, d}, ...}` for the sub-array at `begin`. The depth is bounded by the dimensions:
  /// one more level is allowed for vector elements.
  void list(std::span<const std::uint64_t> dimensions, std::uint64_t begin) {
    lexer_.expect('{', "before the initial values");
    std::uint64_t child_bytes = dimensions.empty() ? scalar_bytes_ : element_bytes_;
    for (std::size_t i = 1; i < dimensions.size(); ++i) child_bytes *= dimensions[i];
    const std::uint64_t limit = dimensions.empty() ? begin + element_bytes_
                                : dimensions.front() == 0
                                    ? ~std::uint64_t{0}
                                    : begin + dimensions.front() * child_bytes;
    const bool has_sub_lists = !dimensions.empty();
    std::uint64_t at = begin;
    while (!lexer_.peek().is('}')) {
      if (lexer_.peek().is('{')) {
        if (!has_sub_lists)
          lexer_.fail("The initial values have more levels of braces than the array.");
        at = begin + (at - begin + child_bytes - 1) / child_bytes * child_bytes;
        if (at >= limit) fail_too_many();
        list(dimensions.subspan(1), at);
        at += child_bytes;
      } else {
        if (at >= limit) fail_too_many();
        value(at);
        at += scalar_bytes_;
      }
      if (!lexer_.accept(',')) break;
    }
    lexer_.expect('}', "after the initial values");
  }

  [[noreturn]] void fail_too_many() const {
    lexer_.fail("The variable " + quoted_text(variable_.name) +
                " has more initial values than elements.");
  }
  [[noreturn]] void fail_mask() const {
    lexer_.fail("Bytes of the address of " + quoted_text(masked_.symbol) +
                " must be given in full and in order: 0xFF(name), 0xFF00(name), ...");
  }

  void value(std::uint64_t at) {
    if (lexer_.peek().is_identifier() && lexer_.peek().text != "WARP_SZ") {
      if (masked_bytes_ != 0) fail_mask();
      if (scalar_bytes_ != kPointerBytes && scalar_bytes_ != 4) {
        lexer_.fail("An address needs an element of 4 or 8 bytes.");
      }
      add_relocation(symbol(at));
      write(at, 0, scalar_bytes_);
      return;
    }
    const Constant constant = parse_constant(lexer_);
    if (lexer_.peek().is('(')) {
      masked_symbol(at, constant.bits);
      return;
    }
    if (masked_bytes_ != 0) fail_mask();
    write(at, converted(constant), scalar_bytes_);
  }

  /// `name`, `name+4`, `generic(name)`, `generic(name)+4`.
  Variable::Relocation symbol(std::uint64_t at) {
    Variable::Relocation relocation{.offset = at, .symbol = {}, .addend = 0, .generic = false};
    std::string_view name = lexer_.expect_identifier("A symbol");
    if (name == "generic" && lexer_.accept('(')) {
      relocation.generic = true;
      name = lexer_.expect_identifier("A symbol");
      lexer_.expect(')', "after the symbol");
    }
    const auto binding = context_.names.find(name);
    if (binding && binding->kind == Binding::Kind::symbol) {
      name = binding->unique_name;
    } else {
      context_.undeclared_symbols.push_back({name, lexer_.line()});
    }
    relocation.symbol = name;
    if (lexer_.peek().is('+') || lexer_.peek().is('-')) {
      relocation.addend = static_cast<std::int64_t>(parse_constant(lexer_).bits);
    }
    return relocation;
  }

  /// `0xFF00(generic(name)+4)`: byte 1 of the address. nvcc writes an address in a packed structure
  /// as its eight bytes; they are put together again here.
  void masked_symbol(std::uint64_t at, std::uint64_t mask) {
    if (scalar_bytes_ != 1 || mask != std::uint64_t{0xFF} << (8 * masked_bytes_)) {
      lexer_.fail("Only single bytes of an address can be initial values, from 0xFF(name) on.");
    }
    lexer_.expect('(', "before the symbol");
    const Variable::Relocation relocation = symbol(at);
    lexer_.expect(')', "after the symbol");
    if (masked_bytes_ == 0) {
      masked_ = relocation;
    } else if (relocation.symbol != masked_.symbol || relocation.addend != masked_.addend ||
               relocation.generic != masked_.generic || at != masked_.offset + masked_bytes_) {
      fail_mask();
    }
    write(at, 0, 1);
    if (++masked_bytes_ == kPointerBytes) {
      add_relocation(masked_);
      masked_bytes_ = 0;
    }
  }

  void add_relocation(const Variable::Relocation& relocation) {
    variable_.relocations.push_back(relocation);
  }

  std::uint64_t converted(const Constant& constant) const {
    const bool wants_single = variable_.type == Type::f32;
    const bool wants_double = variable_.type == Type::f64;
    if (!constant.is_floating) {
      const auto value = static_cast<double>(static_cast<std::int64_t>(constant.bits));
      if (wants_single) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
      if (wants_double) return std::bit_cast<std::uint64_t>(value);
      return constant.bits;
    }
    if (constant.is_single && scalar_bytes_ == 8) {
      return std::bit_cast<std::uint64_t>(
          double{std::bit_cast<float>(static_cast<std::uint32_t>(constant.bits))});
    }
    if (!constant.is_single && scalar_bytes_ == 4) {
      return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(constant.bits)));
    }
    if (scalar_bytes_ < 4)
      lexer_.fail("A floating-point initial value does not fit into the element.");
    return constant.bits;
  }

  void write(std::uint64_t at, std::uint64_t bits, std::uint32_t count) {
    end_ = std::max(end_, at + count);
    const std::uint64_t have = variable_.initial.size();
    if (at + count > have) {
      const std::uint64_t more = at + count - have;
      if (more > context_.budget.initial_bytes) {
        lexer_.fail("The initial values of the module are too large.");
      }
      context_.budget.initial_bytes -= more;
      variable_.initial.resize(at + count);
    }
    for (std::uint32_t i = 0; i < std::min(count, 8U); ++i) {
      variable_.initial[at + i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
  }

  ParseContext& context_;
  Lexer& lexer_;
  Variable& variable_;
  std::uint32_t scalar_bytes_;
  std::uint32_t element_bytes_;
  std::uint64_t end_ = 0;
  Variable::Relocation masked_;     ///< the address whose bytes are being collected
  std::uint32_t masked_bytes_ = 0;  ///< how many of them were read
};

}  // namespace

std::uint64_t parse_initializer(ParseContext& context, Variable& variable,
                                std::span<const std::uint64_t> dimensions,
                                std::uint32_t element_bytes) {
  return InitializerParser(context, variable, element_bytes).parse(dimensions);
}

}  // namespace warpscope::ptx
