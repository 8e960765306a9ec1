#include "vgpu/server/kept_times.h"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "record/timeline_slice.h"
#include "vgpu/server/clocked_launch.h"
#include "vgpu/timing/code_fingerprint.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Of one folder of 256: a quarter of a gigabyte and 64 Ki launches in all.
constexpr KeptFiles::Limits kTimeLimits{256, std::uintmax_t{1} << 20};

json to_json(const timing::LineStalls& line, const std::vector<exec::SourceLine>& lines) {
  const auto rank = [&](const exec::SourceLine& where) {
    return std::ranges::lower_bound(lines, where) - lines.begin();
  };
  json causes = json::array();
  for (const auto& cause : line.causes)
    causes.push_back({rank(cause.where), cause.cycles, cause.times});
  return {rank(line.where), line.cycles, std::move(causes)};
}

timing::LineStalls line_from(const json& kept, const std::vector<exec::SourceLine>& lines) {
  timing::LineStalls line;
  line.where = lines.at(kept.at(0).get<std::size_t>());
  line.cycles = kept.at(1).get<timing::StallAccount::Cycles>();
  for (const json& cause : kept.at(2))
    line.causes.push_back({lines.at(cause.at(0).get<std::size_t>()),
                           cause.at(1).get<std::uint64_t>(), cause.at(2).get<std::uint64_t>()});
  return line;
}

std::string to_bytes(const timing::TimedLaunch& timed, const timing::MachineKernel& kernel,
                     double clock_hz) {
  const std::vector<exec::SourceLine> lines = timing::distinct_lines(kernel);
  json kept = {{"duration_s", timed.duration_s},
               {"blocks", timed.blocks},
               {"sms", timed.sms},
               {"tail_cycles", timed.tail_cycles},
               {"fetched_bytes", timed.fetched_bytes},
               {"cycles", timed.stalls.cycles},
               {"sm_cycles", timed.stalls.sm_cycles},
               {"lines", json::array()},
               {"use", json::array()}};
  for (const auto& line : timed.stalls.lines) kept["lines"].push_back(to_json(line, lines));
  for (const timing::PartUse& part : timed.use) kept["use"].push_back({part.part, part.share});
  if (timed.timeline) {
    const std::string slice = record::to_slice(
        timeline_of(*timed.timeline, static_cast<std::uint64_t>(timed.duration_s * clock_hz)));
    kept["timeline"] = json::binary({slice.begin(), slice.end()});
  }
  std::string bytes;
  json::to_msgpack(kept, bytes);
  return bytes;
}

/// Throws json::exception or std::out_of_range where the bytes are nothing that to_bytes() made.
timing::TimedLaunch from_bytes(std::string_view bytes, const timing::MachineKernel& kernel) {
  const std::vector<exec::SourceLine> lines = timing::distinct_lines(kernel);
  const json kept = json::from_msgpack(bytes);
  timing::TimedLaunch timed;
  timed.duration_s = kept.at("duration_s").get<double>();
  timed.blocks = kept.at("blocks").get<std::uint64_t>();
  timed.sms = kept.at("sms").get<std::uint32_t>();
  timed.tail_cycles = kept.at("tail_cycles").get<std::uint64_t>();
  timed.fetched_bytes = kept.at("fetched_bytes").get<std::uint64_t>();
  timed.stalls.cycles = kept.at("cycles").get<timing::StallAccount::Cycles>();
  timed.stalls.sm_cycles = kept.at("sm_cycles").get<std::uint64_t>();
  for (const json& line : kept.at("lines")) timed.stalls.lines.push_back(line_from(line, lines));
  for (const json& part : kept.at("use"))
    timed.use.push_back({part.at(0).get<std::string>(), part.at(1).get<double>()});
  const auto& slice = kept.at("timeline").get_binary();
  timed.kept_timeline = std::make_shared<const std::string>(slice.begin(), slice.end());
  return timed;
}

}  // namespace

KeptTimes::KeptTimes(fs::path folder, const arch::Profile& profile, std::string_view build)
    : files_(std::move(folder), kTimeLimits), clock_hz_(profile.sm.clock_hz) {
  timing::Hasher hasher;
  hasher.add(build);
  for (const arch::Figure& figure : profile.figures) {
    hasher.add(std::string_view(figure.key));
    hasher.add(std::string_view(figure.value));
  }
  of_ = hasher.value();
}

timing::Fingerprint KeptTimes::whole_key(const timing::Fingerprint& key) const {
  timing::Hasher hasher;
  hasher.add(of_);
  hasher.add(key);
  return hasher.value();
}

std::optional<timing::TimedLaunch> KeptTimes::find(const timing::Fingerprint& key,
                                                   const timing::MachineKernel& kernel) {
  const auto bytes = files_.find(whole_key(key));
  if (!bytes) return std::nullopt;
  try {
    return from_bytes(*bytes, kernel);
  } catch (const json::exception&) {
    return std::nullopt;
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

void KeptTimes::keep(const timing::Fingerprint& key, const timing::MachineKernel& kernel,
                     const timing::TimedLaunch& timed) {
  files_.keep(whole_key(key), to_bytes(timed, kernel, clock_hz_));
}

std::string build_id() {
  std::string id;
  // The first one is the executable.
  const auto read = [](dl_phdr_info* object, std::size_t, void* into) {
    constexpr std::uint32_t kBuildId = 3;  // NT_GNU_BUILD_ID
    for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
      if (segment.p_type != PT_NOTE) continue;
      const auto* notes = reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr);
      std::span left(notes, segment.p_memsz);
      while (left.size() >= sizeof(ElfW(Nhdr))) {
        ElfW(Nhdr) note;
        std::memcpy(&note, left.data(), sizeof note);
        const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
        const std::size_t name = sizeof note, value = name + padded(note.n_namesz);
        if (value + note.n_descsz > left.size()) break;
        if (note.n_type == kBuildId) {
          const auto found = left.subspan(value, note.n_descsz);
          static_cast<std::string*>(into)->assign(reinterpret_cast<const char*>(found.data()),
                                                  found.size());
          return 1;
        }
        left = left.subspan(std::min(left.size(), value + padded(note.n_descsz)));
      }
    }
    return 1;
  };
  ::dl_iterate_phdr(read, &id);
  if (!id.empty()) return id;
  std::error_code error;
  const fs::path self("/proc/self/exe");
  return fmt::format("{} {}", fs::file_size(self, error),
                     fs::last_write_time(self, error).time_since_epoch().count());
}

}  // namespace warpscope::device
