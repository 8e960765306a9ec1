#include <cstring>
#include <map>
#include <stdexcept>
#include <string>

#include "findings/catalogue.h"
#include "vgpu/exec/base/text.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/ptx/fat_binary.h"
#include "vgpu/ptx/link.h"
#include "vgpu/ptx/module.h"
#include "vgpu/server/commands.h"
#include "vgpu/server/phase_marks.h"

namespace warpscope::device {
namespace {

constexpr std::uint64_t kMaxUploadBytes = std::uint64_t{256} << 20;
/// Of all modules of one program together.
constexpr std::uint64_t kMaxModuleBytes = std::uint64_t{1} << 30;
constexpr std::size_t kMaxModules = 4096;
constexpr std::uint32_t kFatBinaryMagic = 0xBA55'ED50;

bool is_fat_binary(std::span<const std::byte> bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < sizeof magic) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kFatBinaryMagic;
}

struct DeviceCode {
  std::vector<std::string> ptx;
  ptx::MachineCodes machine_code;  ///< by kernel, where known
};

/// The code of one fat binary, of several that nvcc -rdc=true left to be linked, or bare PTX.
DeviceCode code_of(std::span<const std::byte> bytes, const DeviceDescription& description) {
  if (!is_fat_binary(bytes)) {
    return {{std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())}, {}};
  }
  const std::uint32_t sm = description.compute_major * 10 + description.compute_minor;
  const auto images = ptx::read_fat_binaries(bytes, sm);
  return {ptx::select_ptx(images, sm), ptx::machine_code_in(images)};
}

ptx::Module module_of(std::vector<std::string> texts) {
  std::vector<ptx::Module> modules;
  for (std::string& text : texts) modules.push_back(ptx::parse(std::move(text)));
  return ptx::link(std::move(modules));
}

/// Where the kernels of a module begin, by their names: their first instruction that has a place.
using Places = std::map<std::string, record::SourceLine, std::less<>>;

Places places_of(const ptx::Module& module) {
  Places places;
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.body) {
      const auto& outermost =
          instruction.inlined_at.empty() ? instruction.location : instruction.inlined_at.back();
      if (outermost.line == 0 || outermost.file >= module.files.size()) continue;
      places.emplace(function.name,
                     record::SourceLine{std::string(module.files[outermost.file]), outermost.line});
      break;
    }
  }
  return places;
}

[[noreturn]] void refuse(DeviceState& device, std::int32_t code, record::Finding finding,
                         const std::string& cause) {
  finding.cause = cause;
  device.diagnose(std::move(finding));
  throw CommandError(code, cause);
}

exec::ManagedAddresses managed_addresses(const LoadRequest& request) {
  exec::ManagedAddresses managed;
  for (const auto& [name, address] : request.managed) managed.insert_or_assign(name, address);
  return managed;
}

/// Refuses what ptxas refuses when it makes machine code of the PTX, in its words.
void check_shared(DeviceState& device, const exec::KernelInfo& kernel, const Places& places) {
  if (kernel.static_shared_bytes <= arch::kMostStaticSharedBytes) return;
  record::Finding finding = make_finding("too-much-shared-memory");
  if (const auto place = places.find(kernel.name); place != places.end())
    finding.where = place->second;
  refuse(device, cuda_error::invalid_ptx, std::move(finding),
         "ptxas error   : Entry function '" + kernel.name + "' uses too much shared data (" +
             exec::hexadecimal(kernel.static_shared_bytes) + " bytes, " +
             exec::hexadecimal(arch::kMostStaticSharedBytes) + " max)");
}

LoadedModule load(DeviceState& device, std::span<const std::byte> bytes,
                  const exec::ManagedAddresses& managed) {
  try {
    LoadedModule loaded;
    DeviceCode code = code_of(bytes, device.description);
    ptx::Module module = module_of(std::move(code.ptx));
    loaded.machine_code = std::move(code.machine_code);
    const std::vector<std::string> traces = trace_buffers(module);
    const Places places = places_of(module);
    loaded.program = exec::load(std::move(module), device.memory, managed,
                                device.description.sm.shared_reserved_per_block_bytes);
    for (const std::string& trace : traces) {
      if (const auto found = exec::symbol(*loaded.program, trace))
        loaded.trace_buffers.push_back(*found);
    }
    for (exec::KernelInfo& kernel : exec::kernels(*loaded.program)) {
      check_shared(device, kernel, places);
      const std::string name = kernel.name;
      loaded.kernels.emplace(name, std::move(kernel));
    }
    return loaded;
  } catch (const ptx::FatBinaryError& error) {
    refuse(device, cuda_error::no_kernel_image, make_finding("bad-fat-binary"), error.what());
  } catch (const ptx::ParseError& error) {
    refuse(device, cuda_error::invalid_ptx, make_finding("bad-ptx"), error.what());
  } catch (const std::runtime_error& error) {
    refuse(device, cuda_error::invalid_ptx, make_finding("bad-ptx", "of what was read"),
           error.what());
  }
}

}  // namespace

void upload(DeviceState& device, const ByteCount& request) {
  const std::span<const std::byte> staged = device.staged(request.bytes);
  if (request.bytes > kMaxUploadBytes - device.upload.size()) {
    device.upload = {};
    throw CommandError(cuda_error::no_kernel_image,
                       "The program's device code is larger than 256 MiB, which is more than the "
                       "virtual GPU takes.");
  }
  device.upload.insert(device.upload.end(), staged.begin(), staged.end());
}

ModuleNumber load_module(DeviceState& device, const LoadRequest& request) {
  const std::vector<std::byte> bytes = std::move(device.upload);
  device.upload = {};
  device.module_bytes += bytes.size();
  if (device.modules.size() >= kMaxModules || device.module_bytes > kMaxModuleBytes) {
    throw CommandError(cuda_error::memory_allocation,
                       "The program loads more device code than the virtual GPU takes.");
  }
  LoadedModule loaded = load(device, bytes, managed_addresses(request));
  const std::uint32_t id = device.next_module++;
  device.modules.emplace(id, std::move(loaded));
  return {id};
}

KernelDescription kernel_info(DeviceState& device, const NameInModule& request) {
  return device.kernel_description(request.module, request.name);
}

AddressRange symbol(DeviceState& device, const NameInModule& request) {
  const auto found = exec::symbol(*device.module(request.module).program, request.name);
  if (!found) throw CommandError(cuda_error::invalid_symbol);
  return {found->address, found->size_bytes};
}

void unsupported_call(DeviceState& device, const UnsupportedCall& request) {
  record::Finding finding = make_finding("unsupported-runtime-call");
  finding.cause = request.name + " is not supported on the virtual GPU.";
  device.diagnose(std::move(finding));
}

}  // namespace warpscope::device
