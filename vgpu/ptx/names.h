// The names that PTX text declares, by scope: registers, register families (`%r<6>`) and symbols.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace warpscope::ptx {

/// What a name stands for.
struct Binding {
  enum class Kind : std::uint8_t {
    reg,              ///< `index` into Function::registers
    vector_register,  ///< `count` registers from `index` on (`.reg .v4 .f32 %v`)
    symbol,  ///< a variable, parameter or function; `unique_name` is its name in the module
  };
  Kind kind = Kind::symbol;
  std::uint32_t index = 0;
  std::uint32_t count = 1;
  std::string_view unique_name;
};

/// Scoped lookup: an inner declaration hides an outer one until its scope closes. The views given
/// to it must outlive it.
class NameTable {
 public:
  void open_scope();
  void close_scope();
  /// Adds a name to the innermost scope; false if that scope has it already.
  bool declare(std::string_view name, const Binding& binding);
  /// Adds registers `prefix`0 … `prefix`count-1 that lie at `first` and behind.
  bool declare_family(std::string_view prefix, std::uint32_t first, std::uint32_t count);
  /// The innermost meaning of a name.
  std::optional<Binding> find(std::string_view name) const;

 private:
  struct Entry {
    Binding binding;
    std::uint32_t depth = 0;
  };
  using Table = std::unordered_map<std::string_view, Entry>;
  struct Undo {
    Table* table = nullptr;
    std::string_view name;
    std::optional<Entry> hidden;  ///< what the declaration hid
  };

  bool declare_in(Table& table, std::string_view name, const Binding& binding);
  const Entry* find_family_member(std::string_view name, std::uint32_t& number) const;

  Table names_;
  Table families_;
  std::vector<Undo> undo_;
  std::vector<std::size_t> scope_begins_;  ///< into undo_
};

/// Keeps the few names that do not occur in the text, such as that of a second variable `param0`.
class NameArena {
 public:
  std::string_view keep(std::string name) { return names_.emplace_back(std::move(name)); }

 private:
  std::deque<std::string> names_;
};

}  // namespace warpscope::ptx
