#include "vgpu/ptx/variables.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "vgpu/ptx/constant_expression.h"
#include "vgpu/ptx/initializer.h"

namespace warpscope::ptx {
namespace {

constexpr std::uint64_t kLargestVariableBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kLargestAlignment = std::uint64_t{1} << 16;
constexpr std::size_t kMostDimensions = 16;
constexpr std::size_t kMostParameters = 4096;

bool is_opaque(Type type) {
  return type == Type::texref || type == Type::samplerref || type == Type::surfref;
}

/// What stands between the state space and the names.
struct Prefix {
  Type type = Type::none;
  std::uint32_t vector_size = 1;
  std::uint32_t alignment = 0;  ///< 0: not given
  bool is_managed = false;
};

std::uint32_t parse_alignment(Lexer& lexer) {
  const std::uint64_t value = parse_count(lexer, kLargestAlignment, "An alignment");
  if (!std::has_single_bit(value)) lexer.fail("An alignment must be a power of two.");
  return static_cast<std::uint32_t>(value);
}

Prefix parse_prefix(Lexer& lexer) {
  Prefix prefix;
  while (lexer.peek().is_dotted()) {
    const std::string_view word = lexer.next().text;
    if (word == "align") {
      prefix.alignment = parse_alignment(lexer);
    } else if (word == "attribute") {
      lexer.expect('(', "after .attribute");
      if (lexer.peek().is_dotted("managed")) prefix.is_managed = true;
      skip_to_closing(lexer, '(', ')');
    } else if (word == "v2" || word == "v4" || word == "v8") {
      prefix.vector_size = static_cast<std::uint32_t>(word[1] - '0');
    } else if (word == "ptr") {
      // .ptr [.space] [.align N] tells what a pointer parameter points to; nothing here needs it.
      if (lexer.peek().is_dotted() && variable_space(lexer.peek().text)) lexer.next();
      if (lexer.peek().is_dotted("align")) {
        lexer.next();
        parse_alignment(lexer);
      }
    } else if (const auto type = parse_type(word)) {
      prefix.type = *type;
    } else {
      lexer.fail("A declaration cannot contain " + quoted_directive(word) + ".");
    }
  }
  if (prefix.type == Type::none) lexer.fail("A declaration has no type.");
  return prefix;
}

std::vector<std::uint64_t> parse_dimensions(Lexer& lexer) {
  std::vector<std::uint64_t> dimensions;
  while (lexer.accept('[')) {
    if (dimensions.size() == kMostDimensions) lexer.fail("An array has too many dimensions.");
    if (lexer.peek().is(']')) {
      if (!dimensions.empty()) lexer.fail("Only the first dimension of an array can be left open.");
      dimensions.push_back(0);
    } else {
      dimensions.push_back(parse_count(lexer, kLargestVariableBytes, "An array size"));
      if (dimensions.size() > 1 && dimensions.back() == 0) lexer.fail("An array size is 0.");
    }
    lexer.expect(']', "after the array size");
  }
  return dimensions;
}

std::uint64_t total_bytes(const Lexer& lexer, std::span<const std::uint64_t> dimensions,
                          std::uint64_t element_bytes) {
  std::uint64_t bytes = element_bytes;
  for (const std::uint64_t dimension : dimensions) {
    if (__builtin_mul_overflow(bytes, dimension, &bytes) || bytes > kLargestVariableBytes) {
      lexer.fail("A variable is larger than 1 TiB.");
    }
  }
  return bytes;
}

/// Reads `name[dimensions] = initialiser` behind the prefix.
Variable parse_declarator(ParseContext& context, Space space, const Prefix& prefix) {
  Lexer& lexer = context.lexer;
  Variable variable;
  variable.space = space;
  variable.type = prefix.type;
  variable.is_managed = prefix.is_managed;
  const std::uint32_t element_bytes = size_bytes(prefix.type) * prefix.vector_size;
  variable.alignment = prefix.alignment != 0 ? prefix.alignment : element_bytes;
  variable.name = lexer.expect_identifier("A name");
  const std::vector<std::uint64_t> dimensions = parse_dimensions(lexer);
  variable.size_bytes = total_bytes(lexer, dimensions, element_bytes);
  if (!lexer.accept('=')) return variable;
  if (is_opaque(prefix.type)) {
    lexer.expect('{', "before the fields");
    skip_to_closing(lexer, '{', '}');
    return variable;
  }
  const bool is_open = !dimensions.empty() && dimensions.front() == 0;
  const std::uint64_t row_bytes =
      is_open ? total_bytes(lexer, std::span(dimensions).subspan(1), element_bytes) : 0;
  const std::uint64_t covered = parse_initializer(context, variable, dimensions, element_bytes);
  if (is_open) variable.size_bytes = (covered + row_bytes - 1) / row_bytes * row_bytes;
  return variable;
}

Variable parse_parameter(ParseContext& context) {
  Lexer& lexer = context.lexer;
  const bool is_register = lexer.peek().is_dotted("reg");
  if (!is_register && !lexer.peek().is_dotted("param")) lexer.fail_expected("'.param' or '.reg'");
  lexer.next();
  const Prefix prefix = parse_prefix(lexer);
  Variable variable = parse_declarator(context, is_register ? Space::reg : Space::param, prefix);
  if (!variable.initial.empty()) lexer.fail("A parameter cannot have an initial value.");
  return variable;
}

}  // namespace

void skip_to_closing(Lexer& lexer, char open, char close) {
  for (std::uint64_t depth = 1; depth > 0;) {
    const Token token = lexer.next();
    if (token.kind == Token::Kind::end) {
      lexer.fail("The text ends before the closing '" + std::string(1, close) + "'.");
    }
    if (token.is(open)) ++depth;
    if (token.is(close)) --depth;
  }
}

std::optional<Space> variable_space(std::string_view directive) {
  if (directive == "global" || directive == "tex") return Space::global;
  if (directive == "const") return Space::constant;
  if (directive == "shared" || directive == "shared::cta") return Space::shared;
  if (directive == "local") return Space::local;
  if (directive == "param") return Space::param;
  return std::nullopt;
}

std::vector<Variable> parse_variables(ParseContext& context, Space space, bool is_extern) {
  Lexer& lexer = context.lexer;
  const Prefix prefix = parse_prefix(lexer);
  std::vector<Variable> variables;
  do {
    variables.push_back(parse_declarator(context, space, prefix));
    variables.back().is_extern = is_extern;
  } while (lexer.accept(','));
  lexer.expect(';', "after the declaration");
  return variables;
}

std::vector<Variable> parse_parameters(ParseContext& context) {
  Lexer& lexer = context.lexer;
  std::vector<Variable> parameters;
  lexer.expect('(', "before the parameters");
  while (!lexer.peek().is(')')) {
    if (parameters.size() == kMostParameters) lexer.fail("A function has too many parameters.");
    parameters.push_back(parse_parameter(context));
    if (!lexer.accept(',')) break;
  }
  lexer.expect(')', "after the parameters");
  return parameters;
}

}  // namespace warpscope::ptx
