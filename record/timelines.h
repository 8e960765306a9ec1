// The timelines of a record's launches, which stand beside it: compact, and read one at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/unique_fd.h"
#include "record/clock_timeline.h"

namespace warpscope::record {

struct Launch;     // record.h
struct RunRecord;  // record.h

/// Of one run: kept as bytes, or where they lie in a file.
class Timelines {
 public:
  /// More than this, of all launches, is not kept.
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostSliceBytes = std::size_t{1} << 20;  ///< nor of one launch

  Timelines() = default;
  /// Takes the bytes of to_slice() of a launch. False: there is no room for it.
  bool add(std::uint32_t launch, std::string slice);

  /// Reads the list of the launches of a file, which stays open, not their timelines. `run`: the
  /// number of the run that the record is of (run_number()). The file may be hostile: where it is
  /// broken, of another version or of another run, there are no launches and problem() says why.
  /// nullopt: there is no such file.
  static std::optional<Timelines> open(const std::filesystem::path& path, std::uint64_t run);
  /// A sentence; empty when nothing is wrong.
  const std::string& problem() const { return problem_; }

  bool is_empty() const { return launches_.empty(); }
  bool has(std::uint32_t launch) const { return launches_.contains(launch); }
  std::vector<std::uint32_t> launches() const;
  /// The launch's timeline; nothing where it has none. Throws RecordError where its part of the
  /// file is broken.
  std::optional<ClockTimeline> of(std::uint32_t launch) const;
  /// For a file that open() reads. Throws RecordError as of().
  std::string to_bytes(std::uint64_t run) const;

 private:
  struct Slice {
    std::string bytes;  ///< where there is no file
    std::uint64_t offset = 0, checksum = 0;
    std::uint32_t size = 0;
  };
  std::string bytes_of(const Slice& slice) const;
  std::string read(std::uint64_t offset, std::size_t count) const;
  void read_list(std::uint64_t run);

  std::map<std::uint32_t, Slice> launches_;  ///< by id
  std::filesystem::path path_;
  std::shared_ptr<const UniqueFd> file_;
  std::size_t size_bytes_ = 0;
  std::string problem_;
};

/// Where the timelines of the record in this file stand: "run.json.timelines", beside the file
/// itself where `record` is a link to it, as /dev/stdout may be. Empty: the link leads to no file.
std::filesystem::path timelines_path(const std::filesystem::path& record);

/// What the clock kept of a launch over time; nothing where it kept none. Throws RecordError where
/// the file beside the record is broken there.
std::optional<ClockTimeline> timeline_of(const RunRecord& record, const Launch& launch);
/// Two runs have different ones, but for bad luck; as the file of the timelines has it.
std::uint64_t run_number(const RunRecord& record);

}  // namespace warpscope::record
