#include <array>

#include "findings/catalogue.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Types of 8 bytes that are vectors; a misaligned double is none.
constexpr std::array<std::string_view, 3> kPairs{"float2", "int2", "uint2"};

bool is_vector_access(const record::RunRecord& record, const record::Finding& finding) {
  if (!finding.access) return false;
  if (finding.access->bytes == 16) return true;
  if (finding.access->bytes != 8 || !finding.where) return false;
  const auto line = line_text(record, *finding.where);
  for (const auto pair : kPairs) {
    if (line.find(pair) != std::string::npos) return true;
  }
  return false;
}

/// Of a warp that is not the first one, where the place of a row or a segment counts as well as the
/// array's beginning.
constexpr const char* kOfRowsHint =
    "A float4 needs an address that is a multiple of 16 bytes, a float2 or uint2 one of 8. The "
    "thread is none of the first warp: does each row or segment begin at such a multiple, and does "
    "its distance from the one before count elements? If it is the array that begins elsewhere, "
    "begin at its first aligned element and treat the ones before it one by one.";

bool is_of_first_warp(const record::RunRecord& record, const record::Finding& finding) {
  constexpr std::uint64_t kWarp = 32;
  const record::Launch* launch = launch_of(record, finding);
  if (launch == nullptr || !finding.access) return true;
  if (finding.access->block_index != record::Dim3{0, 0, 0}) return false;
  const auto& [x, y, z] = finding.access->thread_index;
  const auto number = x + std::uint64_t{launch->block.x} * (y + std::uint64_t{launch->block.y} * z);
  return number < kWarp;
}

}  // namespace

void refine_misaligned_address(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id == "misaligned-address" && is_vector_access(record, finding)) {
      give_words(finding, "misaligned-vector-access");
      if (!is_of_first_warp(record, finding)) finding.hint = kOfRowsHint;
    }
  }
}

}  // namespace warpscope::runner
