// warpscope-device: gives way to the build of the device that suits this processor, which lies
// beside it.
#include <unistd.h>

#include <cstring>
#include <iostream>
#include <string_view>

#include "vgpu/server/processor.h"

namespace {

using warpscope::device::VectorWidth;

constexpr int kUsageError = 2;

/// The value of --vector-bits; the program that is started checks all options.
std::string_view asked_width(int argc, char** argv) {
  constexpr std::string_view kOption = "--vector-bits";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == kOption && i + 1 < argc) return argv[i + 1];
    if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with('='))
      return word.substr(kOption.size() + 1);
  }
  return {};
}

/// Returns only when there is no such program or it does not start.
void become(VectorWidth width, char** argv) {
  if (const auto program = warpscope::device::program_for(width)) execv(program->c_str(), argv);
}

}  // namespace

int main(int argc, char** argv) {
  if (!warpscope::device::has_avx2()) {
    std::cerr << "warpscope-device: this processor lacks AVX2 and FMA, which the virtual GPU is "
                 "built for.\n";
    return kUsageError;
  }
  const std::string_view width = asked_width(argc, argv);
  if (width != "256" && warpscope::device::has_avx512()) become(VectorWidth::avx512, argv);
  if (width == "512") {
    std::cerr << "warpscope-device: this processor or this build lacks AVX-512.\n";
    return kUsageError;
  }
  become(VectorWidth::avx2, argv);
  std::cerr << "warpscope-device: there is no build of the device for these vectors beside this "
               "program; ./run, in the tree that it was built in, builds the one that this "
               "processor needs.\n";
  return kUsageError;
}
