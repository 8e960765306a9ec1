#include "viewer/model/access_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "vgpu/counting/atomic_sectors.h"
#include "vgpu/counting/bank_conflicts.h"
#include "vgpu/counting/hardware_sizes.h"
#include "vgpu/counting/sectors.h"

namespace warpscope::viewer {
namespace {

using record::WarpRequest;

constexpr std::int64_t kLineBytes = 128, kSectorBytes = 32;
/// In front of every array, so that no address is negative: whole lines.
constexpr std::int64_t kBase = std::int64_t{1} << 50;

bool is_shared(const WarpRequest& request) { return request.space == WarpRequest::Space::shared; }

std::string counted(std::uint64_t count, const char* one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string passes_text(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "pass" : "passes");
}

template <typename Visit>
void for_each_lane(std::uint32_t lanes, const Visit& visit) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
    visit(static_cast<std::uint32_t>(std::countr_zero(rest)));
}

exec::SharedAtomic atomic_of(WarpRequest::Atomic atomic) {
  switch (atomic) {
    case WarpRequest::Atomic::none:
      return exec::SharedAtomic::none;
    case WarpRequest::Atomic::merged:
      return exec::SharedAtomic::counting;
    case WarpRequest::Atomic::native:
      return exec::SharedAtomic::native;
    case WarpRequest::Atomic::compare_and_swap:
      return exec::SharedAtomic::compare_and_swap;
    case WarpRequest::Atomic::loop:
      return exec::SharedAtomic::loop;
  }
  return exec::SharedAtomic::none;
}

void set_offsets(const record::LaneAddresses& addresses, exec::LaneOffsets& offsets) {
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane)
    offsets[lane] = static_cast<std::uint32_t>(addresses.at(lane));
}

/// Addresses as global memory has them: the array begins where it does in a line.
void set_device_addresses(const WarpRequest& request, const record::LaneAddresses& addresses,
                          exec::LaneAddresses& device) {
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane)
    device[lane] = static_cast<std::uint64_t>(kBase + addresses.at(lane) +
                                              static_cast<std::int64_t>(request.array_offset));
}

/// A compare-and-swap is served in other packets; which it was is not kept.
bool is_counted_atomic(const WarpRequest& request, const exec::LaneAddresses& device) {
  return exec::count_atomic_sectors(device, request.lanes, request.bytes, false) ==
             request.sectors ||
         exec::count_atomic_sectors(device, request.lanes, request.bytes, true) == request.sectors;
}

std::vector<exec::BankPass> passes_of(const WarpRequest& request,
                                      const exec::LaneOffsets& offsets) {
  if (request.kind == WarpRequest::Kind::atomic)
    return exec::list_atomic_passes(atomic_of(request.atomic), offsets, request.lanes,
                                    request.bytes);
  return exec::list_passes(offsets, request.lanes, request.bytes, request.may_pair);
}

void lay_out_banks(AccessPicture& picture) {
  const WarpRequest& request = picture.request;
  exec::LaneOffsets offsets;
  set_offsets(picture.addresses, offsets);
  for (const exec::BankPass& from : passes_of(request, offsets)) {
    PicturePass& pass = picture.passes.emplace_back();
    for_each_lane(from.banks, [&](std::uint32_t bank) {
      PictureWord& word = pass.banks.at(bank);
      word.offset = from.words[bank] * exec::kBankBytes;
      for_each_lane(from.lanes & request.lanes, [&](std::uint32_t lane) {
        const std::uint32_t first = offsets[lane] / exec::kBankBytes;
        const std::uint32_t last = (offsets[lane] + request.bytes - 1) / exec::kBankBytes;
        if (from.words[bank] >= first && from.words[bank] <= last) word.lanes |= 1U << lane;
      });
    });
  }
  picture.ideal = std::max(1U, request.wavefronts - request.conflicts);
  const bool is_twice = request.atomic == WarpRequest::Atomic::compare_and_swap;
  const auto drawn = static_cast<std::uint32_t>(picture.passes.size()) * (is_twice ? 2 : 1);
  if (request.atomic == WarpRequest::Atomic::loop) {
    picture.doubt =
        "This atomic is a loop on the hardware: how often it goes round depends on the values that "
        "it finds, which are not kept. Its passes are in the line's counters.";
  } else if (drawn != request.wavefronts) {
    picture.doubt = fmt::format(
        "The addresses give {}, but the run counted {}: the record is of another version of "
        "Warpscope, or was changed.",
        passes_text(drawn), request.wavefronts);
  }
}

