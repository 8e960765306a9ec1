// What a driver says of a task that came to no end; the text is the case's message as it is.
#pragma once

#include <stdexcept>

namespace warpscope::driver {

class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace warpscope::driver
