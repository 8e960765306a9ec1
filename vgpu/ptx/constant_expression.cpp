#include "vgpu/ptx/constant_expression.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <limits>
#include <string>

namespace warpscope::ptx {
namespace {

constexpr int kDeepestExpression = 64;
constexpr std::uint64_t kWarpSize = 32;

std::optional<std::uint64_t> parse_digits(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<Constant> parse_integer(std::string_view text) {
  Constant result;
  if (text.ends_with('U')) {
    result.is_unsigned = true;
    text.remove_suffix(1);
  }
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with("0b") || text.starts_with("0B")) {
    base = 2;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text.front() == '0') {
    base = 8;
    text.remove_prefix(1);
  }
  const auto value = parse_digits(text, base);
  if (!value) return std::nullopt;
  result.bits = *value;
  if (*value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    result.is_unsigned = true;
  }
  return result;
}

/// Binary operators of the constant expressions with their precedence, 1 binds least.
struct Operation {
  std::string_view text;
  int precedence;
};
constexpr std::array kOperations = {
    Operation{"||", 1}, Operation{"&&", 2}, Operation{"|", 3},  Operation{"^", 4},
    Operation{"&", 5},  Operation{"==", 6}, Operation{"!=", 6}, Operation{"<", 7},
    Operation{"<=", 7}, Operation{">", 7},  Operation{">=", 7}, Operation{"<<", 8},
    Operation{">>", 8}, Operation{"+", 9},  Operation{"-", 9},  Operation{"*", 10},
    Operation{"/", 10}, Operation{"%", 10},
};

class Evaluator {
 public:
  explicit Evaluator(Lexer& lexer) : lexer_(lexer) {}

  Constant conditional() {
    const Constant condition = binary(1);
    if (!lexer_.peek().is('?')) return condition;
    require_integer(condition);
    const Depth depth(*this);
    lexer_.next();
    const Constant yes = conditional();
    lexer_.expect(':', "in the conditional expression");
    const Constant no = conditional();
    return condition.bits != 0 ? yes : no;
  }

 private:
  /// Counts the nesting, so that a long text cannot exhaust the stack.
  class Depth {
   public:
    explicit Depth(Evaluator& evaluator) : depth_(evaluator.depth_) {
      if (++depth_ > kDeepestExpression)
        evaluator.lexer_.fail("The constant expression is nested too deep.");
    }
    ~Depth() { --depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    int& depth_;
  };

  void require_integer(const Constant& value) const {
    if (value.is_floating) lexer_.fail("Arithmetic on floating-point constants is not supported.");
  }

  const Operation* next_operation() const {
    if (lexer_.peek().kind != Token::Kind::punctuation) return nullptr;
    const auto* found = std::ranges::find(kOperations, lexer_.peek().text, &Operation::text);
    return found == kOperations.end() ? nullptr : found;
  }

  Constant binary(int lowest) {
    Constant left = unary();
    for (;;) {
      const Operation* operation = next_operation();
      if (operation == nullptr || operation->precedence < lowest) return left;
      require_integer(left);
      lexer_.next();
      const Depth depth(*this);
      const Constant right = binary(operation->precedence + 1);
      require_integer(right);
      left = apply(operation->text, left, right);
    }
  }

  Constant apply(std::string_view operation, const Constant& left, const Constant& right) const {
    const std::uint64_t a = left.bits;
    const std::uint64_t b = right.bits;
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    const auto signed_a = static_cast<std::int64_t>(a);
    const auto signed_b = static_cast<std::int64_t>(b);
    const auto number = [&](std::uint64_t bits) {
      return Constant{.bits = bits, .is_unsigned = is_unsigned};
    };
    const auto truth = [](bool value) { return Constant{.bits = value ? 1U : 0U}; };
    if (operation == "+") return number(a + b);
    if (operation == "-") return number(a - b);
    if (operation == "*") return number(a * b);
    if (operation == "|") return number(a | b);
    if (operation == "^") return number(a ^ b);
    if (operation == "&") return number(a & b);
    if (operation == "||") return truth(a != 0 || b != 0);
    if (operation == "&&") return truth(a != 0 && b != 0);
    if (operation == "==") return truth(a == b);
    if (operation == "!=") return truth(a != b);
    if (operation == "<") return truth(is_unsigned ? a < b : signed_a < signed_b);
    if (operation == "<=") return truth(is_unsigned ? a <= b : signed_a <= signed_b);
    if (operation == ">") return truth(is_unsigned ? a > b : signed_a > signed_b);
    if (operation == ">=") return truth(is_unsigned ? a >= b : signed_a >= signed_b);
    if (operation == "<<" || operation == ">>") return shift(operation == "<<", left, b);
    return divide(operation == "/", left, right, is_unsigned);
  }

