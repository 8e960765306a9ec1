#include "runner/origin/host_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/quantity.h"
#include "record/capabilities.h"
#include "record/metrics.h"

namespace warpscope::runner {
namespace {

using namespace record::metric;

constexpr std::uint64_t kSectorBytes = 32;
/// What a kernel cannot do without, whatever it is counted as.
constexpr std::uint64_t kLeastShare = 4;

/// A copy of a total, or of a few words that decide what to launch next, shows the host nothing.
constexpr std::uint64_t kFewestBytesSeen = 64;

struct Moved {
  std::uint64_t written = 0, all = 0;  ///< bytes
};

/// Kernels that the answer does not come from did nothing for it.
Moved moved_by_kernels(const record::RunRecord& record, std::uint32_t case_index) {
  const auto value = [&](std::string_view name) {
    std::uint64_t sum = 0;
    for (const auto& launch : record.launches) {
      // First, because looking counters up takes longest: this is asked for each case, many times.
      if (launch.case_index != case_index || launch.is_unused) continue;
      const auto found = launch.counters.find(name);
      if (found != launch.counters.end()) sum += found->second;
    }
    return sum;
  };
  // Bulk copies and surfaces write as well.
  std::uint64_t written_sectors = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index && !launch.is_unused)
      written_sectors += launch.written_sectors;
  }
  Moved moved;
  moved.written = std::max(
      value(kStoreBytes) + kSectorBytes * (value(kAtomicSectors) + value(kReductionSectors)),
      kSectorBytes * written_sectors);
  // An asynchronous copy moves 16 bytes per lane at most.
  moved.all = moved.written + value(kLoadBytes) +
              std::uint64_t{16} * 32 * value(kAsynchronousCopies) +
              kSectorBytes * (value(kImageSectors) + value(kBulkCopySectors));
  // Bulk copies are no instructions of lanes: they show only in what memory had to move.
  std::uint64_t of_memory = 0;
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index && !launch.is_unused) of_memory += launch.dram_bytes;
  }
  moved.all = std::max(moved.all, of_memory);
  return moved;
}

bool has_copy_on_device(const record::RunRecord& record, std::uint32_t case_index) {
  return std::ranges::any_of(record.transfers, [&](const record::Transfer& transfer) {
    return transfer.case_index == case_index && !transfer.is_unused &&
           transfer.kind == record::Transfer::Kind::device_to_device;
  });
}

struct CopiedBothWays {
  std::uint64_t to_device = 0, to_host = 0;  ///< bytes, beyond the case's own inputs and outputs
};

CopiedBothWays copied_beyond_the_task(const record::RunRecord& record, std::uint32_t case_index) {
  CopiedBothWays copied;
  for (const auto& transfer : record.transfers) {
    using Kind = record::Transfer::Kind;
    if (transfer.case_index != case_index) continue;
    if (transfer.kind == Kind::host_to_device) copied.to_device += transfer.size_bytes;
    if (transfer.kind == Kind::device_to_host) copied.to_host += transfer.size_bytes;
  }
  const auto& item = record.cases[case_index];
  copied.to_device -= std::min(copied.to_device, item.input_bytes);
  copied.to_host -= std::min(copied.to_host, item.output_bytes);
  return copied;
}

/// A fill of no more than that puts a value where the host wants it.
constexpr std::uint64_t kValueBytes = 16;

/// Less than that may be anything.
constexpr std::uint64_t kFewestBytesOfAnswers = 1024;

/// A table is the same for other inputs; an answer is not.
bool is_seen_in_another_case(const record::RunRecord& record, const record::Transfer& upload) {
  return upload.fingerprint != 0 &&
         std::ranges::any_of(record.transfers, [&](const record::Transfer& other) {
           return other.kind == upload.kind && other.case_index != upload.case_index &&
                  other.size_bytes == upload.size_bytes && other.fingerprint == upload.fingerprint;
         });
}

