#include "vgpu/server/unwritten_copies.h"

#include <algorithm>
#include <bit>

#include "findings/catalogue.h"
#include "vgpu/memory/written_bytes.h"

namespace warpscope::device {
namespace {

/// The first byte of [begin, end) that is not written; `end` when all are.
std::uint64_t first_unwritten(const memory::WrittenBytes& written, std::uint64_t begin,
                              std::uint64_t end) {
  // Halves that are all written are left behind.
  while (begin < end) {
    if (written.has_all(begin, end - begin)) return end;
    if (end - begin == 1) return begin;
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (written.has_all(begin, middle - begin)) {
      begin = middle;
    } else {
      end = middle;
    }
  }
  return end;
}

/// The first byte from `begin` on that is written; `end` when none is.
std::uint64_t first_written(const memory::WrittenBytes& written, std::uint64_t begin,
                            std::uint64_t end) {
  while (begin < end && !written.has_any(begin, 1)) ++begin;
  return begin;
}

/// Whether all bytes of [begin, end) that are not written may be padding of records: each hole ends
/// where a member may begin that needs more than the hole, and such a member stands behind it, or
/// between it and the hole before. The first hole is at `gap`; a launch has stored `stored_bytes`
/// at a time at most. Rows of pixels have no members, and records of floats may be told to be as
/// aligned as a float4.
bool may_all_be_padding(const memory::WrittenBytes& written, std::uint64_t gap, std::uint64_t end,
                        std::uint64_t stored_bytes) {
  constexpr std::uint64_t kWidestMember = 16, kStep = 256, kFloat = 4;
  const std::uint64_t widest = stored_bytes < kFloat ? stored_bytes : kWidestMember;
  std::uint64_t last_end = 0;
  while (gap < end) {
    const std::uint64_t hole_end = first_written(written, gap, std::min(end, gap + kWidestMember));
    const std::uint64_t hole = hole_end - gap;
    const std::uint64_t alignment = std::bit_ceil(hole + 1);
    const bool has_member = hole_end - last_end >= 2 * alignment ||
                            (alignment <= end - hole_end && written.has_all(hole_end, alignment));
    if (alignment > widest || hole_end % alignment != 0 || !has_member) return false;
    last_end = gap = hole_end;
    while (gap < end && written.has_all(gap, std::min(kStep, end - gap)))
      gap += std::min(kStep, end - gap);
    gap = first_unwritten(written, gap, std::min(gap + kStep, end));
  }
  return true;
}

std::string bytes_text(std::uint64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string site_text(std::uint32_t site) {
  return site == 0 ? "an unknown line" : "{site " + std::to_string(site) + "}";
}

}  // namespace

bool UnwrittenCopies::Writer::is_block_over_block() const {
  return blocks > 1 && stored.is_of_one_block && stored.writers * blocks == threads &&
         stored_bytes >= threads * stored.widest_bytes;
}

std::optional<record::Finding> UnwrittenCopies::look_at(const memory::DeviceMemory& memory,
                                                        const Box& box) const {
  const memory::Allocation* allocation = memory.find(box.address);
  if (allocation == nullptr || allocation->written == nullptr || !box.span_bytes())
    return std::nullopt;
  const auto found = writers_.find(allocation->address);
  if (found == writers_.end()) return std::nullopt;
  const memory::WrittenBytes& written = *allocation->written;
  const std::uint64_t begin = box.address - allocation->address;
  const std::uint64_t end = begin + *box.span_bytes();
  if (box.height > 1 || box.depth > 1 || end > written.size_bytes()) return std::nullopt;
  const std::uint64_t gap = first_unwritten(written, begin, end);
  // What begins with bytes that nobody wrote has a border.
  if (gap == end || gap == begin) return std::nullopt;
  const Writer& writer = found->second;
  const std::uint64_t rest = end - gap;
  const bool is_tail = !written.has_any(gap, rest) && writer.stored.widest_bytes > 4 &&
                       rest < writer.stored.widest_bytes;
  const bool is_small = writer.stored.writers == writer.threads;
  const bool is_one_block = writer.is_block_over_block();
  if (!is_tail && !is_small && !is_one_block) return std::nullopt;
  if (!is_one_block && may_all_be_padding(written, gap, end, writer.stored.widest_bytes))
    return std::nullopt;
  record::Finding finding = make_finding("uninitialised-copy");
  finding.cause = "Of the " + bytes_text(end - begin) + " that are copied, nothing has written " +
                  (is_tail ? "the last " + bytes_text(rest)
                           : "some, byte " + std::to_string(gap - begin) + " the first") +
                  ". " + writer.kernel + " (" + site_text(writer.host_site) + ") ";
  if (is_tail) {
    finding.cause += "writes " + std::to_string(writer.stored.widest_bytes) +
                     " bytes at a time, and what is left behind the last whole group is less.";
  } else if (is_one_block) {
    give_words(finding, finding.id, "of one block");
    finding.cause += "has " + std::to_string(writer.blocks) + " blocks of " +
                     std::to_string(writer.stored.writers) +
                     " threads, and all that is there has been written by one of them: each block "
                     "has written to the same elements.";
  } else {
    finding.cause += "has " + std::to_string(writer.threads) +
                     " threads, and each of them has written: there are too few, or each should "
                     "write more.";
  }
  return finding;
}

}  // namespace warpscope::device
