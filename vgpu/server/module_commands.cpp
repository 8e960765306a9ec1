#include <cstring>
#include <stdexcept>

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

/// The PTX of one fat binary, of several that nvcc -rdc=true left to be linked, or itself.
std::vector<std::string> ptx_of(std::span<const std::byte> bytes,
                                const DeviceDescription& description) {
  if (!is_fat_binary(bytes)) {
    return {std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
  }
  return ptx::select_ptx(ptx::read_fat_binaries(bytes),
                         description.compute_major * 10 + description.compute_minor);
}

ptx::Module module_of(std::span<const std::byte> bytes, const DeviceDescription& description) {
  std::vector<ptx::Module> modules;
  for (std::string& text : ptx_of(bytes, description)) {
    modules.push_back(ptx::parse(std::move(text)));
  }
  return ptx::link(std::move(modules));
}

[[noreturn]] void refuse(DeviceState& device, std::int32_t code, std::string id, std::string title,
                         const std::string& cause) {
  record::Finding finding;
  finding.id = std::move(id);
  finding.title = std::move(title);
  finding.cause = cause;
  device.diagnose(std::move(finding));
  throw CommandError(code, cause);
}

exec::ManagedAddresses get_managed_addresses(BodyReader& request) {
  exec::ManagedAddresses managed;
  const auto count = request.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    std::string name = request.get_string();
    managed.insert_or_assign(std::move(name), request.get<std::uint64_t>());
  }
  return managed;
}

LoadedModule load(DeviceState& device, std::span<const std::byte> bytes,
                  const exec::ManagedAddresses& managed) {
  try {
    LoadedModule loaded;
    ptx::Module module = module_of(bytes, device.description);
    const std::vector<std::string> traces = trace_buffers(module);
    loaded.program = exec::load(std::move(module), device.memory, managed);
    for (const std::string& trace : traces) {
      if (const auto found = exec::symbol(*loaded.program, trace))
        loaded.trace_buffers.push_back(*found);
    }
    for (exec::KernelInfo& kernel : exec::kernels(*loaded.program)) {
      const std::string name = kernel.name;
      loaded.kernels.emplace(name, std::move(kernel));
    }
    return loaded;
  } catch (const ptx::FatBinaryError& error) {
    refuse(device, cuda_error::no_kernel_image, "bad-fat-binary",
           "The program's device code cannot be used", error.what());
  } catch (const ptx::ParseError& error) {
    refuse(device, cuda_error::invalid_ptx, "bad-ptx", "The program's PTX cannot be read",
           error.what());
  } catch (const std::runtime_error& error) {
    refuse(device, cuda_error::invalid_ptx, "bad-ptx", "The program's PTX cannot be used",
           error.what());
  }
}

}  // namespace

BodyWriter upload(DeviceState& device, BodyReader& request) {
  const auto bytes = request.get<std::uint64_t>();
  request.expect_end();
  const std::span<const std::byte> staged = device.staged(bytes);
  if (bytes > kMaxUploadBytes - device.upload.size()) {
    device.upload = {};
    throw CommandError(cuda_error::no_kernel_image,
                       "The program's device code is larger than 256 MiB, which is more than the "
                       "virtual GPU takes.");
  }
  device.upload.insert(device.upload.end(), staged.begin(), staged.end());
  return {};
}

BodyWriter load_module(DeviceState& device, BodyReader& request) {
  const exec::ManagedAddresses managed = get_managed_addresses(request);
  request.expect_end();
  const std::vector<std::byte> bytes = std::move(device.upload);
  device.upload = {};
  device.module_bytes += bytes.size();
  if (device.modules.size() >= kMaxModules || device.module_bytes > kMaxModuleBytes) {
    throw CommandError(cuda_error::memory_allocation,
                       "The program loads more device code than the virtual GPU takes.");
  }
  LoadedModule loaded = load(device, bytes, managed);
  const std::uint32_t id = device.next_module++;
  device.modules.emplace(id, std::move(loaded));
  BodyWriter reply;
  reply.put(id);
  return reply;
}

BodyWriter kernel_info(DeviceState& device, BodyReader& request) {
  const auto module = request.get<std::uint32_t>();
  const std::string name = request.get_string();
  request.expect_end();
  BodyWriter reply;
  put(reply, describe(device.kernel(module, name)));
  return reply;
}

BodyWriter symbol(DeviceState& device, BodyReader& request) {
  const auto module = request.get<std::uint32_t>();
  const std::string name = request.get_string();
  request.expect_end();
  const auto found = exec::symbol(*device.module(module).program, name);
  if (!found) throw CommandError(cuda_error::invalid_symbol);
  BodyWriter reply;
  reply.put(found->address);
  reply.put(found->size_bytes);
  return reply;
}

BodyWriter unsupported_call(DeviceState& device, BodyReader& request) {
  const std::string name = request.get_string(1024);
  request.expect_end();
  record::Finding finding;
  finding.id = "unsupported-runtime-call";
  finding.title = "The virtual GPU does not support a runtime call";
  finding.cause = name + " is not supported on the virtual GPU.";
  finding.hint = "The call returned cudaErrorNotSupported.";
  device.diagnose(std::move(finding));
  return {};
}

}  // namespace warpscope::device