void lay_out_lines(AccessPicture& picture) {
  const WarpRequest& request = picture.request;
  exec::LaneAddresses device;
  set_device_addresses(request, picture.addresses, device);
  std::map<std::uint64_t, PictureLine> lines;
  for_each_lane(request.lanes, [&](std::uint32_t lane) {
    for (std::uint32_t byte = 0; byte < request.bytes; ++byte) {
      const std::uint64_t address = device[lane] + byte;
      PictureLine& line = lines[address / kLineBytes];
      PictureSector& sector = line.sectors.at(address % kLineBytes / kSectorBytes);
      sector.lanes |= 1U << lane;
    }
  });
  std::uint32_t sectors = 0;
  for (auto& [number, line] : lines) {
    line.first_byte = static_cast<std::int64_t>(number) * kLineBytes - kBase -
                      static_cast<std::int64_t>(request.array_offset);
    for (const PictureSector& sector : line.sectors) sectors += sector.lanes != 0 ? 1 : 0;
    picture.lines.push_back(line);
  }
  picture.ideal =
      exec::ideal_sectors(static_cast<std::uint32_t>(std::popcount(request.lanes)), request.bytes);
  // Of these, what the lanes touch is not all that is counted.
  const bool is_of_atomic =
      request.kind == WarpRequest::Kind::atomic && is_counted_atomic(request, device);
  const bool is_of_copy = request.kind == WarpRequest::Kind::copy && request.sectors > sectors;
  if (is_of_atomic || is_of_copy) {
    if (request.sectors > sectors)
      picture.note =
          fmt::format("{} are counted: {}.", counted(request.sectors, "sector"),
                      is_of_atomic ? "lanes that want the same word are served one after another"
                                   : "pairs of lanes are served one after another");
  } else if (sectors != request.sectors) {
    picture.doubt = fmt::format(
        "The addresses give {}, but the run counted {}: the record is of another version of "
        "Warpscope, or was changed.",
        counted(sectors, "sector"), request.sectors);
  }
}

std::string headline_of(const AccessPicture& picture) {
  const WarpRequest& request = picture.request;
  std::string who = fmt::format(
      "{} \u00d7 {}", counted(static_cast<std::uint64_t>(std::popcount(request.lanes)), "lane"),
      counted(request.bytes, "byte"));
  if (!is_shared(request))
    return fmt::format("{}: {} in {}; {} would do", who, counted(request.sectors, "sector"),
                       counted(request.lines, "line"), picture.ideal);
  if (request.atomic == WarpRequest::Atomic::loop) return who;
  const std::string passes = passes_text(request.wavefronts);
  if (request.conflicts == 0) return fmt::format("{}: {}, no bank conflict", who, passes);
  return fmt::format("{}: {}, {} by bank conflicts", who, passes, request.conflicts);
}

}  // namespace

AccessPicture make_access_picture(const WarpRequest& request) {
  AccessPicture picture;
  picture.request = request;
  picture.addresses = addresses_of(request);
  if (is_shared(request)) {
    lay_out_banks(picture);
  } else {
    lay_out_lines(picture);
  }
  picture.headline = headline_of(picture);
  return picture;
}

void count_request(WarpRequest& request) {
  const record::LaneAddresses addresses = addresses_of(request);
  if (is_shared(request)) {
    exec::LaneOffsets offsets;
    set_offsets(addresses, offsets);
    const exec::Wavefronts counts =
        request.kind == WarpRequest::Kind::atomic
            ? exec::count_shared_atomic(atomic_of(request.atomic), offsets, request.lanes,
                                        request.bytes)
                  .atomic
            : exec::count_wavefronts(offsets, request.lanes, request.bytes, request.may_pair);
    request.wavefronts = counts.count;
    request.conflicts = counts.conflicts;
    return;
  }
  exec::LaneAddresses device;
  set_device_addresses(request, addresses, device);
  request.sectors = request.kind == WarpRequest::Kind::atomic
                        ? exec::count_atomic_sectors(device, request.lanes, request.bytes)
                        : exec::count_sectors(device, request.lanes);
  request.lines = exec::count_lines(device, request.lanes);
}

std::string array_label(const WarpRequest& request) {
  if (!request.array.empty()) return request.array;
  if (request.parameter != 0) return fmt::format("parameter {}", request.parameter);
  return is_shared(request) ? "shared memory" : "an array";
}

std::string lane_text(const AccessPicture& picture, std::uint32_t lane) {
  const WarpRequest& request = picture.request;
  if ((request.lanes >> lane & 1U) == 0) return fmt::format("lane {}: takes no part", lane);
  const bool is_named = is_shared(request) && !request.array.empty();
  const std::int64_t at =
      picture.addresses.at(lane) - (is_named ? static_cast<std::int64_t>(request.array_offset) : 0);
  std::string text = fmt::format("lane {}: bytes {} to {} of {}", lane, at, at + request.bytes - 1,
                                 array_label(request));
  if (at >= 0 && at % request.bytes == 0) text += fmt::format(", element {}", at / request.bytes);
  if (is_shared(request))
    text += fmt::format(", bank {}", picture.addresses.at(lane) / exec::kBankBytes % exec::kBanks);
  return text;
}

std::string request_kind_text(const WarpRequest& request) {
  const char* memory = is_shared(request) ? "shared memory" : "global memory";
  switch (request.kind) {
    case WarpRequest::Kind::load:
      return fmt::format("load from {}", memory);
    case WarpRequest::Kind::store:
      return fmt::format("store to {}", memory);
    case WarpRequest::Kind::atomic:
      return fmt::format("atomic on {}", memory);
    case WarpRequest::Kind::copy:
      return fmt::format("asynchronous copy from {}", memory);
  }
  return {};
}

std::string request_place_text(const WarpRequest& request) {
  return fmt::format("block {}, warp {}", request.block, request.warp);
}

}  // namespace warpscope::viewer
