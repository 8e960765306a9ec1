// Choosing and asking devices. One line per rule; the same program gave the expected lines on an
// H200.
#include <cuda_profiler_api.h>

#include <cstdio>
#include <cstring>

void tell(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
  cudaGetLastError();
}

int main() {
  int device = 7;
  tell("set -1", cudaSetDevice(-1));
  tell("set 99", cudaSetDevice(99));
  tell("set 0", cudaSetDevice(0));
  tell("get", cudaGetDevice(&device));
  std::printf("device %d\n", device);
  tell("get to nowhere", cudaGetDevice(nullptr));
  cudaDeviceProp properties;
  tell("properties", cudaGetDeviceProperties(&properties, 0));
  tell("properties of 99", cudaGetDeviceProperties(&properties, 99));
  tell("choose", cudaChooseDevice(&device, &properties));
  char bus_id[32] = "";
  tell("bus id", cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0));
  int domain = 0, bus = 0, slot = 0;
  std::printf("form %d, length %zu\n", std::sscanf(bus_id, "%x:%x:%x.0", &domain, &bus, &slot),
              std::strlen(bus_id));
  std::printf("as in the properties %d\n", domain == properties.pciDomainID &&
                                               bus == properties.pciBusID &&
                                               slot == properties.pciDeviceID);
  device = 7;
  tell("by bus id", cudaDeviceGetByPCIBusId(&device, bus_id));
  std::printf("device %d\n", device);
  tell("by another", cudaDeviceGetByPCIBusId(&device, "0000:77:1f.0"));
  tell("by nonsense", cudaDeviceGetByPCIBusId(&device, "hello"));
  tell("bus id in 5 bytes", cudaDeviceGetPCIBusId(bus_id, 5, 0));
  int can = 7;
  tell("peer of itself", cudaDeviceCanAccessPeer(&can, 0, 0));
  std::printf("can %d\n", can);
  tell("peer 99", cudaDeviceCanAccessPeer(&can, 0, 99));
  tell("enable itself", cudaDeviceEnablePeerAccess(0, 0));
  tell("enable 99", cudaDeviceEnablePeerAccess(99, 0));
  tell("disable itself", cudaDeviceDisablePeerAccess(0));
  unsigned flags = 77;
  tell("flags", cudaGetDeviceFlags(&flags));
  std::printf("flags %u\n", flags & 7U);
  tell("flags 0x1000", cudaSetDeviceFlags(0x1000));
  tell("spin", cudaSetDeviceFlags(cudaDeviceScheduleSpin));
  cudaGetDeviceFlags(&flags);
  std::printf("flags %u\n", flags & 7U);
  int valid[] = {0};
  tell("valid devices", cudaSetValidDevices(valid, 1));
  valid[0] = 99;
  tell("valid 99", cudaSetValidDevices(valid, 1));
  tell("init", cudaInitDevice(0, 0, 0));
  tell("init 99", cudaInitDevice(99, 0, 0));
  int least = 9, greatest = 9;
  tell("priorities", cudaDeviceGetStreamPriorityRange(&least, &greatest));
  std::printf("%d to %d\n", least, greatest);
  cudaFuncCache preference;
  tell("cache preference", cudaDeviceGetCacheConfig(&preference));
  std::printf("%d\n", preference);
  tell("set it", cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  tell("profiler", cudaProfilerStart());
  tell("profiler stops", cudaProfilerStop());
  // Every attribute, and the figures that both calls tell.
  for (int attribute = 1; attribute < cudaDevAttrMax; ++attribute) {
    int value = -7;
    const cudaError_t error =
        cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), 0);
    std::printf("attribute %d: %s %d\n", attribute, cudaGetErrorName(error), value);
  }
  cudaGetLastError();
  return 0;
}
