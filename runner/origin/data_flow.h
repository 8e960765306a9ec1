// The data flow of a run: from which launches and copies an answer comes. Walks back from the
// copies that brought it to the host, by what the device says of where each operation's data came
// from.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "device/operation_flow.h"
#include "record/record.h"

namespace warpscope::runner {

/// A row of the record: a launch or a transfer, by its position there.
struct RecordRow {
  bool is_launch = false;
  std::size_t position = 0;
  auto operator<=>(const RecordRow&) const = default;
};

class DataFlow {
 public:
  /// The operations that come are those of a new device process.
  void begin_process() { ++process_; }
  /// `row`: what stands for the operation in the record; several may share one.
  void add(RecordRow row, std::optional<std::uint32_t> case_index,
           const device::OperationFlow& flow);
  /// All of another one, behind what is there, with its rows moved to other positions.
  void add_all(const DataFlow& other, std::span<const std::size_t> launches,
               std::span<const std::size_t> transfers);

  struct Origin {
    std::set<RecordRow> rows;  ///< of the case, the given ones among them
    /// Sectors that those rows read of what a row of the case had written last.
    std::map<RecordRow, std::uint64_t> sectors_read;
    /// Sectors that those rows read of what rows of other cases had written last.
    std::map<std::uint32_t, std::uint64_t> sectors_of_other_cases;
    bool reads_host = false;  ///< also memory that the host writes without a copy
    bool is_lost = false;     ///< there is more than is kept: all else is empty
  };
  /// What the rows of a case come from. Nothing where nobody has followed one of them.
  std::optional<Origin> origin_of(std::uint32_t case_index, std::span<const RecordRow> rows) const;

  /// device::LastWriters with rows of the record for operations.
  struct Writers {
    struct Writer {
      std::optional<RecordRow> row;  ///< nothing: nobody
      std::optional<record::SourceLine> where;
      std::uint64_t bytes = 0;
    };
    std::vector<Writer> writers;
    /// Of neighbouring bytes, from the first one on: an index in `writers`.
    std::vector<device::LastWriters::Run> runs;
    bool has_more_runs = false;  ///< then the last bytes are in none
  };
  /// Who wrote last what a copy brought to the host; nothing where it is not known of all bytes.
  std::optional<Writers> writers_of(const RecordRow& copy) const;
  /// Gives the lines' files other names.
  void name_files(const std::function<std::string(const std::string&)>& name);

 private:
  struct Operation {
    RecordRow row;
    std::optional<std::uint32_t> case_index;
    std::vector<device::OperationFlow::Source> sources;
    bool has_unknown_sources = false;
    device::LastWriters last_writers{};
  };
  /// Process, number.
  using Key = std::pair<std::size_t, std::uint32_t>;
  void add(const Key& key, Operation operation);
  bool is_lost(std::uint32_t case_index) const {
    return lost_cases_.contains(case_index) || lost_cases_.contains(kNoCase);
  }
  static constexpr std::uint32_t kNoCase = ~0U;

  std::map<Key, Operation> operations_;
  std::map<RecordRow, std::vector<Key>> of_row_;
  std::size_t process_ = 0;
  std::size_t sources_ = 0;             ///< of all operations
  std::size_t writer_runs_ = 0;         ///< the same
  std::set<std::uint32_t> lost_cases_;  ///< with more operations than are kept
};

}  // namespace warpscope::runner
