#include "vgpu/ptx/function_body.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "vgpu/ptx/constant_expression.h"
#include "vgpu/ptx/function_scope.h"
#include "vgpu/ptx/labels.h"
#include "vgpu/ptx/operands.h"
#include "vgpu/ptx/source_locations.h"
#include "vgpu/ptx/variables.h"

namespace warpscope::ptx {
namespace {

constexpr int kDeepestScope = 256;
constexpr std::size_t kMostOperands = 4096;

class BodyParser {
 public:
  BodyParser(ParseContext& context, Function& function)
      : context_(context),
        lexer_(context.lexer),
        function_(function),
        scope_(context, function),
        labels_(context.arena),
        operand_parser_(context) {}

  void parse() {
    lexer_.expect('{', "before the body of the function");
    open_scope();
    while (depth_ > 0) statement();
    labels_.finish();
  }

 private:
  void open_scope() {
    if (++depth_ > kDeepestScope) lexer_.fail("Scopes are nested too deep.");
    scope_.open();
    labels_.open_scope();
  }
  void close_scope() {
    --depth_;
    scope_.close();
    labels_.close_scope();
  }

  void statement() {
    const Token token = lexer_.peek();
    if (token.is_identifier()) {
      lexer_.next();
      if (lexer_.accept(':')) {
        label(token);
      } else {
        instruction(token, std::nullopt);
      }
    } else if (token.is_dotted()) {
      lexer_.next();
      directive(token.text);
    } else if (token.is('@')) {
      guarded_instruction();
    } else if (lexer_.accept('{')) {
      open_scope();
    } else if (lexer_.accept('}')) {
      close_scope();
    } else if (!lexer_.accept(';')) {
      lexer_.fail_expected("An instruction");
    }
  }

  void directive(std::string_view name) {
    if (name == "loc") {
      locations_.parse_loc(context_);
    } else if (name == "reg") {
      scope_.declare_registers();
    } else if (name == "pragma") {
      pragma();
    } else {
      const bool is_extern = name == "extern";
      const bool is_linkage = is_extern || name == "visible" || name == "weak" || name == "common";
      if (is_linkage && lexer_.peek().is_dotted()) name = lexer_.next().text;
      const auto space = variable_space(name);
      if (!space) {
        lexer_.fail("The directive " + quoted_directive(name) + " is not known here.");
      }
      for (Variable& variable : parse_variables(context_, *space, is_extern)) {
        scope_.declare_variable(std::move(variable));
      }
    }
  }

  void pragma() {
    constexpr std::string_view kUsedBytes = "used_bytes_mask";
    do {
      const Token token = lexer_.next();
      if (token.kind != Token::Kind::string) lexer_.fail("A string must follow .pragma.");
      if (token.text.starts_with(kUsedBytes)) {
        std::string_view number = token.text.substr(kUsedBytes.size());
        number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
        const auto mask = parse_literal(number);
        if (!mask || mask->is_floating || mask->bits > std::numeric_limits<std::uint32_t>::max()) {
          lexer_.fail("The pragma used_bytes_mask needs a 32-bit number.");
        }
        used_bytes_mask_ = static_cast<std::uint32_t>(mask->bits);
      }
    } while (lexer_.accept(','));
    lexer_.expect(';', "after the pragma");
  }

  void label(const Token& name) {
    const Token& after = lexer_.peek();
    if (after.is_dotted("branchtargets")) {
      lexer_.next();
      branch_table(labels_.define(name.text, Labels::Kind::branch_table, name.line));
    } else if (after.is_dotted("callprototype") || after.is_dotted("calltargets")) {
      // A call passes exactly what its arguments say, so these add nothing to it.
      labels_.define(name.text, Labels::Kind::call_table, name.line);
      while (lexer_.peek().kind != Token::Kind::end && !lexer_.peek().is(';')) lexer_.next();
      lexer_.expect(';', "after the table");
    } else {
      const auto unique_name = labels_.define(name.text, Labels::Kind::code, name.line);
      function_.labels.emplace(unique_name, static_cast<std::uint32_t>(function_.body.size()));
    }
  }

