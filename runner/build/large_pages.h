// Memory in pages of 2 MiB for the compiler's programs, where that is faster.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

/// A virtual machine whose kernel gives free memory back to the host (VIRTIO_BALLOON_F_REPORTING of
/// the virtio specification, section 5.5.3): in blocks as large as such a page. The host must find
/// 2 MiB then for nearly each large page that a program touches, which takes longer than the large
/// page saves; small pages come from blocks that were too small to be given back.
/// `virtio_devices`: the folder with a folder for each device.
bool gives_free_memory_back(
    const std::filesystem::path& virtio_devices = "/sys/bus/virtio/devices");

struct LargePages {
  std::string environment;                      ///< NAME=value; empty: no large pages
  std::vector<std::filesystem::path> readable;  ///< what glibc reads to know the kernel's own
};
/// glibc since 2.35 takes them for malloc where the kernel has them.
LargePages large_pages();

}  // namespace warpscope::runner
