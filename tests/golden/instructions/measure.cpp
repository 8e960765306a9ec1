// Runs the forms of a list on a real GPU and prints the list with the hash of each form's results.
//
//   measure ptx forms.csv > forms.ptx       the kernels; then: ptxas -arch=sm_90 -O1 forms.ptx
//   measure run forms.csv forms.cubin       on the machine with the GPU
//
// Not part of the build: g++ -std=c++20 -O1 -I. tests/golden/instructions/measure.cpp -ldl
#include <dlfcn.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>

#include "tests/golden/instructions/form_kernel.h"
#include "tests/golden/instructions/inputs.h"

namespace {

using warpscope::golden::Form;

// The driver is found when the program runs, so that it builds where there is none.
class Driver {
 public:
  Driver() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
    if (library_ == nullptr) throw std::runtime_error("There is no CUDA driver.");
  }
  template <typename... Arguments>
  void call(const char* name, Arguments... arguments) const {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library_, name));
    if (function == nullptr) throw std::runtime_error(std::string(name) + " is missing.");
    const int result = function(arguments...);
    if (result != 0)
      throw std::runtime_error(std::string(name) + " gives " + std::to_string(result) + ".");
  }

 private:
  void* library_;
};

void run(const std::vector<Form>& forms, const char* cubin_path) {
  std::ifstream file(cubin_path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  const std::string cubin = text.str();
  const Driver cuda;
  int device = 0;
  void *context = nullptr, *module = nullptr;
  cuda.call("cuInit", 0u);
  cuda.call("cuDeviceGet", &device, 0);
  cuda.call("cuDevicePrimaryCtxRetain", &context, device);
  cuda.call("cuCtxSetCurrent", context);
  cuda.call("cuModuleLoadData", &module, static_cast<const void*>(cubin.data()));
  constexpr std::size_t kBytes = std::size_t{warpscope::golden::kInputThreads} * 8;
  using Address = unsigned long long;
  std::map<std::pair<std::string, std::uint32_t>, Address> inputs;
  Address out = 0;
  cuda.call("cuMemAlloc_v2", &out, kBytes);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const Form& form = forms[i];
    Address arguments[5] = {0, 0, 0, 0, out};
    for (std::uint32_t s = 0; s < form.sources.size(); ++s) {
      Address& address = inputs[{form.sources[s], s}];
      if (address == 0) {
        cuda.call("cuMemAlloc_v2", &address, kBytes);
        const auto values = warpscope::golden::inputs(form.sources[s], s);
        cuda.call("cuMemcpyHtoD_v2", address, static_cast<const void*>(values.data()), kBytes);
      }
      arguments[s] = address;
    }
    void* function = nullptr;
    const std::string name = "k" + std::to_string(i);
    cuda.call("cuModuleGetFunction", &function, module, name.c_str());
    cuda.call("cuMemsetD8_v2", out, static_cast<unsigned char>(0), kBytes);
    void* pointers[5];
    for (int p = 0; p < 5; ++p) pointers[p] = &arguments[p];
    void* nothing = nullptr;
    cuda.call("cuLaunchKernel", function, warpscope::golden::kInputThreads / 256, 1u, 1u, 256u, 1u,
              1u, 0u, nothing, static_cast<void**>(pointers), static_cast<void**>(nullptr));
    cuda.call("cuCtxSynchronize");
    std::vector<std::uint64_t> results(warpscope::golden::kInputThreads);
    cuda.call("cuMemcpyDtoH_v2", static_cast<void*>(results.data()), out, kBytes);
    std::string sources;
    for (const std::string& source : form.sources) sources += (sources.empty() ? "" : ",") + source;
    std::printf("%s|%s|%s|%016llx\n", form.text.c_str(), form.destination.c_str(), sources.c_str(),
                static_cast<unsigned long long>(
                    warpscope::golden::hash_results(results, form.destination[0])));
  }
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count < 3) throw std::runtime_error("measure ptx|run forms.csv [forms.cubin]");
    std::ifstream list(arguments[2]);
    const auto forms = warpscope::golden::read_forms(list);
    if (std::string(arguments[1]) == "ptx") {
      std::cout << warpscope::golden::form_module_head();
      for (std::size_t i = 0; i < forms.size(); ++i)
        std::cout << warpscope::golden::form_kernel(i, forms[i]);
    } else {
      run(forms, arguments[3]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