/// What reached the device in a case besides its inputs: copies of what is neither one value again
/// and again nor the same in other cases, memory of the host that kernels read, and what they had
/// by their parameters.
std::uint64_t uploaded_beyond_the_task(const record::RunRecord& record, std::uint32_t case_index) {
  std::uint64_t bytes = 0;
  for (const auto& transfer : record.transfers) {
    using Kind = record::Transfer::Kind;
    if (transfer.case_index != case_index) continue;
    const bool is_copy = transfer.kind == Kind::host_to_device;
    const bool is_value =
        transfer.kind == Kind::fill && transfer.size_bytes <= kValueBytes * transfer.count;
    const bool is_new = !transfer.is_uniform && !is_seen_in_another_case(record, transfer);
    if ((is_copy && is_new) || is_value) bytes += transfer.size_bytes;
  }
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) bytes += launch.bytes_from_host;
  }
  return bytes - std::min(bytes, record.cases[case_index].input_bytes);
}

/// What the host had of the device while it could still upload or pass something on: by the order
/// of the copies and by their times, for one that waits may be asked for early. All that a kernel
/// wrote into memory that the host sees.
std::uint64_t seen_before_last_upload(const record::RunRecord& record, std::uint32_t case_index) {
  using Kind = record::Transfer::Kind;
  double last_end_s = -1;
  std::size_t last = 0;
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < record.transfers.size(); ++i) {
    const auto& up = record.transfers[i];
    const bool brings = up.kind == Kind::host_to_device || up.kind == Kind::fill;
    if (!brings || up.case_index != case_index) continue;
    last = i;
    last_end_s = std::max(last_end_s, up.start_s + up.duration_s);
  }
  for (const auto& launch : record.launches) {
    if (launch.case_index != case_index) continue;
    bytes += launch.bytes_to_host;
    if (launch.bytes_from_host > 0) last_end_s = std::max(last_end_s, launch.start_s);
  }
  for (std::size_t i = 0; i < record.transfers.size(); ++i) {
    const auto& down = record.transfers[i];
    const bool is_down = down.kind == Kind::device_to_host && down.case_index == case_index;
    if (is_down && (i < last || down.start_s < last_end_s)) bytes += down.size_bytes;
  }
  return bytes;
}

/// So much of the inputs that it can have made an answer of them.
bool has_seen_inputs(const record::RunRecord& record, std::uint32_t case_index) {
  const auto seen = seen_before_last_upload(record, case_index);
  return seen >= kFewestBytesSeen && seen * kLeastShare >= record.cases[case_index].useful_bytes;
}

/// The host was shown other inputs than the device had, and got nothing from it but the answer,
/// which is right, or hardly anything before its last upload: what it uploaded, e.g. an order or
/// an array with gaps, is no answer.
bool knows_no_input(const record::RunRecord& record, std::uint32_t case_index) {
  const auto& item = record.cases[case_index];
  if (!item.has_stand_ins) return false;
  if (!has_seen_inputs(record, case_index)) return true;
  std::uint64_t bytes = 0;
  for (const auto& transfer : record.transfers) {
    const bool is_down = transfer.kind == record::Transfer::Kind::device_to_host;
    if (is_down && transfer.case_index == case_index) bytes += transfer.size_bytes;
  }
  for (const auto& launch : record.launches) {
    if (launch.case_index == case_index) bytes += launch.bytes_to_host;
  }
  return bytes <= item.output_bytes;
}

/// Of so few words, in groups that each begin on a line, gaps are more than words. The answer
/// itself would be less than is_uploaded() asks for.
bool may_be_gaps(const record::Case& item) {
  return item.output_bytes < kFewestBytesOfAnswers && item.input_bytes < 2 * kFewestBytesOfAnswers;
}

/// Something as large as a part of an answer came from the host that is no input.
bool is_uploaded(const record::RunRecord& record, std::uint32_t case_index) {
  if (knows_no_input(record, case_index) || may_be_gaps(record.cases[case_index])) return false;
  const auto uploaded = uploaded_beyond_the_task(record, case_index);
  const auto output_bytes = record.cases[case_index].output_bytes;
  return output_bytes > 0 && uploaded >= kFewestBytesOfAnswers &&
         uploaded * kLeastShare >= output_bytes;
}

