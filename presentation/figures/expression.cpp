#include "presentation/figures/expression.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <stdexcept>
#include <string>

namespace warpscope::figures {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 40;
constexpr int kDeepest = 32;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

struct Operator {
  std::string_view sign;
  int strength;  ///< binds more than the ones below
};
/// The longer sign comes first where one begins like another.
constexpr std::array kOperators{
    Operator{"<<", 5}, Operator{">>", 5}, Operator{"<=", 4}, Operator{">=", 4},
    Operator{"==", 3}, Operator{"!=", 3}, Operator{"<", 4},  Operator{">", 4},
    Operator{"*", 7},  Operator{"/", 7},  Operator{"%", 7},  Operator{"+", 6},
    Operator{"-", 6},  Operator{"&", 2},  Operator{"^", 1},  Operator{"|", 0},
};

class Evaluation {
 public:
  Evaluation(std::string_view formula, const NameValue& value_of)
      : formula_(formula), rest_(formula), value_of_(value_of) {}

  std::int64_t all() {
    const auto value = operation(0);
    if (!rest_.empty()) fail(fmt::format("nothing is expected from \"{}\" on", rest_));
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error(fmt::format("the formula \"{}\" cannot be read: {}", formula_, why));
  }

  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }

  const Operator* next_operator() {
    skip_spaces();
    for (const auto& it : kOperators) {
      if (rest_.starts_with(it.sign)) return &it;
    }
    return nullptr;
  }

  std::int64_t operation(int weakest) {
    std::int64_t left = operand();
    for (const auto* it = next_operator(); it != nullptr && it->strength >= weakest;
         it = next_operator()) {
      rest_.remove_prefix(it->sign.size());
      left = checked(apply(it->sign, left, operation(it->strength + 1)));
    }
    return left;
  }

  std::int64_t operand() {
    if (++depth_ > kDeepest) fail("it is nested too deeply");
    skip_spaces();
    std::int64_t value = 0;
    if (rest_.starts_with('(')) {
      rest_.remove_prefix(1);
      value = operation(0);
      skip_spaces();
      if (!rest_.starts_with(')')) fail("a closing parenthesis is missing");
      rest_.remove_prefix(1);
    } else if (rest_.starts_with('-')) {
      rest_.remove_prefix(1);
      value = -operand();
    } else {
      value = word();
    }
    --depth_;
    skip_spaces();
    return value;
  }

  std::int64_t word() {
    std::size_t length = 0;
    while (length < rest_.size() && is_word(rest_[length])) ++length;
    const auto text = rest_.substr(0, length);
    if (text.empty()) fail("a number or a name is missing");
    rest_.remove_prefix(length);
    if (!is_digit(text.front())) {
      const auto value = value_of_(text);
      if (!value) fail(fmt::format("\"{}\" is neither \"lane\" nor a number of this figure", text));
      return *value;
    }
    std::int64_t value = 0;
    for (const char c : text) {
      if (!is_digit(c)) fail(fmt::format("\"{}\" is no whole number", text));
      value = checked(value * 10 + (c - '0'));
    }
    return value;
  }

  std::int64_t checked(std::int64_t value) const {
    if (value > kLargest || value < -kLargest) fail("its value is too large");
    return value;
  }

  std::int64_t apply(std::string_view sign, std::int64_t a, std::int64_t b) const {
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return product(a, b);
    if (sign == "&") return a & b;
    if (sign == "|") return a | b;
    if (sign == "^") return a ^ b;
    if (sign == "<") return a < b ? 1 : 0;
    if (sign == ">") return a > b ? 1 : 0;
    if (sign == "<=") return a <= b ? 1 : 0;
    if (sign == ">=") return a >= b ? 1 : 0;
    if (sign == "==") return a == b ? 1 : 0;
    if (sign == "!=") return a != b ? 1 : 0;
    if (sign == "<<" || sign == ">>") {
      if (b < 0 || b > 20) fail("a shift is by 0 to 20");
      return sign == "<<" ? product(a, std::int64_t{1} << b) : a >> b;
    }
    if (b == 0) fail("it divides by zero");
    return sign == "/" ? a / b : a % b;
  }

  std::int64_t product(std::int64_t a, std::int64_t b) const {
    std::int64_t value = 0;
    if (__builtin_mul_overflow(a, b, &value)) fail("its value is too large");
    return value;
  }

  std::string_view formula_, rest_;
  const NameValue& value_of_;
  int depth_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view formula, const NameValue& value_of) {
  return Evaluation(formula, value_of).all();
}

bool names(std::string_view formula, std::string_view name) {
  for (std::size_t at = formula.find(name); at != std::string_view::npos;
       at = formula.find(name, at + 1)) {
    const auto end = at + name.size();
    const bool begins = at == 0 || !is_word(formula[at - 1]);
    if (begins && (end == formula.size() || !is_word(formula[end]))) return true;
  }
  return false;
}

}  // namespace warpscope::figures
