// Arrays in shared memory of two dimensions, as a source declares them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// __shared__ type name[rows][columns]; both without spaces, as they are written: "32+1".
struct SharedTile {
  std::string name, rows, columns;
};

/// Those that a line declares. Of more dimensions the first two.
std::vector<SharedTile> tiles_on(std::string_view line);

}  // namespace warpscope::runner
