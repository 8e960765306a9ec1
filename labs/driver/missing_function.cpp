#include "labs/driver/missing_function.h"

#include <stdexcept>
#include <string>

namespace warpscope::driver {

void missing_function(const char* declaration) {
  throw std::runtime_error("The file does not define " + std::string(declaration) + ".");
}

}  // namespace warpscope::driver
