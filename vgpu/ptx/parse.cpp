// The module level of PTX: directives, module variables and functions.
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "vgpu/ptx/constant_expression.h"
#include "vgpu/ptx/functions.h"
#include "vgpu/ptx/module.h"
#include "vgpu/ptx/parse_context.h"
#include "vgpu/ptx/variables.h"

namespace warpscope::ptx {
namespace {

/// Each line of the source that ran is told with its file's name, so a name must not be of any
/// length, as #line allows. The end says more than the beginning.
std::string_view short_name(std::string_view name) {
  constexpr std::size_t kLongestFileName = 512;
  return name.substr(name.size() - std::min(name.size(), kLongestFileName));
}

constexpr std::size_t kLargestText = std::size_t{256} << 20;
constexpr std::uint64_t kLargestFile = 65535;
constexpr std::uint64_t kSpareAmount = std::uint64_t{1} << 20;

/// What the views in a module point into.
struct ModuleText {
  std::string text;
  NameArena arena;
};

class ModuleParser {
 public:
  ModuleParser(Module& module, NameArena& arena)
      : context_{.lexer = Lexer(*module.text),
                 .module = module,
                 .arena = arena,
                 // What nvcc declares is in proportion to what it writes.
                 .budget = {.registers = kSpareAmount + module.text->size(),
                            .initial_bytes = 64 * kSpareAmount + module.text->size(),
                            .aliased_instructions = kSpareAmount},
                 .names = {},
                 .undeclared_symbols = {},
                 .last_file = 0},
        lexer_(context_.lexer),
        module_(module) {}

  void parse() {
    if (!lexer_.peek().is_dotted("version")) {
      lexer_.fail("This is not PTX: the text must begin with .version.");
    }
    while (lexer_.peek().kind != Token::Kind::end) statement();
    if (module_.target.empty()) lexer_.fail("The directive .target is missing.");
    module_.files.resize(context_.last_file + std::size_t{1});
    resolve_aliases();
    check_undeclared_symbols();
  }

 private:
  struct Alias {
    std::string_view name, target;
    std::uint32_t line = 0;
  };

  void statement() {
    if (lexer_.accept(';')) return;
    const Token token = lexer_.peek();
    if (!token.is_dotted()) lexer_.fail_expected("A directive");
    lexer_.next();
    Linkage linkage = Linkage::internal;
    std::string_view name = token.text;
    while (const auto given = linkage_of(name)) {
      linkage = *given;
      if (!lexer_.peek().is_dotted()) lexer_.fail_expected("A declaration");
      name = lexer_.next().text;
    }
    if (name == "entry" || name == "func") {
      Function function = parse_function(context_, name == "entry");
      function.linkage = linkage;
      add_function(std::move(function), token.line);
    } else if (const auto space = variable_space(name)) {
      skip_bank(*space);
      for (Variable& variable : parse_variables(context_, *space, linkage == Linkage::external)) {
        variable.linkage = linkage;
        add_variable(std::move(variable), token.line);
      }
    } else {
      directive(name);
    }
  }

  static std::optional<Linkage> linkage_of(std::string_view directive) {
    if (directive == "visible") return Linkage::visible;
    if (directive == "weak") return Linkage::weak;
    if (directive == "common") return Linkage::common;
    if (directive == "extern") return Linkage::external;
    return std::nullopt;
  }

  /// The number of `.const[3]`, which PTX before 2.2 had.
  void skip_bank(Space space) {
    if (space != Space::constant || !lexer_.accept('[')) return;
    parse_count(lexer_, 10, "A constant bank");
    lexer_.expect(']', "after the constant bank");
  }

  void directive(std::string_view name) {
    if (name == "version") {
      version();
    } else if (name == "target") {
      module_.target = lexer_.expect_identifier("A target such as sm_90");
      while (lexer_.accept(','))
        module_.is_debug |= lexer_.expect_identifier("A target option") == "debug";
    } else if (name == "address_size") {
      module_.address_size = static_cast<std::uint32_t>(parse_count(lexer_, 64, "An address size"));
    } else if (name == "file") {
      file();
    } else if (name == "section") {
      section();
    } else if (name == "pragma") {
      while (lexer_.peek().kind == Token::Kind::string || lexer_.peek().is(',')) lexer_.next();
      lexer_.expect(';', "after the pragma");
    } else if (name == "alias") {
      alias();
    } else {
      lexer_.fail("The directive " + quoted_directive(name) + " is not known.");
    }
  }

  void version() {
    const Token token = lexer_.next();
    const std::size_t point = token.text.find('.');
    const bool is_number = token.kind == Token::Kind::number && point != std::string_view::npos;
    const auto major = is_number ? parse_literal(token.text.substr(0, point)) : std::nullopt;
    const auto minor = is_number ? parse_literal(token.text.substr(point + 1)) : std::nullopt;
    if (!major || !minor || major->is_floating || minor->is_floating || major->bits > 1000 ||
        minor->bits > 1000) {
      throw ParseError(token.line, "A version such as 8.0 must follow .version.");
    }
    module_.version_major = static_cast<std::uint32_t>(major->bits);
    module_.version_minor = static_cast<std::uint32_t>(minor->bits);
  }

