#include "labs/driver/missing_function.h"

#include <string>

#include "labs/driver/failure.h"

namespace warpscope::driver {

void missing_function(const char* declaration) {
  throw Failure("The file does not define " + std::string(declaration) + ".");
}

}  // namespace warpscope::driver
