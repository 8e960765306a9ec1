// A launch that stands still, in words for a terminal.
#pragma once

#include <cstdint>
#include <string>

#include "device/steps.h"
#include "runner/step/register_names.h"

namespace warpscope::runner {

/// Where the warp that is followed is, with the text of the line.
std::string where_text(const device::Stood& stood, const TextOf& text_of);
/// Each group of lanes of that warp: which lanes, where, and what it waits for.
std::string lanes_of_warp_text(const device::Stood& stood, const TextOf& text_of);
/// Values of registers by lane; `only`: of the one with this name, of the source or the PTX; empty:
/// of all that the source has a name for, or of all where it has none.
std::string registers_text(const device::Stood& stood, const TextOf& text_of,
                           const std::string& only);
/// The words of shared memory from word `first` on, a row for each 32 banks.
std::string shared_text(const device::Stood& stood, std::uint64_t first);
/// Who waits at a barrier, and for whom.
std::string barriers_text(const device::Stood& stood);
/// Of a history: how many lanes were active on each line.
std::string lines_text(const device::Stood& stood, const TextOf& text_of);
/// Of a history: where lanes parted and met.
std::string tree_text(const device::Stood& stood, const TextOf& text_of);

/// What a group of lanes waits for, as "waits at barrier 0 for warps 1, 2"; "goes on" where nothing
/// keeps it.
std::string state_text(const device::Stood& stood, std::uint32_t warp,
                       const device::StoodGroup& group);
/// Warps of the block that have not come to a barrier at which others wait, "1-3, 7"; empty: none.
std::string missing_warps_text(const device::Stood& stood, std::uint32_t barrier);
/// "warp 1" or "warps 1-3, 7" of such numbers.
std::string warps_text(const std::string& numbers);
/// Line `line` of the file without the blanks around it; empty where it is not known.
std::string line_of_source(const TextOf& text_of, const record::SourceLine& where);

}  // namespace warpscope::runner