/// The host fetched what it does not need to see, and uploaded something as large as an answer.
/// A program that handles its data in pieces copies no more than one that does so at once.
bool passes_through_host(const record::RunRecord& record, std::uint32_t case_index) {
  const auto& item = record.cases[case_index];
  const auto copied = copied_beyond_the_task(record, case_index);
  return item.output_bytes > 0 && copied.to_host >= kFewestBytesSeen &&
         copied.to_host * kLeastShare >= item.useful_bytes &&
         copied.to_device * kLeastShare >= item.output_bytes && has_seen_inputs(record, case_index);
}

/// What the program copied to the host before a kernel that writes, of the inputs as they were and
/// of what the answer does not come from: that kernel can have the answer by its parameters.
/// Whoever looks at arrays behind the last kernel, to print them, changes nothing.
std::uint64_t inputs_seen(const record::RunRecord& record, std::uint32_t case_index) {
  using Kind = record::Transfer::Kind;
  double last_writes_s = -1;
  for (const auto& launch : record.launches) {
    const auto is_counted = [&](std::string_view name) {
      const auto counter = launch.counters.find(std::string(name));
      return counter != launch.counters.end() && counter->second > 0;
    };
    if (launch.case_index != case_index) continue;
    const bool writes =
        is_counted(kStoreBytes) || is_counted(kAtomicSectors) || is_counted(kReductionSectors);
    if (writes) last_writes_s = std::max(last_writes_s, launch.start_s);
  }
  std::uint64_t bytes = 0;
  for (const auto& down : record.transfers) {
    const bool is_before = down.kind == Kind::device_to_host && down.case_index == case_index &&
                           down.fingerprint != 0 && down.start_s < last_writes_s;
    if (!is_before || down.is_uniform || down.size_bytes < kFewestBytesSeen) continue;
    if (down.is_beside_answer) {
      bytes += down.size_bytes;
      continue;
    }
    const auto is_same = [&](const record::Transfer& up) {
      return up.kind == Kind::host_to_device && up.case_index == case_index &&
             up.size_bytes == down.size_bytes && up.fingerprint == down.fingerprint &&
             up.start_s < down.start_s;
    };
    if (std::ranges::any_of(record.transfers, is_same)) bytes += down.size_bytes;
  }
  return bytes;
}

/// For answers that parameters have room for; larger ones must come by ways that are seen.
bool looks_at_inputs(const record::RunRecord& record, std::uint32_t case_index) {
  const auto& item = record.cases[case_index];
  return item.output_bytes > 0 && item.output_bytes < kFewestBytesOfAnswers &&
         item.useful_bytes > 0 &&
         inputs_seen(record, case_index) * kLeastShare >= item.useful_bytes;
}

/// Never on a device that does not count all of it.
bool moves_too_little(const record::RunRecord& record, std::uint32_t case_index) {
  constexpr std::array kMoving{kStoreBytes,       kLoadBytes,          kAtomicSectors,
                               kReductionSectors, kAsynchronousCopies, kImageSectors,
                               kBulkCopySectors};
  const auto is_counted = [&](auto name) { return record::counts(record.device, name); };
  if (!std::ranges::all_of(kMoving, is_counted) || has_copy_on_device(record, case_index))
    return false;
  const auto moved = moved_by_kernels(record, case_index);
  return moved.written == 0 || moved.all * kLeastShare < record.cases[case_index].useful_bytes;
}

/// By what a right answer shows that the host made it; what says most comes first.
enum class Sign {
  answer_of_stand_ins,
  passes_through_host,
  other_bytes,
  answer_uploaded,
  unused_input,
  looks_at_inputs,
  uploaded,
  moves_too_little
};