  void file() {
    const auto number = parse_count(lexer_, kLargestFile, "A file number");
    if (lexer_.peek().kind != Token::Kind::string) lexer_.fail_expected("The name of a file");
    if (number >= module_.files.size()) module_.files.resize(number + 1);
    if (number != 0) module_.files[number] = short_name(lexer_.peek().text);
    context_.last_file = std::max(context_.last_file, static_cast<std::uint32_t>(number));
    lexer_.next();
    while (lexer_.accept(',')) {  // time stamp and size
      parse_count(lexer_, std::numeric_limits<std::uint64_t>::max(), "The stamp of a file");
    }
  }

  /// Debug information: not needed to execute.
  void section() {
    if (!lexer_.peek().is_dotted() && !lexer_.peek().is_identifier()) {
      lexer_.fail_expected("The name of a section");
    }
    lexer_.next();
    lexer_.expect('{', "before the section");
    skip_to_closing(lexer_, '{', '}');
  }

  void alias() {
    Alias alias;
    alias.line = lexer_.line();
    alias.name = lexer_.expect_identifier("The name of an alias");
    lexer_.expect(',', "after the name of the alias");
    alias.target = lexer_.expect_identifier("The name of a function");
    lexer_.expect(';', "after .alias");
    aliases_.push_back(alias);
  }

  void add_function(Function function, std::uint32_t line) {
    if (variables_.contains(function.name)) fail_twice(function.name, line);
    const auto [place, is_new] = functions_.try_emplace(function.name, module_.functions.size());
    if (is_new) {
      module_.functions.push_back(std::move(function));
      return;
    }
    Function& first = module_.functions[place->second];
    if (function.is_declaration) return;
    if (!first.is_declaration) fail_twice(function.name, line);
    first = std::move(function);
  }

  void add_variable(Variable variable, std::uint32_t line) {
    if (functions_.contains(variable.name)) fail_twice(variable.name, line);
    const auto [place, is_new] = variables_.try_emplace(variable.name, module_.variables.size());
    if (is_new) {
      context_.names.declare(
          variable.name,
          {.kind = Binding::Kind::symbol, .index = 0, .count = 1, .unique_name = variable.name});
      module_.variables.push_back(std::move(variable));
      return;
    }
    Variable& first = module_.variables[place->second];
    if (variable.is_extern) return;
    if (!first.is_extern) fail_twice(variable.name, line);
    first = std::move(variable);
  }

  [[noreturn]] static void fail_twice(std::string_view name, std::uint32_t line) {
    throw ParseError(line, "The name " + quoted_text(name) + " is defined twice.");
  }

  /// An alias becomes a copy of its target under its own name.
  void resolve_aliases() {
    for (const Alias& alias : aliases_) {
      const auto name = functions_.find(alias.name);
      const auto target = functions_.find(alias.target);
      if (name == functions_.end() || target == functions_.end() ||
          !module_.functions[name->second].is_declaration ||
          module_.functions[target->second].is_declaration) {
        throw ParseError(alias.line, "An alias needs a declared function and a defined target.");
      }
      const Function& original = module_.functions[target->second];
      const std::size_t cost = original.body.size() + original.registers.size();
      if (cost > context_.budget.aliased_instructions) {
        throw ParseError(alias.line, "The functions behind aliases are too large.");
      }
      context_.budget.aliased_instructions -= cost;
      Function copy = original;
      copy.name = alias.name;
      copy.linkage = module_.functions[name->second].linkage;
      module_.functions[name->second] = std::move(copy);
    }
  }

  void check_undeclared_symbols() const {
    for (const ParseContext::SymbolUse& use : context_.undeclared_symbols) {
      if (!variables_.contains(use.name) && !functions_.contains(use.name)) {
        throw ParseError(use.line, "The name " + quoted_text(use.name) + " is not declared.");
      }
    }
  }

  ParseContext context_;
  Lexer& lexer_;
  Module& module_;
  std::unordered_map<std::string_view, std::size_t>
      functions_;  ///< by name, into Module::functions
  std::unordered_map<std::string_view, std::size_t>
      variables_;  ///< by name, into Module::variables
  std::vector<Alias> aliases_;
};

}  // namespace

Module parse(std::string text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  if (text.size() > kLargestText) {
    throw ParseError(1, "The text is larger than 256 MiB. Compile the program in smaller parts.");
  }
  const auto owner = std::make_shared<ModuleText>();
  owner->text = std::move(text);
  Module module;
  module.text = std::shared_ptr<const std::string>(owner, &owner->text);
  module.files.resize(1);
  ModuleParser(module, owner->arena).parse();
  return module;
}

}  // namespace warpscope::ptx
