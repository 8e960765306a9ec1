#include "runner/origin/unused_work.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "record/fingerprint.h"

namespace warpscope::runner {
namespace {

using Kind = record::Transfer::Kind;

constexpr std::uint64_t kBytesOfASector = 32;
/// Of less than that an answer may well use nothing, e.g. a factor that is 1.
constexpr std::uint64_t kFewestInputBytes = 1024;
/// A kernel may leave out fields of records, and what a search need not look at.
constexpr std::uint64_t kLeastShareRead = 8;

/// What the answer's operations read of uploads.
struct Uploads {
  const record::RunRecord& record;
  const DataFlow::Origin& origin;
  std::uint32_t case_index;

  std::uint64_t bytes_read(std::size_t position) const {
    const auto found = origin.sectors_read.find({false, position});
    if (found == origin.sectors_read.end()) return 0;
    return std::min(found->second * kBytesOfASector, record.transfers[position].size_bytes);
  }
  bool is_of_case(std::size_t position) const {
    const auto& transfer = record.transfers[position];
    return transfer.case_index == case_index && transfer.kind == Kind::host_to_device;
  }
  /// Read of uploads with this size and fingerprint, where there is one.
  std::optional<std::uint64_t> bytes_read_of(std::uint64_t size, std::uint64_t fingerprint) const {
    std::optional<std::uint64_t> most;
    for (std::size_t i = 0; i < record.transfers.size(); ++i) {
      const auto& transfer = record.transfers[i];
      if (is_of_case(i) && transfer.size_bytes == size && transfer.fingerprint == fingerprint)
        most = std::max(most.value_or(0), bytes_read(i));
    }
    return most;
  }
  std::uint64_t bytes_read_of_all() const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < record.transfers.size(); ++i) {
      if (is_of_case(i)) bytes += bytes_read(i);
    }
    return bytes;
  }
};

/// An input is known again where it was uploaded as it is. A program may upload its inputs in
/// pieces, in another order, or not at all where the host alone needs one; but of all uploads it
/// must read an eighth of what the inputs have.
std::string unused_input(const judge::Case& set, const Uploads& uploads) {
  std::uint64_t bytes_of_all = 0;
  std::string largest;
  std::uint64_t bytes_of_largest = 0;
  for (const auto& [name, array] : set.inputs) {
    const std::uint64_t size = array.bytes().size();
    if (size < kFewestInputBytes || set.sparsely_read_inputs.contains(name)) continue;
    const auto bytes = uploads.bytes_read_of(size, record::fingerprint(array.bytes()));
    if (bytes && *bytes * kLeastShareRead < size) return name;
    bytes_of_all += size;
    if (size <= bytes_of_largest) continue;
    largest = name;
    bytes_of_largest = size;
  }
  return uploads.bytes_read_of_all() * kLeastShareRead < bytes_of_all ? largest : std::string();
}

std::uint64_t bytes_of(Outputs outputs) {
  std::uint64_t bytes = 0;
  for (const auto& output : outputs) bytes += output.first;
  return bytes;
}

/// Of more copies than that one after the other nobody has made a small answer.
constexpr std::size_t kMostCopiesAsked = 64;

/// The case's copies to the host that show what launches wrote which the answer does not come from.
/// Asked of small answers only, which a kernel can have by its parameters.
void mark_beside(std::uint32_t case_index, const DataFlow& flow, const DataFlow::Origin& answer,
                 record::RunRecord& record) {
  if (answer.is_lost) return;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < record.transfers.size() && asked < kMostCopiesAsked; ++i) {
    auto& transfer = record.transfers[i];
    if (transfer.case_index != case_index || transfer.kind != Kind::device_to_host) continue;
    if (!transfer.is_unused) continue;
    ++asked;
    const RecordRow row{false, i};
    const auto shown = flow.origin_of(case_index, std::span(&row, 1));
    if (!shown || shown->is_lost) continue;
    transfer.is_beside_answer = std::ranges::any_of(shown->rows, [&](const RecordRow& of) {
      return of.is_launch && !answer.rows.contains(of);
    });
  }
}

