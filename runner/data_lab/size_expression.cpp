#include "runner/data_lab/size_expression.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <stdexcept>

namespace warpscope::runner {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 62;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Evaluation {
 public:
  Evaluation(std::string_view text, const Sizes& sizes) : text_(text), sizes_(sizes) {}

  std::int64_t run() {
    auto value = term();
    for (char sign = next(); sign != '\0'; sign = next()) {
      if (sign != '+' && sign != '-') fail("a sign is missing before " + rest());
      ++at_;
      const auto other = term();
      value = sign == '+' ? sum(value, other) : sum(value, -other);
    }
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error(fmt::format("\"{}\": {}.", text_, reason));
  }
  std::string rest() const { return fmt::format("\"{}\"", text_.substr(at_)); }

  /// The next character that is no space; '\0' at the end.
  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  std::int64_t bounded(std::int64_t value) const {
    if (value > kLargest || value < -kLargest) fail("the number is too large");
    return value;
  }

  std::int64_t term() {
    auto value = factor();
    for (char sign = next(); sign == '*' || sign == '/'; sign = next()) {
      ++at_;
      const auto other = factor();
      value = sign == '*' ? product(value, other) : quotient(value, other);
    }
    return value;
  }

  std::int64_t sum(std::int64_t one, std::int64_t other) const {
    std::int64_t value = 0;
    if (__builtin_add_overflow(one, other, &value)) fail("the number is too large");
    return bounded(value);
  }
  std::int64_t product(std::int64_t one, std::int64_t other) const {
    std::int64_t value = 0;
    if (__builtin_mul_overflow(one, other, &value)) fail("the number is too large");
    return bounded(value);
  }
  std::int64_t quotient(std::int64_t value, std::int64_t by) const {
    if (by == 0) fail("divides by zero");
    return value / by;
  }

  std::int64_t factor() {
    const char c = next();
    const auto begin = at_;
    if (is_digit(c)) {
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
      std::int64_t value = 0;
      const auto* first = text_.data() + begin;
      if (std::from_chars(first, text_.data() + at_, value).ec != std::errc()) {
        fail("the number is too large");
      }
      return bounded(value);
    }
    if (!is_letter(c)) fail("a number or the name of a size is missing");
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const auto name = text_.substr(begin, at_ - begin);
    const auto found = sizes_.find(std::string(name));
    if (found == sizes_.end()) fail(fmt::format("{} is none of the sizes", name));
    return bounded(found->second);
  }

  std::string_view text_;
  const Sizes& sizes_;
  std::size_t at_ = 0;
};

}  // namespace

std::int64_t evaluate(std::string_view expression, const Sizes& sizes) {
  return Evaluation(expression, sizes).run();
}

void check_expression(std::string_view expression, std::span<const std::string> names) {
  Sizes ones;
  for (const auto& name : names) ones[name] = 1;
  evaluate(expression, ones);
}

}  // namespace warpscope::runner
