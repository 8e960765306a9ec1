#include "vgpu/ptx/functions.h"

#include <limits>
#include <string>

#include "vgpu/ptx/constant_expression.h"
#include "vgpu/ptx/function_body.h"
#include "vgpu/ptx/variables.h"

namespace warpscope::ptx {
namespace {

constexpr std::size_t kMostValues = 16;

/// Declares the function so that calls and initialisers can name it, also from its own body.
void declare_function(ParseContext& context, std::string_view name) {
  const Binding binding{.kind = Binding::Kind::symbol, .index = 0, .count = 1, .unique_name = name};
  context.names.declare(name, binding);  // a second declaration changes nothing
}

void declare_parameters(ParseContext& context, const std::vector<Variable>& parameters) {
  for (const Variable& parameter : parameters) {
    if (parameter.name == "_" || parameter.space == Space::reg) continue;
    const Binding binding{
        .kind = Binding::Kind::symbol, .index = 0, .count = 1, .unique_name = parameter.name};
    if (!context.names.declare(parameter.name, binding)) {
      context.lexer.fail("The parameter " + quoted_text(parameter.name) + " is declared twice.");
    }
  }
}

/// `.maxntid 256, 1, 1`, `.noreturn`, ... between the parameters and the body.
void parse_function_directive(ParseContext& context, Function& function) {
  Lexer& lexer = context.lexer;
  const std::string_view name = lexer.next().text;
  std::vector<std::uint32_t> values;
  if (name == "pragma") {
    while (lexer.peek().kind == Token::Kind::string || lexer.peek().is(',')) lexer.next();
    lexer.expect(';', "after the pragma");
    return;
  }
  if (name == "attribute") {
    lexer.expect('(', "after .attribute");
    skip_to_closing(lexer, '(', ')');
    return;
  }
  while (lexer.peek().kind == Token::Kind::number) {
    if (values.size() == kMostValues) lexer.fail("A directive has too many values.");
    values.push_back(static_cast<std::uint32_t>(
        parse_count(lexer, std::numeric_limits<std::uint32_t>::max(), "The value of a directive")));
    if (!lexer.accept(',')) break;
  }
  function.directives[name] = std::move(values);
}

}  // namespace

Function parse_function(ParseContext& context, bool is_entry) {
  Lexer& lexer = context.lexer;
  Function function;
  function.is_entry = is_entry;
  while (lexer.peek().is_dotted()) parse_function_directive(context, function);
  if (lexer.peek().is('(')) function.returns = parse_parameters(context);
  function.name = lexer.expect_identifier("The name of a function");
  declare_function(context, function.name);
  if (lexer.peek().is('(')) function.parameters = parse_parameters(context);
  while (lexer.peek().is_dotted()) parse_function_directive(context, function);
  if (lexer.accept(';')) {
    function.is_declaration = true;
    return function;
  }
  context.names.open_scope();
  declare_parameters(context, function.returns);
  declare_parameters(context, function.parameters);
  parse_function_body(context, function);
  context.names.close_scope();
  return function;
}

}  // namespace warpscope::ptx
