#include "vgpu/server/processor.h"

#include <system_error>

namespace warpscope::device {

bool has_avx2() {
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
         __builtin_cpu_supports("bmi2") != 0;
}

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
         __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}

std::optional<std::filesystem::path> program_for(VectorWidth width) {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  auto program = self.parent_path() / (width == VectorWidth::avx512 ? "warpscope-device-avx512"
                                                                    : "warpscope-device-avx2");
  if (!std::filesystem::exists(program, error)) return std::nullopt;
  return program;
}

}  // namespace warpscope::device
