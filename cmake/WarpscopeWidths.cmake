# The vector widths that the virtual GPU is compiled for: avx2 and avx512.

# The widest that this processor has.
set(warpscope_native_width avx2)
if(EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo processor_flags REGEX "^flags" LIMIT_COUNT 1)
  set(warpscope_native_width avx512)
  foreach(flag IN ITEMS avx512f avx512bw avx512dq avx512vl avx512cd)
    if(NOT " ${processor_flags} " MATCHES " ${flag} ")
      set(warpscope_native_width avx2)
    endif()
  endforeach()
endif()
# ./run configures again on a processor of another width (setup/build.sh).
set(WARPSCOPE_BUILT_ON "${warpscope_native_width}" CACHE INTERNAL "The width of the processor that the build was configured on")

# For whoever changes the virtual GPU all day: it is compiled in a third of the time, and slower when it runs.
option(WARPSCOPE_QUICK_BUILD "Build the virtual GPU for AVX2 only and hardly optimised" OFF)
if(WARPSCOPE_SANITIZE OR WARPSCOPE_QUICK_BUILD)
  set(warpscope_native_width avx2)
endif()

# A build for this machine has what this processor runs; a package has both. What links the virtual GPU without choosing a width takes
# warpscope_width: in a package the one that runs everywhere.
option(WARPSCOPE_ALL_WIDTHS "Build the virtual GPU for AVX2 and for AVX-512, whatever this processor has: for packages" OFF)
set(warpscope_width ${warpscope_native_width})
if(WARPSCOPE_ALL_WIDTHS)
  set(warpscope_width avx2)
endif()
# The other one: `all`, and so ./test, builds it where this processor runs it; ./run needs it never.
if(warpscope_width STREQUAL "avx512")
  set(warpscope_other_width avx2)
else()
  set(warpscope_other_width avx512)
endif()
set(warpscope_leaves_out_other_width ON)
if(WARPSCOPE_ALL_WIDTHS OR warpscope_width STREQUAL "avx512")
  set(warpscope_leaves_out_other_width OFF)
endif()

# How the lane loops become vector instructions. No contraction: only fma may fuse.
# The machine's loop cleans the vector registers up, not each operation's handler.
# Nobody looks at the flags of floating point; as long as one might, GCC leaves loops with floor() as they are.
set(warpscope_options_avx2 -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -mno-vzeroupper -ffp-contract=off -fno-trapping-math)
set(warpscope_options_avx512 ${warpscope_options_avx2}
  -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512cd -mprefer-vector-width=512)
