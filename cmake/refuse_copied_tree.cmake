# Fails when a build that CMake has made in the folder MADE_IN, for the source tree MADE_FOR, runs in a copy of that folder. HERE is where it
# runs. Called by the build itself, and when the build configures itself again.
set(cache "${HERE}/CMakeCache.txt")
if(NOT EXISTS "${cache}")
  return()
endif()
file(STRINGS "${cache}" owner REGEX "^CMAKE_CACHEFILE_DIR:INTERNAL=")
string(REGEX REPLACE "^[^=]*=" "" owner "${owner}")
file(REAL_PATH "${HERE}" here)
file(REAL_PATH "${owner}" owner)
file(REAL_PATH "${MADE_IN}" made_in)
if(owner STREQUAL made_in AND NOT here STREQUAL made_in)
  message(FATAL_ERROR "The build folder ${here} was made for the source tree ${MADE_FOR} and would build that one. "
    "Remove it, or configure it again: cmake --fresh --preset release (./run and ./test do so).")
endif()
