#include "runner/run/nvml.h"

#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <utility>

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

// NVML's reference; its numbers do not change with versions.
using Handle = void*;
constexpr int kSuccess = 0;
constexpr int kClockOfSm = 1, kClockOfMemory = 2;
constexpr int kTemperatureOfGpu = 0;
constexpr std::size_t kTextBytes = 96;
constexpr double kMega = 1e6, kMilli = 1e-3;
/// nvmlClocksEventReason…
constexpr unsigned long long kPowerCap = 0x4, kHardware = 0x8, kSoftwareHeat = 0x20,
                             kHardwareHeat = 0x40, kPowerBrake = 0x80;
constexpr std::uint32_t kEdgesOfClock = 2;  // memory moves data at both
constexpr std::uint32_t kByteBits = 8;

/// Where MPS keeps its pipes unless it is told otherwise.
fs::path mps_pipes() { return fs::path("/tmp") / "nvidia-mps"; }

}  // namespace

struct Nvml::Library {
  struct Memory {
    unsigned long long total, free, used;
  };
  void* file = nullptr;
  int (*init)() = nullptr;
  int (*shutdown)() = nullptr;
  int (*get_count)(unsigned*) = nullptr;
  int (*get_handle)(unsigned, Handle*) = nullptr;
  int (*get_name)(Handle, char*, unsigned) = nullptr;
  int (*get_uuid)(Handle, char*, unsigned) = nullptr;
  int (*get_capability)(Handle, int*, int*) = nullptr;
  int (*get_memory)(Handle, Memory*) = nullptr;
  int (*get_cores)(Handle, unsigned*) = nullptr;
  int (*get_clock)(Handle, int, unsigned*) = nullptr;
  int (*get_most_clock)(Handle, int, unsigned*) = nullptr;
  int (*get_bus_width)(Handle, unsigned*) = nullptr;
  int (*get_temperature)(Handle, int, unsigned*) = nullptr;
  int (*get_power)(Handle, unsigned*) = nullptr;
  int (*get_reasons)(Handle, unsigned long long*) = nullptr;
  int (*get_minor)(Handle, unsigned*) = nullptr;
  int (*get_mig)(Handle, unsigned*, unsigned*) = nullptr;
  int (*get_driver)(char*, unsigned) = nullptr;

  template <typename Function>
  void find(const char* name, Function& function) const {
    function = reinterpret_cast<Function>(dlsym(file, name));
  }
  void find_all() {
    find("nvmlInit_v2", init);
    find("nvmlShutdown", shutdown);
    find("nvmlDeviceGetCount_v2", get_count);
    find("nvmlDeviceGetHandleByIndex_v2", get_handle);
    find("nvmlDeviceGetName", get_name);
    find("nvmlDeviceGetUUID", get_uuid);
    find("nvmlDeviceGetCudaComputeCapability", get_capability);
    find("nvmlDeviceGetMemoryInfo", get_memory);
    find("nvmlDeviceGetNumGpuCores", get_cores);
    find("nvmlDeviceGetClockInfo", get_clock);
    find("nvmlDeviceGetMaxClockInfo", get_most_clock);
    find("nvmlDeviceGetMemoryBusWidth", get_bus_width);
    find("nvmlDeviceGetTemperature", get_temperature);
    find("nvmlDeviceGetPowerUsage", get_power);
    find("nvmlDeviceGetCurrentClocksThrottleReasons", get_reasons);
    find("nvmlDeviceGetMinorNumber", get_minor);
    find("nvmlDeviceGetMigMode", get_mig);
    find("nvmlSystemGetDriverVersion", get_driver);
  }
  bool has_needed() const {
    return init != nullptr && shutdown != nullptr && get_count != nullptr &&
           get_handle != nullptr && get_name != nullptr && get_uuid != nullptr &&
           get_capability != nullptr && get_memory != nullptr;
  }
  Handle handle(std::uint32_t index) const {
    Handle of = nullptr;
    if (get_handle(index, &of) != kSuccess)
      throw NoGpu("GPU " + std::to_string(index) + " of this machine cannot be asked.");
    return of;
  }
  /// 0 where a GPU does not tell.
  template <typename Function, typename... Arguments>
  static unsigned number(Function function, Arguments... arguments) {
    unsigned value = 0;
    return function != nullptr && function(arguments..., &value) == kSuccess ? value : 0;
  }
};

