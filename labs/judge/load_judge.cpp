#include "labs/judge/load_judge.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace warpscope::judge {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJudgeFunction = "warpscope_make_judge";
using MakeJudge = void (*)(std::unique_ptr<Judge>&);

std::runtime_error refused(const fs::path& module) {
  const char* reason = ::dlerror();
  return std::runtime_error(module.string() + " is not the judge of a lab: " +
                            (reason != nullptr ? reason : "it makes none") +
                            ". Build it again with ./run, or install Warpscope again.");
}

}  // namespace

std::unique_ptr<Judge> load_judge(const fs::path& folder, std::string_view lab) {
  const auto module = folder / (std::string(lab) + ".so");
  if (!fs::exists(module)) return nullptr;
  // It is never unloaded: the judge's code and the texts that it gave away lie in it.
  void* loaded = ::dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) throw refused(module);
  const auto make = reinterpret_cast<MakeJudge>(::dlsym(loaded, kJudgeFunction));
  if (make == nullptr) throw refused(module);
  std::unique_ptr<Judge> judge;
  make(judge);
  if (judge == nullptr) throw refused(module);
  return judge;
}

}  // namespace warpscope::judge