  static Constant shift(bool is_left, const Constant& left, std::uint64_t count) {
    Constant result = left;
    const auto value = static_cast<std::int64_t>(left.bits);
    const std::uint64_t fill = !is_left && !left.is_unsigned && value < 0 ? ~std::uint64_t{0} : 0;
    if (count > 63) {
      result.bits = fill;
    } else if (is_left) {
      result.bits <<= count;
    } else {
      result.bits =
          left.is_unsigned ? left.bits >> count : static_cast<std::uint64_t>(value >> count);
    }
    return result;
  }

  Constant divide(bool is_quotient, const Constant& left, const Constant& right,
                  bool is_unsigned) const {
    if (right.bits == 0) lexer_.fail("A constant expression divides by zero.");
    Constant result{.is_unsigned = is_unsigned};
    if (is_unsigned) {
      result.bits = is_quotient ? left.bits / right.bits : left.bits % right.bits;
    } else if (right.bits == ~std::uint64_t{0}) {
      result.bits = is_quotient ? 0 - left.bits : 0;  // -1: the one case that can overflow
    } else {
      const auto a = static_cast<std::int64_t>(left.bits);
      const auto b = static_cast<std::int64_t>(right.bits);
      result.bits = static_cast<std::uint64_t>(is_quotient ? a / b : a % b);
    }
    return result;
  }

  Constant unary() {
    const Depth depth(*this);
    if (lexer_.accept('+')) return unary();
    if (lexer_.accept('-')) {
      Constant value = unary();
      if (value.is_floating) {
        value.bits ^= value.is_single ? std::uint64_t{1} << 31 : std::uint64_t{1} << 63;
      } else {
        value.bits = 0 - value.bits;
      }
      return value;
    }
    if (lexer_.accept('~')) {
      Constant value = unary();
      require_integer(value);
      value.bits = ~value.bits;
      return value;
    }
    if (lexer_.accept('!')) {
      const Constant value = unary();
      require_integer(value);
      return {.bits = value.bits == 0 ? 1U : 0U};
    }
    return primary();
  }

  Constant primary() {
    if (lexer_.accept('(')) {
      if (lexer_.peek().is_dotted("s64") || lexer_.peek().is_dotted("u64")) return cast();
      const Constant value = conditional();
      lexer_.expect(')', "after the expression");
      return value;
    }
    const Token token = lexer_.peek();
    if (token.is_identifier() && token.text == "WARP_SZ") {
      lexer_.next();
      return {.bits = kWarpSize};
    }
    if (token.kind != Token::Kind::number) lexer_.fail_expected("A number");
    const auto literal = parse_literal(token.text);
    if (!literal) {
      lexer_.fail(quoted_text(token.text) + " is not a PTX number, or does not fit into 64 bits.");
    }
    lexer_.next();
    return *literal;
  }

  Constant cast() {
    const bool is_unsigned = lexer_.next().text == "u64";
    lexer_.expect(')', "after the cast");
    Constant value = unary();
    require_integer(value);
    value.is_unsigned = is_unsigned;
    return value;
  }

  Lexer& lexer_;
  int depth_ = 0;
};

}  // namespace

std::optional<Constant> parse_literal(std::string_view text) {
  const std::string_view prefix = text.substr(0, 2);
  const bool is_single = prefix == "0f" || prefix == "0F";
  const bool is_double = prefix == "0d" || prefix == "0D";
  if (is_single || is_double) {
    const std::string_view digits = text.substr(2);
    const auto bits = parse_digits(digits, 16);
    if (!bits || digits.size() != (is_single ? 8U : 16U)) return std::nullopt;
    return Constant{.bits = *bits, .is_floating = true, .is_single = is_single};
  }
  const bool is_hexadecimal = prefix == "0x" || prefix == "0X";
  if (!is_hexadecimal && text.find_first_of(".eE") != std::string_view::npos) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return Constant{.bits = std::bit_cast<std::uint64_t>(value), .is_floating = true};
  }
  return parse_integer(text);
}

bool begins_constant(const Token& token) {
  return token.kind == Token::Kind::number || token.is('-') || token.is('+') || token.is('~') ||
         token.is('!') || token.is('(') || (token.is_identifier() && token.text == "WARP_SZ");
}

Constant parse_constant(Lexer& lexer) { return Evaluator(lexer).conditional(); }

std::uint64_t parse_count(Lexer& lexer, std::uint64_t limit, std::string_view what) {
  const Constant value = parse_constant(lexer);
  const bool is_negative = !value.is_unsigned && static_cast<std::int64_t>(value.bits) < 0;
  if (value.is_floating || is_negative || value.bits > limit) {
    lexer.fail(std::string(what) + " must be a whole number from 0 to " + std::to_string(limit) +
               ".");
  }
  return value.bits;
}

}  // namespace warpscope::ptx