Nvml::Nvml(const char* library) : library_(std::make_unique<Library>()) {
  library_->file = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (library_->file == nullptr) {
    throw NoGpu(
        "There is no NVIDIA driver on this machine, so there is no real GPU to run on; a virtual "
        "one needs none (--device virtual:h200).");
  }
  library_->find_all();
  if (!library_->has_needed() || library_->init() != kSuccess) {
    throw NoGpu(
        "NVIDIA's driver on this machine does not answer: perhaps it was updated and wants a "
        "restart. `nvidia-smi` says more.");
  }
  unsigned count = 0;
  library_->get_count(&count);
  count_ = count;
  if (count_ == 0)
    throw NoGpu("NVIDIA's driver is there, but it sees no GPU. `nvidia-smi` says more.");
}

Nvml::~Nvml() {
  if (library_->shutdown != nullptr) library_->shutdown();
}

std::string Nvml::driver_version() const {
  std::array<char, kTextBytes> text{};
  if (library_->get_driver == nullptr || library_->get_driver(text.data(), text.size()) != kSuccess)
    return {};
  return text.data();
}

GpuDescription Nvml::describe(std::uint32_t index) const {
  if (index >= count_) {
    throw NoGpu("There is no GPU cuda:" + std::to_string(index) + ": this machine has " +
                std::to_string(count_) + ", from cuda:0 on.");
  }
  const auto& n = *library_;
  const Handle gpu = n.handle(index);
  GpuDescription of;
  std::array<char, kTextBytes> text{};
  if (n.get_name(gpu, text.data(), text.size()) == kSuccess) of.name = text.data();
  if (n.get_uuid(gpu, text.data(), text.size()) == kSuccess) of.uuid = text.data();
  int major = 0, minor = 0;
  n.get_capability(gpu, &major, &minor);
  of.capability = {static_cast<std::uint32_t>(major), static_cast<std::uint32_t>(minor)};
  Library::Memory memory{};
  if (n.get_memory(gpu, &memory) == kSuccess) of.memory_bytes = memory.total;
  of.cores = Library::number(n.get_cores, gpu);
  of.most_sm_clock_hz = kMega * Library::number(n.get_most_clock, gpu, kClockOfSm);
  of.dram_bytes_per_s = kMega * Library::number(n.get_most_clock, gpu, kClockOfMemory) *
                        kEdgesOfClock * Library::number(n.get_bus_width, gpu) / kByteBits;
  of.device_files = {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-uvm-tools",
                     "/dev/nvidia" + std::to_string(Library::number(n.get_minor, gpu))};
  if (fs::exists("/dev/dxg")) of.device_files = {"/dev/dxg"};
  unsigned is_mig = 0, will_be_mig = 0;
  if (n.get_mig != nullptr && n.get_mig(gpu, &is_mig, &will_be_mig) == kSuccess && is_mig != 0)
    of.sharing = "MIG";
  else if (fs::exists(mps_pipes() / "control"))
    of.sharing = "MPS";
  else if (fs::exists("/dev/dxg"))
    of.sharing = "WSL";
  return of;
}

GpuReading Nvml::read(std::uint32_t index) const {
  const auto& n = *library_;
  const Handle gpu = n.handle(index);
  GpuReading now;
  now.sm_clock_hz = kMega * Library::number(n.get_clock, gpu, kClockOfSm);
  now.memory_clock_hz = kMega * Library::number(n.get_clock, gpu, kClockOfMemory);
  now.temperature_c = Library::number(n.get_temperature, gpu, kTemperatureOfGpu);
  now.power_w = kMilli * Library::number(n.get_power, gpu);
  unsigned long long reasons = 0;
  if (n.get_reasons == nullptr || n.get_reasons(gpu, &reasons) != kSuccess) return now;
  if ((reasons & (kHardware | kPowerBrake)) != 0) now.held_down_by.emplace_back("hardware");
  if ((reasons & (kSoftwareHeat | kHardwareHeat)) != 0) now.held_down_by.emplace_back("heat");
  if ((reasons & kPowerCap) != 0) now.held_down_by.emplace_back("power");
  return now;
}

bool has_gpu() {
  try {
    return Nvml().count() > 0;
  } catch (const NoGpu&) {
    return false;
  }
}

}  // namespace warpscope::runner
