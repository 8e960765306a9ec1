// Copies between host and GPU.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "card.h"

namespace calibrate {
namespace {

constexpr std::size_t kMega = std::size_t{1} << 20;

struct Pinned {
  explicit Pinned(std::size_t bytes) { check(cudaMallocHost(&data, bytes), "cudaMallocHost"); }
  ~Pinned() { cudaFreeHost(data); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;
  void* data = nullptr;
};

double copied(Card& card, void* host, std::size_t bytes, cudaMemcpyKind kind) {
  const bool to_gpu = kind == cudaMemcpyHostToDevice;
  char* const gpu = card.pool<char>();
  return card.seconds([&] {
    check(cudaMemcpyAsync(to_gpu ? gpu : host, to_gpu ? host : gpu, bytes, kind, nullptr),
          "a copy");
  });
}

}  // namespace

Readings copies() {
  Readings readings;
  for (const auto kind : {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost}) {
    const std::string way = kind == cudaMemcpyHostToDevice ? "_to_gpu_" : "_to_host_";
    for (const std::size_t kilobytes : {4, 16384, 65536})
      readings.push_back({"pinned" + way + std::to_string(kilobytes), "seconds", [=](Card& card) {
                            const std::size_t bytes = card.size(kilobytes, 4) << 10;
                            static const Pinned host(64 * kMega);
                            return copied(card, host.data, bytes, kind);
                          }});
    for (const std::size_t kilobytes : {16384, 65536})
      readings.push_back({"pageable" + way + std::to_string(kilobytes), "seconds", [=](Card& card) {
                            static std::vector<char> host(64 * kMega);
                            return copied(card, host.data(), card.size(kilobytes, 4) << 10, kind);
                          }});
  }
  return readings;
}

}  // namespace calibrate