  void branch_table(std::string_view label) {
    std::vector<std::string_view>& names = function_.branch_targets[label];
    do {
      names.push_back(lexer_.expect_identifier("A branch target"));
    } while (lexer_.accept(','));
    // The table is complete now, so its slots stay where they are.
    for (std::string_view& name : names) labels_.use(&name, Labels::Kind::code, lexer_.line());
    lexer_.expect(';', "after the branch targets");
  }

  void guarded_instruction() {
    lexer_.expect('@', "before the guard");
    Guard guard{.index = 0, .negated = lexer_.accept('!')};
    const Operand predicate = operand_parser_.operand();
    if (predicate.kind != Operand::Kind::reg ||
        function_.registers[predicate.index].type != Type::pred) {
      lexer_.fail("A guard must be a predicate register.");
    }
    guard.index = predicate.index;
    const Token opcode = lexer_.peek();
    lexer_.expect_identifier("An instruction after the guard");
    instruction(opcode, guard);
  }

  void instruction(const Token& opcode, const std::optional<Guard>& guard) {
    Instruction result;
    result.opcode = opcode.text;
    result.guard = guard;
    result.ptx_line = opcode.line;
    result.used_bytes_mask = std::exchange(used_bytes_mask_, std::nullopt);
    locations_.apply_to(result);
    modifiers_.clear();
    while (lexer_.peek().is_dotted()) modifiers_.push_back(lexer_.next().text);
    result.modifiers.assign(modifiers_.begin(), modifiers_.end());
    operands_.clear();
    if (opcode.text == "call") {
      call_operands();
    } else if (!lexer_.peek().is(';') || opcode.text == "bra" || opcode.text == "brx") {
      plain_operands(opcode.text);
    }
    lexer_.expect(';', "after the instruction " + quoted_text(opcode.text));
    result.operands.assign(std::make_move_iterator(operands_.begin()),
                           std::make_move_iterator(operands_.end()));
    function_.body.push_back(std::move(result));
    // Moving an instruction leaves its operands where they are, so these slots are stable.
    const Labels::Kind kind = opcode.text == "bra"   ? Labels::Kind::code
                              : opcode.text == "brx" ? Labels::Kind::branch_table
                                                     : Labels::Kind::call_table;
    for (Operand& operand : function_.body.back().operands) {
      if (operand.kind == Operand::Kind::label) labels_.use(&operand.name, kind, opcode.line);
    }
  }

  void plain_operands(std::string_view opcode) {
    const bool has_target = opcode == "bra";
    const bool has_table = opcode == "brx";
    do {
      if (operands_.size() == kMostOperands) lexer_.fail("An instruction has too many operands.");
      const bool is_label = has_target || (has_table && operands_.size() == 1);
      operands_.push_back(is_label ? operand_parser_.label() : operand_parser_.operand());
    } while (lexer_.accept(','));
  }

  /// `(returns), callee, (arguments), prototype`, each but the callee optional in the text.
  void call_operands() {
    Operand none;
    none.kind = Operand::Kind::vector;
    if (lexer_.peek().is('(')) {
      operands_.push_back(operand_parser_.argument_list());
      lexer_.expect(',', "after the return values");
    } else {
      operands_.push_back(none);
    }
    operands_.push_back(operand_parser_.operand());
    const Operand::Kind callee = operands_.back().kind;
    if (callee != Operand::Kind::symbol && callee != Operand::Kind::reg) {
      lexer_.fail("A call needs a function or a register that holds its address.");
    }
    const bool has_more = lexer_.accept(',');
    const bool has_arguments = has_more && lexer_.peek().is('(');
    operands_.push_back(has_arguments ? operand_parser_.argument_list() : none);
    if (has_arguments ? lexer_.accept(',') : has_more) operands_.push_back(operand_parser_.label());
  }

  ParseContext& context_;
  Lexer& lexer_;
  Function& function_;
  FunctionScope scope_;
  Labels labels_;
  OperandParser operand_parser_;
  SourceLocations locations_;
  int depth_ = 0;
  std::optional<std::uint32_t> used_bytes_mask_;
  std::vector<std::string_view> modifiers_;  ///< kept between instructions to save allocations
  std::vector<Operand> operands_;
};

}  // namespace

void parse_function_body(ParseContext& context, Function& function) {
  BodyParser(context, function).parse();
}

}  // namespace warpscope::ptx
