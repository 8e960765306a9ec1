# Exit code of a program that cannot run on this machine; ctest then says "Skipped", and ./test does not count it.
set(warpscope_cannot_run 77)

# warpscope_width_test(name SOURCES … DEPENDS … SHARDS n): a test of the machine for each of its vector widths, of the same objects: <name> is
# linked with the machine for warpscope_width (the widest of this processor), <name>_avx2 or <name>_avx512 with that for the other width. AVX-512
# is left out on a processor without it; where WARPSCOPE_ALL_WIDTHS builds it all the same, it says so and does not run.
function(warpscope_width_test name)
  cmake_parse_arguments(ARG "" "SHARDS" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name}_objects OBJECT ${ARG_SOURCES})
  warpscope_options(${name}_objects)
  warpscope_batches(${name}_objects 16 APART)
  warpscope_test_options(${name}_objects)
  target_link_libraries(${name}_objects PRIVATE warpscope_exec GTest::gtest)
  set(objects "$<TARGET_OBJECTS:${name}_objects>")

  warpscope_test(${name} SHARDS ${ARG_SHARDS} SOURCES ${objects} LIBRARIES warpscope_exec)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(WARPSCOPE_SANITIZE OR warpscope_leaves_out_other_width)
    return()
  endif()
  # The tests' objects first: what runs before main() must do without the wider vectors.
  set(program ${name}_${warpscope_other_width})
  set(main GTest::gtest_main)
  if(TARGET warpscope_avx512_main)
    set(main $<TARGET_OBJECTS:warpscope_avx512_main>)
  endif()
  warpscope_executable(${program} SOURCES ${objects} LIBRARIES ${main} warpscope_exec_${warpscope_other_width} warpscope_exec GTest::gtest)
  if(ARG_DEPENDS)
    add_dependencies(${program} ${ARG_DEPENDS})
  endif()
  warpscope_test_entries(${program} "${ARG_SHARDS}" "SKIP_RETURN_CODE;${warpscope_cannot_run};LABELS;${warpscope_other_width}")
endfunction()

if(TARGET warpscope_exec_avx512 AND NOT warpscope_leaves_out_other_width)
  add_library(warpscope_avx512_main OBJECT support/avx512_main.cpp)
  warpscope_options(warpscope_avx512_main)
  warpscope_test_options(warpscope_avx512_main)
  target_link_libraries(warpscope_avx512_main PRIVATE GTest::gtest)
  target_compile_definitions(warpscope_avx512_main PRIVATE WARPSCOPE_CANNOT_RUN=${warpscope_cannot_run})
endif()
