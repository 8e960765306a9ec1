#include "vgpu/ptx/labels.h"

#include "vgpu/ptx/lexer.h"
#include "vgpu/ptx/module.h"

namespace warpscope::ptx {

void Labels::open_scope() { scopes_.push_back({definitions_.size(), uses_.size()}); }

std::string_view Labels::define(std::string_view name, Kind kind, std::uint32_t line) {
  std::string_view unique_name = name;
  if (!taken_.insert(name).second) {
    // '#' cannot be part of a PTX name, so this one is new.
    unique_name = arena_.keep(std::string(name) + "#" + std::to_string(taken_.size()));
    taken_.insert(unique_name);
  }
  definitions_.push_back({name, unique_name, kind, line});
  return unique_name;
}

void Labels::use(std::string_view* slot, Kind kind, std::uint32_t line) {
  uses_.push_back({slot, kind, line});
}

void Labels::close_scope() {
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  if (definitions_.size() == scope.first_definition) return;
  std::unordered_map<std::string_view, const Definition*> names;
  for (std::size_t i = scope.first_definition; i < definitions_.size(); ++i) {
    const Definition& definition = definitions_[i];
    if (!names.try_emplace(definition.name, &definition).second) {
      throw ParseError(definition.line, "The label " + quoted_text(definition.name) +
                                            " is defined twice in the same scope.");
    }
  }
  std::size_t kept = scope.first_use;
  for (std::size_t i = scope.first_use; i < uses_.size(); ++i) {
    const auto found = names.find(*uses_[i].slot);
    if (found == names.end()) {
      uses_[kept++] = uses_[i];
    } else if (found->second->kind != uses_[i].kind) {
      throw ParseError(uses_[i].line, "The label " + quoted_text(*uses_[i].slot) +
                                          " does not name what this instruction needs.");
    } else {
      *uses_[i].slot = found->second->unique_name;
    }
  }
  uses_.resize(kept);
  definitions_.resize(scope.first_definition);
}

void Labels::finish() const {
  if (uses_.empty()) return;
  throw ParseError(uses_.front().line,
                   "The label " + quoted_text(*uses_.front().slot) + " is not defined.");
}

}  // namespace warpscope::ptx
