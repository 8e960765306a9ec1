#include "runner/run/missing_libraries.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <stdexcept>
#include <system_error>

#include "base/files.h"
#include "runner/run/stub_library.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// A library, and with what the names of its functions begin.
struct Missing {
  std::string_view library, prefix;
  bool is_driver = false;
};
/// Of two whose names begin alike the longer one comes first.
constexpr std::array kMissing{Missing{"libcuda.so", "cu", true},
                              Missing{"libcublasLt", "cublasLt"},
                              Missing{"libcublas", "cublas"},
                              Missing{"libcudnn", "cudnn"},
                              Missing{"libcufft", "cufft"},
                              Missing{"libcurand", "curand"},
                              Missing{"libcusolver", "cusolver"},
                              Missing{"libcusparse", "cusparse"},
                              Missing{"libnccl", "nccl"},
                              Missing{"libnpp", "npp"},
                              Missing{"libnvidia-ml.so", "nvml", true}};

const Missing* find_missing(std::string_view library) {
  const auto found = std::ranges::find_if(
      kMissing, [&](const Missing& each) { return library.starts_with(each.library); });
  return found == kMissing.end() ? nullptr : &*found;
}

/// cuInit is the driver's, cublasCreate and a program's own cut_off are not.
bool belongs_to(const std::string& function, const Missing& missing) {
  if (!function.starts_with(missing.prefix)) return false;
  const auto rest = std::string_view(function).substr(missing.prefix.size());
  return missing.prefix != "cu" ||
         (!rest.empty() && std::isupper(static_cast<unsigned char>(rest.front())) != 0);
}

}  // namespace

bool is_missing_library(std::string_view library) { return find_missing(library) != nullptr; }

std::string sentence_of_missing(std::string_view library, std::string_view function) {
  const auto* missing = find_missing(library);
  if (missing == nullptr || !missing->is_driver)
    return fmt::format(
        "warpscope: the program calls {} of {}, whose kernels are machine code for real GPUs; the "
        "virtual GPU runs what nvcc compiled to PTX.\n",
        function, library);
  return fmt::format(
      "warpscope: the program calls {} of {} ({}), which the virtual GPU does not have: it offers "
      "the runtime API, libcudart.so.13 and libcudart.so.12.\n",
      function, missing->prefix == "cu" ? "the CUDA driver API" : "NVIDIA's driver", library);
}

MissingLibraries::MissingLibraries(const ElfLibraries& libraries) {
  if (std::ranges::none_of(libraries.needed, is_missing_library)) return;
  folder_.emplace("libraries");
  for (const auto& library : libraries.needed) {
    const auto* missing = find_missing(library);
    if (missing == nullptr || library.find('/') != std::string::npos) continue;
    std::map<std::string, StubFunction> functions;
    for (const auto& function : libraries.undefined) {
      if (!belongs_to(function, *missing)) continue;
      const auto version = libraries.versions.find(function);
      functions.emplace(function,
                        StubFunction{sentence_of_missing(library, function),
                                     version == libraries.versions.end() ? "" : version->second});
    }
    const auto bytes = stub_library(library, functions);
    write_file(folder_->path() / library,
               {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
}

}  // namespace warpscope::runner
