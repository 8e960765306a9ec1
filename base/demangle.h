// C++ names as programmers write them.
#pragma once

#include <string>

namespace warpscope {

/// "add_one(float*, int, int)" for "_Z7add_onePfii". A name that is not C++, or that nobody can
/// have written because it or what it stands for is very long, stays as it is. A few hundred bytes
/// can stand for gigabytes, each part being twice the one before; that costs no more than some time
/// and 64 MiB.
std::string demangled(const std::string& symbol);

}  // namespace warpscope
