#include "vgpu/cudart/queue/asked_ranges.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace warpscope::cudart {
namespace {

/// How many objects were ever loaded into this process.
std::uint64_t loaded_objects() {
  std::uint64_t count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* into) {
        *static_cast<std::uint64_t*>(into) = info->dlpi_adds;
        return 1;  // each tells the same
      },
      &count);
  return count;
}

/// Where NVTX looks for its tool; empty where that is none of ours.
const char* path_of_library() {
  const char* path = std::getenv("NVTX_INJECTION64_PATH");
  const bool is_ours = path != nullptr && std::string_view(path).ends_with(nvtx::kLibraryName);
  return is_ours ? path : nullptr;
}

}  // namespace

nvtx::TakeOpenRanges* AskedRanges::library() {
  if (library_ != nullptr) return library_;
  const auto objects = loaded_objects();
  if (objects == objects_) return nullptr;
  objects_ = objects;
  const char* path = path_of_library();
  if (path == nullptr) return nullptr;
  // Not to load it, but to have what NVTX, or the program's loader, has loaded. It stays.
  void* handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr)
    library_ = reinterpret_cast<nvtx::TakeOpenRanges*>(dlsym(handle, nvtx::kTakeOpenRanges));
  return library_;
}

std::shared_ptr<const nvtx::OpenRanges> AskedRanges::now() {
  auto* const take = library();
  if (take == nullptr) return nullptr;
  nvtx::OpenRanges open;
  take(&open);
  if (open.ranges.empty() && open.marks.empty() && open.marks_left_out == 0) return nullptr;
  return std::make_shared<const nvtx::OpenRanges>(std::move(open));
}

void AskedRanges::number(const std::shared_ptr<const nvtx::Range>& range,
                         std::vector<device::HostRange>& told) {
  std::vector<const nvtx::Range*> unknown;
  for (const auto* each = range.get(); each != nullptr && each->number == 0;
       each = each->parent.get())
    unknown.push_back(each);
  for (auto each = unknown.rbegin(); each != unknown.rend(); ++each) {
    const nvtx::Range& of = **each;
    of.number = ++last_number_;
    told.push_back({of.number, of.parent ? of.parent->number : 0, of.name, of.domain, of.is_pushed,
                    of.thread});
  }
}

void AskedRanges::tell(Connection& connection, const nvtx::OpenRanges* asked) {
  device::HostRanges message;
  if (asked != nullptr) {
    for (const auto& range : asked->ranges) {
      number(range, message.told);
      message.open.push_back(range->number);
    }
    for (const nvtx::Mark& mark : asked->marks)
      message.marks.push_back({mark.name, mark.domain, mark.thread});
    message.marks_left_out = asked->marks_left_out;
  }
  if (message.open == open_ && message.marks.empty() && message.marks_left_out == 0) return;
  open_ = message.open;
  // In pieces, so that none is longer than a message may be; the last one has what is open.
  while (!message.told.empty() || !message.marks.empty()) {
    const auto some = [](auto& list) {
      const auto count = std::min<std::size_t>(list.size(), device::kMostTogetherTold);
      std::remove_reference_t<decltype(list)> part(list.begin(), list.begin() + count);
      list.erase(list.begin(), list.begin() + count);
      return part;
    };
    device::HostRanges part;
    part.told = some(message.told);
    part.marks = some(message.marks);
    connection.post<device::Opcode::host_ranges>(part);
  }
  connection.post<device::Opcode::host_ranges>(message);
}

}  // namespace warpscope::cudart
