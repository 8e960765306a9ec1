// One request of a warp laid out: its lanes on the sectors and lines of global memory, or on the
// banks of shared memory, pass by pass. Passes and sectors are those of the library that counts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "record/warp_request.h"

namespace warpscope::viewer {

/// 32 bytes of global memory.
struct PictureSector {
  std::uint32_t lanes = 0;  ///< that touch it
};

/// 128 bytes of global memory, aligned.
struct PictureLine {
  std::int64_t first_byte = 0;  ///< from where the array begins; it may begin inside
  std::array<PictureSector, 4> sectors;
};

/// What a bank gives in a pass.
struct PictureWord {
  std::uint32_t lanes = 0;   ///< that asked for it; 0: the bank gives nothing
  std::uint32_t offset = 0;  ///< in the block's shared memory, bytes
};

/// One wavefront, or one turn of an atomic.
struct PicturePass {
  std::array<PictureWord, 32> banks;
};

struct AccessPicture {
  record::WarpRequest request;
  record::LaneAddresses addresses{};
  std::vector<PictureLine> lines;   ///< global, those that are touched, by address
  std::vector<PicturePass> passes;  ///< shared
  std::uint32_t ideal = 0;          ///< the fewest sectors, or passes, that as many bytes need
  std::string headline;             ///< "32 lanes × 4 bytes: 32 passes, 31 by bank conflicts"
  std::string note;                 ///< a sentence on what is counted besides; else empty
  std::string doubt;  ///< a sentence where the picture is not what was counted; else empty
};

AccessPicture make_access_picture(const record::WarpRequest& request);
/// Sectors, lines, wavefronts and conflicts of a request that nobody has counted.
void count_request(record::WarpRequest& request);

/// "tile" or "an array"; of global memory "in", "parameter 2", "an array".
std::string array_label(const record::WarpRequest& request);
/// What a lane asks for: "lane 5: bytes 660–663 of tile, element [165]".
std::string lane_text(const AccessPicture& picture, std::uint32_t lane);
/// "load from shared memory", "atomic on global memory".
std::string request_kind_text(const record::WarpRequest& request);
/// "block 12, warp 3".
std::string request_place_text(const record::WarpRequest& request);

}  // namespace warpscope::viewer
