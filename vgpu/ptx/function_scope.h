// Declares the registers and variables of one function under names that are unique in it.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "vgpu/ptx/parse_context.h"

namespace warpscope::ptx {

/// nvcc opens a scope around each call and each piece of inlined assembly, which declares the same
/// few names again. A register or parameter that repeats one of a closed scope shares its place; a
/// variable that differs from its namesake gets a name with '#' and a number, e.g. "param0#2".
class FunctionScope {
 public:
  FunctionScope(ParseContext& context, Function& function);

  void open();
  void close();
  /// Reads what follows `.reg`.
  void declare_registers();
  /// Declares a `.reg` parameter.
  void declare_register(std::string_view name, Type type);
  void declare_variable(Variable variable);

 private:
  struct Declared {
    bool is_register = false;
    std::uint32_t index = 0;
    bool is_open = true;
  };

  [[noreturn]] void fail_too_many() const;
  std::uint32_t add_registers(std::string_view name, Type type, std::uint64_t count,
                              bool is_numbered);
  std::uint32_t register_for(std::string_view name, Type type);
  void declare_vector_register(std::string_view name, Type type, std::uint32_t size);
  void note(std::string_view name, bool is_register, std::uint32_t index);
  void declare_name(std::string_view name, const Binding& binding);

  ParseContext& context_;
  Function& function_;
  /// The latest declaration of each name in this function.
  std::unordered_map<std::string_view, Declared> latest_;
  std::vector<std::string_view> open_names_;
  std::vector<std::size_t> scope_begins_;  ///< into open_names_
};

}  // namespace warpscope::ptx
