// What the source calls the registers of a launch that stands still, where that is certain.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/steps.h"

namespace warpscope::runner {

struct RegisterName {
  std::string text;       ///< "sum", "threadIdx.x"; empty: not known
  bool is_float = false;  ///< the source says float or double, where the PTX has bits
};

/// The variable that a line sets: its only plain one, "i" for "int i = f(x);". Nothing for a line
/// that sets several, or an element.
struct SetVariable {
  std::string name;
  std::string type;  ///< its last word, where the line declares it: "float"; "float*" of a pointer
};
std::optional<SetVariable> variable_set_in(std::string_view line);

/// By register of `stood`. A name is known of one that always holds a parameter or a special
/// register, and of the only one that leaves lines which all set one variable. `text_of` gives a
/// file's text, or nothing.
using TextOf = std::function<std::optional<std::string>(const std::string& file)>;
std::vector<RegisterName> register_names(const device::Stood& stood, const TextOf& text_of);

/// A value of the register as the source means it: "-3", "1.5", "0x7f00001000".
std::string value_text(const device::StoodRegister& of, const RegisterName& name,
                       std::uint64_t value);

}  // namespace warpscope::runner
