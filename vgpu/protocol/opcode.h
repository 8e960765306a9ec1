// What a program can ask of the device.
#pragma once

#include <cstdint>

namespace warpscope::device {

/// The numbers go over the socket. exchanges.h has the fields of each request and of its reply.
enum class Opcode : std::uint16_t {
  hello = 1,       ///< the first request; frees what an earlier client left
  upload,          ///< appends bytes in staging memory to the module being sent
  load_module,     ///< takes all bytes uploaded since the last one: a fat binary or PTX text
  kernel_info,     ///< what the client must know of a kernel
  symbol,          ///< where a variable of a module lies
  allocate,        ///< device memory
  release,         ///< gives an allocation back
  memory_info,     ///< how much memory is free
  copy_to_device,  ///< staging → device memory
  copy_to_host,    ///< device memory → staging
  copy_on_device,  ///< device memory → device memory
  fill,            ///< cudaMemset and its relatives
  launch,          ///< runs a grid
  create_stream,
  destroy_stream,
  synchronize,  ///< the host waits for a stream, or for all, on the modelled clock
  create_event,
  destroy_event,
  record_event,        ///< in a stream
  wait_event,          ///< a stream waits
  synchronize_event,   ///< the host waits
  elapsed_time,        ///< between two events
  unsupported_call,    ///< for the record: the program called what the virtual GPU does not have
  share_memory = 100,  ///< makes pages that the client maps at these very addresses, so that host
                       ///< and kernels share the bytes; they are zero
  unshare_memory,
  take_output,  ///< the next part of what kernels have printed; empty when there is no more
  create_texture,
  destroy_texture,
  create_surface,
  destroy_surface,
  get_limit,        ///< of cudaLimit
  set_limit,        ///< of cudaLimit
  reset_device,     ///< frees what the program has on the device, except for shared pages
  reserve,          ///< addresses without memory
  allocate_at,      ///< memory at reserved addresses
  set_peer_access,  ///< what this device's kernels may reach
  set_grant,        ///< who reaches an allocation, whatever was enabled
  host_site,        ///< for findings: from where the program calls
  host_mistake,     ///< for findings: a mistake that only the client sees
  host_operation,   ///< for findings: what the next operation comes after
  host_use,         ///< for findings: whether an operation used an address
  host_reaction,    ///< for findings: what the program did after a call that failed
  host_case,        ///< for findings: which of a lab's cases runs
  borrow_memory,    ///< makes pages for a copy of memory that stays the program's own, at these
                    ///< addresses; unshare_memory ends it
  bring_memory,     ///< while a request is handled the device asks the client, which answers alike:
                    ///< the bytes of memory that it borrows, now
  host_ranges,      ///< for the record: NVTX's ranges around the operations that come
};

}  // namespace warpscope::device
