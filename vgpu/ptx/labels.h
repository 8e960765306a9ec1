// Labels of one function body. They are visible in their scope and may be used before they are
// defined; two scopes (of inlined assembly, say) may define the same name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vgpu/ptx/names.h"

namespace warpscope::ptx {

class Labels {
 public:
  enum class Kind : std::uint8_t {
    code,          ///< a place in the body
    branch_table,  ///< of .branchtargets
    call_table,    ///< of .callprototype or .calltargets
  };

  explicit Labels(NameArena& arena) : arena_(arena) {}

  void open_scope();
  /// Resolves what the scope's labels answer; uses of other labels pass to the enclosing scope.
  /// ParseError when a label was defined twice or is not of the kind that its use needs.
  void close_scope();
  /// Defines a label in the innermost scope; its name in the function, which is `name` itself
  /// unless another scope took that before.
  std::string_view define(std::string_view name, Kind kind, std::uint32_t line);
  /// Notes that `*slot` names a label of this kind; close_scope() replaces it by the label's name
  /// in the function. The slot must stay where it is until then.
  void use(std::string_view* slot, Kind kind, std::uint32_t line);
  /// ParseError when a use is left over. To be called after the last scope is closed.
  void finish() const;

 private:
  struct Definition {
    std::string_view name, unique_name;
    Kind kind = Kind::code;
    std::uint32_t line = 0;
  };
  struct Use {
    std::string_view* slot = nullptr;
    Kind kind = Kind::code;
    std::uint32_t line = 0;
  };
  struct Scope {
    std::size_t first_definition = 0, first_use = 0;
  };

  NameArena& arena_;
  std::vector<Definition> definitions_;
  std::vector<Use> uses_;
  std::vector<Scope> scopes_;
  std::unordered_set<std::string_view> taken_;
};

}  // namespace warpscope::ptx
