#include "vgpu/ptx/link.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "vgpu/ptx/names.h"

namespace warpscope::ptx {
namespace {

/// What the views in a linked module point into.
struct LinkedText {
  std::vector<std::shared_ptr<const std::string>> texts;
  NameArena arena;
};

Linkage linkage_of(const Variable& variable) { return variable.linkage; }
/// A declaration is another module's, whatever it says (nvcc writes `.weak` there too).
Linkage linkage_of(const Function& function) {
  return function.is_declaration ? Linkage::external : function.linkage;
}

/// The order in which the definitions of one name are preferred.
int rank(Linkage linkage) {
  switch (linkage) {
    case Linkage::visible:
      return 3;
    case Linkage::weak:
      return 2;
    case Linkage::common:
      return 1;
    default:
      return 0;
  }
}

std::string defined_twice(std::string_view name) {
  return "The device code of this program defines " + std::string(name) +
         " in two files. Define it in one of them.";
}

/// Keeps of two meanings of one name the one that counts.
void merge(Variable& kept, Variable&& other) {
  if (kept.space != other.space) {
    throw LinkError("The device variable " + std::string(kept.name) +
                    " is in two kinds of memory in the files of this program.");
  }
  const std::uint32_t alignment = std::max(kept.alignment, other.alignment);
  const bool both_common = kept.linkage == Linkage::common && other.linkage == Linkage::common;
  if (rank(other.linkage) > rank(kept.linkage) ||
      (both_common && other.size_bytes > kept.size_bytes)) {
    kept = std::move(other);
  }
  kept.alignment = alignment;
}
void merge(Function& kept, Function&& other) {
  if (rank(linkage_of(other)) > rank(linkage_of(kept))) kept = std::move(other);
}

class Linker {
 public:
  explicit Linker(std::vector<Module>& modules) : modules_(modules) {}

  Module link() {
    const auto owner = std::make_shared<LinkedText>();
    for (const Module& module : modules_) owner->texts.push_back(module.text);
    result_.text = std::shared_ptr<const std::string>(owner, owner->texts.front().get());
    count_names();
    for (std::size_t i = 0; i < modules_.size(); ++i) {
      find_new_names(modules_[i], i, owner->arena);
      add(modules_[i]);
    }
    return std::move(result_);
  }

 private:
  using NewNames = std::unordered_map<std::string_view, std::string_view>;

  void count_names() {
    for (const Module& module : modules_) {
      for (const Variable& variable : module.variables) ++uses_[variable.name];
      for (const Function& function : module.functions) ++uses_[function.name];
    }
  }

  void find_new_names(const Module& module, std::size_t index, NameArena& arena) {
    new_names_.clear();
    const auto visit = [&](const auto& symbol) {
      if (linkage_of(symbol) != Linkage::internal || uses_.at(symbol.name) == 1) return;
      new_names_.emplace(symbol.name,
                         arena.keep(std::string(symbol.name) + '#' + std::to_string(index + 1)));
    };
    for (const Variable& variable : module.variables) visit(variable);
    for (const Function& function : module.functions) visit(function);
  }

  void add(Module& module) {
    check_kind(module);
    const auto version = [](const Module& m) {
      return std::tuple(m.version_major, m.version_minor);
    };
    if (version(module) > version(result_)) {
      result_.version_major = module.version_major;
      result_.version_minor = module.version_minor;
    }
    // File 0 is the empty name in each module.
    file_base_ = static_cast<std::uint32_t>(result_.files.size());
    result_.files.insert(result_.files.end(), module.files.begin(), module.files.end());
    for (Variable& variable : module.variables) {
      rename(variable, new_names_);
      add_symbol(std::move(variable), result_.variables, variables_);
    }
    for (Function& function : module.functions) {
      rename(function);
      add_symbol(std::move(function), result_.functions, functions_);
    }
  }

  void check_kind(const Module& module) {
    result_.is_debug = result_.is_debug || module.is_debug;
    if (result_.target.empty()) {
      result_.target = module.target;
      result_.address_size = module.address_size;
    } else if (result_.address_size != module.address_size) {
      throw LinkError("The files of this program have device addresses of different sizes.");
    }
  }

  using Places = std::unordered_map<std::string_view, std::size_t>;

  template <typename Symbol>
  void add_symbol(Symbol symbol, std::vector<Symbol>& symbols, Places& places) {
    Places& others = &places == &variables_ ? functions_ : variables_;
    if (others.contains(symbol.name)) throw LinkError(defined_twice(symbol.name));
    const auto [place, is_new] = places.try_emplace(symbol.name, symbols.size());
    if (is_new) {
      symbols.push_back(std::move(symbol));
      return;
    }
    Symbol& kept = symbols[place->second];
    if (linkage_of(kept) == Linkage::visible && linkage_of(symbol) == Linkage::visible) {
      throw LinkError(defined_twice(symbol.name));
    }
    merge(kept, std::move(symbol));
  }

  static void rename(std::string_view& name, const NewNames& names) {
    if (const auto found = names.find(name); found != names.end()) name = found->second;
  }

  static void rename(Variable& variable, const NewNames& names) {
    rename(variable.name, names);
    rename_relocations(variable, names);
  }

  static void rename_relocations(Variable& variable, const NewNames& names) {
    for (Variable::Relocation& relocation : variable.relocations) {
      rename(relocation.symbol, names);
    }
  }

  static void rename(Operand& operand, const NewNames& names) {
    if (operand.kind == Operand::Kind::symbol) rename(operand.name, names);
    for (Operand& element : operand.elements) rename(element, names);
  }

  void rename(Function& function) {
    rename(function.name, new_names_);
    // The function's own names hide those of the module.
    NewNames names = new_names_;
    for (const auto* own : {&function.returns, &function.parameters, &function.variables}) {
      for (const Variable& variable : *own) names.erase(variable.name);
    }
    for (Variable& variable : function.variables) rename_relocations(variable, names);
    for (Instruction& instruction : function.body) {
      move(instruction.location);
      for (SourceLocation& site : instruction.inlined_at) move(site);
      if (names.empty()) continue;
      for (Operand& operand : instruction.operands) rename(operand, names);
    }
  }

  void move(SourceLocation& location) const {
    if (location.file != 0) location.file += file_base_;
  }

  std::vector<Module>& modules_;
  Module result_;
  Places variables_, functions_;                    ///< into result_
  std::unordered_map<std::string_view, int> uses_;  ///< modules that have the name
  NewNames new_names_;                              ///< of the module that is being added
  std::uint32_t file_base_ = 0;
};

}  // namespace

Module link(std::vector<Module> modules) {
  if (modules.size() == 1) return std::move(modules.front());
  return Linker(modules).link();
}

}  // namespace warpscope::ptx
