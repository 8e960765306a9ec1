// The entry point that libFuzzer calls. WARPSCOPE_FUZZER is the name of a function in fuzzers.h.
#include <cstdint>

#include "tests/fuzz/fuzzers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpscope::fuzz::WARPSCOPE_FUZZER(std::as_bytes(std::span(data, size)));
  return 0;
}
