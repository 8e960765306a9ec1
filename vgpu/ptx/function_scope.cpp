#include "vgpu/ptx/function_scope.h"

#include <string>
#include <utility>

#include "vgpu/ptx/constant_expression.h"

namespace warpscope::ptx {
namespace {

constexpr std::uint64_t kMostRegisters = std::uint64_t{1} << 20;

bool is_same_declaration(const Variable& a, const Variable& b) {
  return a.space == b.space && a.type == b.type && a.alignment == b.alignment &&
         a.size_bytes == b.size_bytes;
}

/// The 6 of `%r<6>`.
std::uint64_t parse_register_count(Lexer& lexer) {
  const Token token = lexer.next();
  const auto count = token.kind == Token::Kind::number ? parse_literal(token.text) : std::nullopt;
  if (!count || count->is_floating) lexer.fail("The number of registers must be a whole number.");
  return count->bits;
}

}  // namespace

FunctionScope::FunctionScope(ParseContext& context, Function& function)
    : context_(context), function_(function) {
  for (const auto* list : {&function.returns, &function.parameters}) {
    for (const Variable& variable : *list) {
      if (variable.space == Space::reg) declare_register(variable.name, variable.type);
    }
  }
}

void FunctionScope::open() {
  context_.names.open_scope();
  scope_begins_.push_back(open_names_.size());
}

void FunctionScope::close() {
  context_.names.close_scope();
  for (; open_names_.size() > scope_begins_.back(); open_names_.pop_back()) {
    latest_[open_names_.back()].is_open = false;
  }
  scope_begins_.pop_back();
}

void FunctionScope::note(std::string_view name, bool is_register, std::uint32_t index) {
  latest_[name] = {is_register, index, true};
  open_names_.push_back(name);
}

void FunctionScope::declare_name(std::string_view name, const Binding& binding) {
  if (!context_.names.declare(name, binding)) {
    context_.lexer.fail("The name " + quoted_text(name) + " is declared twice in the same scope.");
  }
}

void FunctionScope::fail_too_many() const {
  context_.lexer.fail("The function declares too many registers.");
}

std::uint32_t FunctionScope::add_registers(std::string_view name, Type type, std::uint64_t count,
                                           bool is_numbered) {
  const std::size_t first = function_.registers.size();
  if (count > kMostRegisters - first || count > context_.budget.registers) {
    fail_too_many();
  }
  context_.budget.registers -= count;
  for (std::uint64_t i = 0; i < count; ++i) {
    function_.registers.push_back({.name = name,
                                   .number = static_cast<std::uint32_t>(i),
                                   .is_numbered = is_numbered,
                                   .type = type});
  }
  return static_cast<std::uint32_t>(first);
}

std::uint32_t FunctionScope::register_for(std::string_view name, Type type) {
  const auto found = latest_.find(name);
  if (found != latest_.end() && found->second.is_register && !found->second.is_open &&
      function_.registers[found->second.index].type == type) {
    return found->second.index;
  }
  return add_registers(name, type, 1, false);
}

void FunctionScope::declare_register(std::string_view name, Type type) {
  const std::uint32_t index = register_for(name, type);
  declare_name(name, {.kind = Binding::Kind::reg, .index = index, .count = 1, .unique_name = {}});
  note(name, true, index);
}

void FunctionScope::declare_vector_register(std::string_view name, Type type, std::uint32_t size) {
  constexpr std::string_view kComponents = "xyzw";
  const auto first = static_cast<std::uint32_t>(function_.registers.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    const std::string full_name = std::string(name) + "." + kComponents[i];
    add_registers(context_.arena.keep(full_name), type, 1, false);
  }
  declare_name(
      name,
      {.kind = Binding::Kind::vector_register, .index = first, .count = size, .unique_name = {}});
}

void FunctionScope::declare_registers() {
  Lexer& lexer = context_.lexer;
  std::uint32_t vector_size = 1;
  if (lexer.peek().is_dotted("v2") || lexer.peek().is_dotted("v4")) {
    vector_size = static_cast<std::uint32_t>(lexer.next().text[1] - '0');
  }
  const auto type = lexer.peek().is_dotted() ? parse_type(lexer.peek().text) : std::nullopt;
  if (!type) lexer.fail_expected("A type after .reg");
  lexer.next();
  do {
    const std::string_view name = lexer.expect_identifier("A register name");
    if (lexer.accept('<')) {
      const std::uint64_t count = parse_register_count(lexer);
      lexer.expect('>', "after the number of registers");
      if (vector_size != 1) {
        if (count > kMostRegisters / vector_size) fail_too_many();
        for (std::uint64_t i = 0; i < count; ++i) {
          const auto member = context_.arena.keep(std::string(name) + std::to_string(i));
          declare_vector_register(member, *type, vector_size);
        }
        continue;
      }
      const std::uint32_t first = add_registers(name, *type, count, true);
      if (!context_.names.declare_family(name, first, static_cast<std::uint32_t>(count))) {
        lexer.fail("The registers " + quoted_text(name) + " are declared twice in the same scope.");
      }
    } else if (vector_size != 1) {
      declare_vector_register(name, *type, vector_size);
    } else {
      declare_register(name, *type);
    }
  } while (lexer.accept(','));
  lexer.expect(';', "after the registers");
}

void FunctionScope::declare_variable(Variable variable) {
  const std::string_view name = variable.name;
  const auto found = latest_.find(name);
  const bool has_namesake = found != latest_.end();
  const bool can_share = has_namesake && !found->second.is_register && !found->second.is_open &&
                         variable.space == Space::param &&
                         is_same_declaration(function_.variables[found->second.index], variable);
  std::uint32_t index = 0;
  if (can_share) {
    index = found->second.index;
  } else {
    index = static_cast<std::uint32_t>(function_.variables.size());
    if (has_namesake || context_.names.find(name)) {
      variable.name = context_.arena.keep(std::string(name) + "#" + std::to_string(index));
    }
    function_.variables.push_back(std::move(variable));
  }
  declare_name(name, {.kind = Binding::Kind::symbol,
                      .index = 0,
                      .count = 1,
                      .unique_name = function_.variables[index].name});
  note(name, false, index);
}

}  // namespace warpscope::ptx