/// The copy that had brought to the host what one takes back to the device: the last before it with
/// the same bytes, of the same case. A host that fetches a result and puts it where it belongs has
/// not made it.
std::optional<RecordRow> fetched_before(const RecordRow& row, const record::RunRecord& record) {
  if (row.is_launch) return {};
  const auto& upload = record.transfers[row.position];
  if (upload.kind != Kind::host_to_device || upload.fingerprint == 0) return {};
  for (std::size_t i = row.position; i-- > 0;) {
    const auto& transfer = record.transfers[i];
    if (transfer.kind == Kind::device_to_host && transfer.case_index == upload.case_index &&
        transfer.size_bytes == upload.size_bytes && transfer.fingerprint == upload.fingerprint)
      return RecordRow{false, i};
  }
  return {};
}

/// The copies to the host before one to the device, of the same case, where they brought so little
/// that no input is among it.
std::vector<RecordRow> little_fetched_before(const RecordRow& row,
                                             const record::RunRecord& record) {
  std::vector<RecordRow> rows;
  if (row.is_launch || record.transfers[row.position].kind != Kind::host_to_device) return rows;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < row.position; ++i) {
    const auto& transfer = record.transfers[i];
    if (transfer.case_index != record.transfers[row.position].case_index) continue;
    if (transfer.kind != Kind::device_to_host) continue;
    bytes += transfer.size_bytes;
    rows.push_back({false, i});
  }
  return bytes < kFewestInputBytes ? rows : std::vector<RecordRow>();
}

/// A program that fetches and puts back again and again would have the walk begin as often.
constexpr int kMostRoundsThroughHost = 64;

/// DataFlow::origin_of() of the copies that brought the answer, which goes on behind what the host
/// only passed on, and, where it knows no input, behind what it made of the little that it fetched:
/// of a total the mean.
std::optional<DataFlow::Origin> origin_through_host(std::uint32_t case_index,
                                                    std::vector<RecordRow> rows,
                                                    const DataFlow& flow,
                                                    const record::RunRecord& record,
                                                    WhatHostKnows host) {
  std::set<RecordRow> passed_on;
  for (int round = 0;; ++round) {
    auto origin = flow.origin_of(case_index, rows);
    if (!origin || origin->is_lost || round == kMostRoundsThroughHost) return origin;
    const auto count = rows.size();
    for (const auto& row : origin->rows) {
      if (row.is_launch || !passed_on.insert(row).second) continue;
      if (const auto fetched = fetched_before(row, record)) {
        rows.push_back(*fetched);
      } else if (host.is_no_input) {
        const auto little = little_fetched_before(row, record);
        rows.insert(rows.end(), little.begin(), little.end());
      }
    }
    if (rows.size() == count) return origin;
  }
}

/// A counter or a flag that is kept from call to call is less than that, and a workspace that is
/// written in part counts as read.
std::optional<std::uint32_t> other_case(std::uint64_t answer_bytes,
                                        const DataFlow::Origin& origin) {
  std::uint64_t of_all = 0;
  std::pair<std::uint64_t, std::uint32_t> most;
  for (const auto& [index, sectors] : origin.sectors_of_other_cases) {
    of_all += sectors * kBytesOfASector;
    most = std::max(most, {sectors, index});
  }
  if (of_all < std::max(kFewestInputBytes, answer_bytes / kLeastShareRead)) return std::nullopt;
  return most.second;
}

}  // namespace

WorkOfAnswer mark_unused(const judge::Case& set, Outputs outputs, std::uint32_t case_index,
                         const DataFlow& flow, record::RunRecord& record, WhatHostKnows host) {
  auto copies = copies_of_answer(outputs, record, case_index);
  if (!copies && host.is_among_returned) copies = copies_to_host(record, case_index);
  if (!copies) return {};
  std::vector<RecordRow> rows;
  for (const auto position : *copies) rows.push_back({false, position});
  const auto origin = origin_through_host(case_index, std::move(rows), flow, record, host);
  if (!origin) return {};
  const auto mark = [&](auto& list, bool is_launch) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].case_index == case_index)
        list[i].is_unused = !origin->rows.contains({is_launch, i});
    }
  };
  mark(record.launches, true);
  mark(record.transfers, false);
  if (bytes_of(outputs) < kFewestInputBytes) mark_beside(case_index, flow, *origin, record);
  WorkOfAnswer work;
  work.other_case = other_case(bytes_of(outputs), *origin);
  if (set.useful_bytes == 0 || origin->is_lost || origin->reads_host) return work;
  work.unused_input = unused_input(set, {record, *origin, case_index});
  return work;
}

}  // namespace warpscope::runner
