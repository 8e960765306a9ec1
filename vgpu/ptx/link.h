// Device linking: modules of several source files, compiled with nvcc -rdc=true, become one.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "vgpu/ptx/module.h"

namespace warpscope::ptx {

/// Thrown when modules do not fit together; what() is a sentence for a user.
class LinkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Makes one module of several, by the rules of PTX ISA manual section 11.6: a `.visible` name is
/// defined once, `.weak` gives way to it and otherwise the first wins, the largest `.common`
/// counts,
/// `.extern` finds its definition in any module. A name that is its module's own and not the only
/// one of its kind gets '#' and the module's number behind it. Functions that no module defines
/// stay declarations (vprintf, malloc). At least one module must be given.
Module link(std::vector<Module> modules);

}  // namespace warpscope::ptx