std::optional<Sign> sign_of(const record::RunRecord& record, std::uint32_t case_index) {
  if (case_index >= record.cases.size()) return std::nullopt;
  const auto& item = record.cases[case_index];
  if (item.is_answer_of_stand_ins) return Sign::answer_of_stand_ins;
  const bool is_answer = item.verdict == record::Case::Verdict::correct && item.useful_bytes > 0;
  if (!is_answer) return std::nullopt;
  if (passes_through_host(record, case_index)) return Sign::passes_through_host;
  if (!item.is_answer_of_device) return Sign::other_bytes;
  if (item.is_answer_uploaded) return Sign::answer_uploaded;
  if (!item.unused_input.empty()) return Sign::unused_input;
  if (looks_at_inputs(record, case_index)) return Sign::looks_at_inputs;
  if (is_uploaded(record, case_index)) return Sign::uploaded;
  if (moves_too_little(record, case_index)) return Sign::moves_too_little;
  return std::nullopt;
}

}  // namespace

bool is_made_on_host(const record::RunRecord& record, std::uint32_t case_index) {
  return sign_of(record, case_index).has_value();
}

std::string sign_of_host(const record::RunRecord& record, std::uint32_t case_index) {
  switch (sign_of(record, case_index).value_or(Sign::moves_too_little)) {
    case Sign::answer_of_stand_ins:
      return "it comes from what the host had, not the device";
    case Sign::passes_through_host:
      return "the host fetched inputs, and then uploaded what is as large as an answer";
    case Sign::other_bytes:
      return "it is not what the device gave to the program";
    case Sign::answer_uploaded:
      return "its words were copied to the device";
    case Sign::unused_input:
      return fmt::format("it was not computed from the input \"{}\"",
                         record.cases[case_index].unused_input);
    case Sign::looks_at_inputs:
      return "the host fetched inputs before a kernel wrote it";
    case Sign::uploaded:
      return "the host uploaded what is no input and as large as an answer";
    case Sign::moves_too_little:
      return "no kernel computed it";
  }
  return {};
}

std::string evidence_of_host(const record::RunRecord& record, std::uint32_t case_index) {
  const auto& item = record.cases.at(case_index);
  switch (sign_of(record, case_index).value_or(Sign::moves_too_little)) {
    case Sign::answer_of_stand_ins:
      return fmt::format(
          "The answer of {} is right for the input that the host had, but in a grading the device "
          "holds another one: so the host computed it.",
          item.name);
    case Sign::passes_through_host: {
      const auto copied = copied_beyond_the_task(record, case_index);
      return fmt::format(
          "The answer of {} is right, but the program copied {} to the host that are no answer "
          "yet, and then {} to the device that are no input: so the host can have computed it.",
          item.name, bytes_text(copied.to_host), bytes_text(copied.to_device));
    }
    case Sign::other_bytes:
      return fmt::format(
          "The answer of {} is right, but some of its bytes are not among those that the program "
          "got from the device: so the host has computed or changed them.",
          item.name);
    case Sign::answer_uploaded:
      return fmt::format(
          "The answer of {} is right, but the program copied its words to the device: they were "
          "known before a kernel had written them.",
          item.name);
    case Sign::unused_input:
      return fmt::format(
          "The answer of {} is right, but it does not come from the input \"{}\": what wrote it, "
          "and what wrote what that read, has read less than an eighth of it.",
          item.name, item.unused_input);
    case Sign::looks_at_inputs:
      return fmt::format(
          "The answer of {} is right, but the program copied {} to the host, of its inputs or of "
          "what the answer does not come from, before a kernel wrote the answer: so the kernel can "
          "have it from the host.",
          item.name, bytes_text(inputs_seen(record, case_index)));
    case Sign::uploaded:
      return fmt::format(
          "The answer of {} is right, but {} came from the host to the device that are no input: "
          "so the host can have computed it.",
          item.name, bytes_text(uploaded_beyond_the_task(record, case_index)));
    case Sign::moves_too_little: {
      const auto moved = moved_by_kernels(record, case_index);
      return fmt::format(
          "The answer of {} is right, but the kernels moved {} for it, of which they wrote {}; the "
          "task has to move {}.",
          item.name, bytes_text(moved.all), bytes_text(moved.written),
          bytes_text(item.useful_bytes));
    }
  }
  return {};
}

}  // namespace warpscope::runner
