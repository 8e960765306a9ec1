#include "vgpu/cudart/watch/call_site.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <climits>
#include <optional>

namespace warpscope::cudart {
namespace {

/// An ELF file in this process that holds an address.
struct Module {
  std::uint64_t address = 0;  ///< looked for
  std::uint64_t bias = 0;     ///< what loading added to the file's own addresses
  std::uint64_t begin = 0, end = 0;
  std::string path;
  bool is_found = false;
};

int look_into(dl_phdr_info* info, std::size_t, void* data) {
  auto& module = *static_cast<Module*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    if (module.address - begin >= segment.p_memsz) continue;
    module.bias = info->dlpi_addr;
    module.begin = begin;
    module.end = begin + segment.p_memsz;
    module.path = info->dlpi_name;
    module.is_found = true;
    return 1;
  }
  return 0;
}

std::optional<Module> module_of(std::uint64_t address) {
  Module module;
  module.address = address;
  dl_iterate_phdr(look_into, &module);
  if (!module.is_found) return std::nullopt;
  return module;
}

/// The segment with this library's code.
const Module& own_code() {
  static const Module own =
      module_of(reinterpret_cast<std::uint64_t>(&current_call_site)).value_or(Module());
  return own;
}

/// The running program's file, which has no name in the list of modules.
const std::string& program_path() {
  static const std::string path = [] {
    std::array<char, PATH_MAX> text{};
    const auto length = readlink("/proc/self/exe", text.data(), text.size());
    return length > 0 ? std::string(text.data(), static_cast<std::size_t>(length)) : std::string();
  }();
  return path;
}

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* data) {
  auto& from = *static_cast<ReturnAddresses*>(data);
  int is_interrupted = 0;
  std::uint64_t address = _Unwind_GetIPInfo(context, &is_interrupted);
  if (address == 0) return _URC_END_OF_STACK;
  if (is_interrupted != 0) ++address;  // as if a call that ends there had been interrupted
  if (address - own_code().begin < own_code().end - own_code().begin) {
    // Behind functions of the program: it was called back, and that is the innermost call.
    if (from.count > 0) return _URC_END_OF_STACK;
    from.in_library = address;
    return _URC_NO_REASON;
  }
  from.addresses.at(from.count++) = address;
  return from.count == from.addresses.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

std::string exported_function(std::uint64_t address) {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(address), &info) == 0 || info.dli_sname == nullptr)
    return {};
  return info.dli_sname;
}

}  // namespace

ReturnAddresses current_return_addresses() {
  ReturnAddresses from;
  _Unwind_Backtrace(take_frame, &from);
  return from;
}

CallSite current_call_site() {
  CallSite site{current_return_addresses(), {}};
  if (site.from.in_library != 0 && site.from.count > 0)
    site.function = exported_function(site.from.in_library);
  site.from.in_library = 0;  // does not tell places apart
  return site;
}

device::HostSite to_host_site(const CallSite& site, std::uint32_t number) {
  device::HostSite told{number, site.function, {}};
  for (std::size_t i = 0; i < site.from.count; ++i) {
    const std::uint64_t address = site.from.addresses.at(i) - 1;  // inside of the call
    const auto module = module_of(address);
    if (!module) continue;
    const std::string& path = module->path.empty() ? program_path() : module->path;
    told.frames.push_back({path, address - module->bias});
  }
  return told;
}

}  // namespace warpscope::cudart
