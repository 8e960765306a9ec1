// What is thrown when the other side breaks the protocol's rules.
#pragma once

#include <exception>
#include <string>

namespace warpscope::device {

/// what() is a sentence.
class ProtocolError : public std::exception {
 public:
  explicit ProtocolError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

}  // namespace warpscope::device
