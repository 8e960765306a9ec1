// What went wrong, in a sentence.
#pragma once

#include <exception>
#include <string>

namespace warpscope {

/// What an exception says; of those of the standard library, which are not written for readers, a
/// sentence with the file and the system's reason. May quote texts that are not ours.
std::string error_sentence(const std::exception& error);

}  // namespace warpscope
