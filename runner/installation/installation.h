// Where the parts of Warpscope lie.
#pragma once

#include <filesystem>

namespace warpscope::runner {

/// Where the parts of this installation are.
struct Installation {
  /// Under a prefix, which stays as it is; else in a build folder of the source tree.
  bool is_installed = false;
  std::filesystem::path root;            ///< holds labs/, slides/, arch/profiles/
  std::filesystem::path device_program;  ///< the warpscope-device executable
  std::filesystem::path cudart_folder;   ///< holds our libcudart.so.13 and libcudart.so.12
  std::filesystem::path judges_folder;   ///< holds the labs' judges, <lab>.so; may be missing
  std::filesystem::path work_folder;     ///< for compiled labs; created when missing
  std::filesystem::path nvcc;            ///< the CUDA compiler; empty when there is none
  std::filesystem::path exercises;       ///< students' files; of the source tree, or where we are
  /// How a user starts the command line here.
  const char* command() const { return is_installed ? "warpscope" : "./run"; }
  /// NVIDIA's assembler, which comes with the compiler; empty when it is not beside it.
  std::filesystem::path ptxas() const;
  /// Where what it made is kept: programs in the sandbox do not see it.
  std::filesystem::path cubins_folder() const { return work_folder / "cubins"; }
  /// From the running executable's place and the environment (CUDACXX, PATH). Throws
  /// std::runtime_error with a sentence when a part is missing.
  static Installation discover();
};

}  // namespace warpscope::runner
