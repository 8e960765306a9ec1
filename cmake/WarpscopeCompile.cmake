# Compile options of all our C++ targets, and the functions that make targets.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# Most of our code waits for files, processes and people: quick to compile counts. What runs all the time asks for more with warpscope_hot.
set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")

set(WARPSCOPE_SANITIZE "" CACHE STRING "Sanitizers for our own code, e.g. address,undefined")
include(WarpscopeWidths)

# Several sources of a folder are compiled as one, because headers cost more than the code. OFF gives tools such as clangd the single files.
option(WARPSCOPE_UNITY "Compile several sources of a folder as one" ON)

set(warpscope_warnings -Wall -Wextra -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND warpscope_warnings -Wno-restrict)  # GCC 12 sees overlaps in std::string that are not there (bug 105651)
endif()

# GCC 12's -fipa-modref drops stores that are needed: a batch of vgpu/exec/lowering then takes the element of an index of 64 bits for unknown.
set(warpscope_wrong_optimisations "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(warpscope_wrong_optimisations -fno-ipa-modref)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  list(APPEND warpscope_warnings -Wno-unknown-pragmas)  # loops carry GCC's
endif()

find_program(WARPSCOPE_CCACHE ccache)
if(WARPSCOPE_CCACHE)
  # What ccache wants to hear before it caches files that use a precompiled header. Another clone finds what this one compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros
    "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${WARPSCOPE_CCACHE}")
  set(CMAKE_CUDA_COMPILER_LAUNCHER "${WARPSCOPE_CCACHE}")
endif()

# Warnings and sanitizers for one of our targets. Third-party targets do not get them.
function(warpscope_options target)
  warpscope_refuse_copied_tree(${target})
  target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}")
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${warpscope_warnings};${warpscope_wrong_optimisations}>")
  if(WARPSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE
      "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${WARPSCOPE_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
    target_link_options(${target} PRIVATE -fsanitize=${WARPSCOPE_SANITIZE})
    # Clang has no macros of its own for these.
    target_compile_definitions(${target} PRIVATE WARPSCOPE_SANITIZED)
    if(WARPSCOPE_SANITIZE MATCHES "address")
      target_compile_definitions(${target} PRIVATE WARPSCOPE_ADDRESS_SANITIZER)
    elseif(WARPSCOPE_SANITIZE MATCHES "thread")
      target_compile_definitions(${target} PRIVATE WARPSCOPE_THREAD_SANITIZER)
    endif()
  endif()
endfunction()

# Compiles the sources of a target in batches of at most `most` files. A batch has files of one folder, and stays what it is when another folder
# changes; folders with few files share one, in the order of their names, unless APART follows. Headers are the larger part of a small batch.
function(warpscope_batches target most)
  if(NOT WARPSCOPE_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  set(folders "")
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" ABSOLUTE)
    file(RELATIVE_PATH folder "${CMAKE_SOURCE_DIR}" "${folder}")
    get_filename_component(folder "${folder}" DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" key)
    list(APPEND folders ${key})
    list(APPEND files_${key} "${source}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(SORT folders)
  set(shared "")
  set(in_shared 0)
  foreach(key IN LISTS folders)
    list(LENGTH files_${key} count)
    math(EXPR twice "2 * ${count}")
    if(twice LESS_EQUAL most AND NOT "APART" IN_LIST ARGN AND NOT key MATCHES "^build_")
      math(EXPR in_shared "${in_shared} + ${count}")
      if(shared STREQUAL "" OR in_shared GREATER most)
        set(shared ${key}_and_small)
        set(in_shared ${count})
      endif()
      set_source_files_properties(${files_${key}} PROPERTIES UNITY_GROUP ${shared})
      continue()
    endif()
    math(EXPR batches "(${count} + ${most} - 1) / ${most}")
    set(index 0)
    foreach(source IN LISTS files_${key})
      math(EXPR batch "${index} * ${batches} / ${count}")
      math(EXPR index "${index} + 1")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${key}_${batch}")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Standard headers that most of our files include. Builds with sanitizers precompile them, where parsing them is an eighth of a batch. GCC gains
# nothing by that; so its build, without them, sees to it that each file includes what it uses.
set(warpscope_common_headers <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstring> <deque>
  <filesystem> <fstream> <functional> <future> <map> <memory> <mutex> <optional> <ranges> <set> <span> <sstream> <stdexcept> <string>
  <string_view> <thread> <unordered_map> <unordered_set> <utility> <variant> <vector>)

# A target for precompiled headers: a LIBRARY is compiled with -fPIC, an EXECUTABLE with -fPIE.
function(warpscope_headers_target owner kind)
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/headers.cpp" CONTENT "int main() {}\n")
  if(kind STREQUAL "LIBRARY")
    add_library(${owner} OBJECT "${CMAKE_BINARY_DIR}/headers.cpp")
  else()
    add_executable(${owner} "${CMAKE_BINARY_DIR}/headers.cpp")
  endif()
endfunction()

# Sets `result` to the kind of precompiled headers that a target can use.
function(warpscope_headers_kind result target)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set(${result} EXECUTABLE PARENT_SCOPE)
  else()
    set(${result} LIBRARY PARENT_SCOPE)
  endif()
endfunction()

# A target whose precompiled headers those of the same kind use: clang takes them for the same options only. `kind` is LIBRARY or EXECUTABLE
# (-fPIC or -fPIE), `options` what else the compiler is told.
function(warpscope_common_headers_of result kind options)
  string(MAKE_C_IDENTIFIER "warpscope_headers_${kind}_${options}" owner)
  if(NOT TARGET ${owner})
    warpscope_headers_target(${owner} ${kind})
    warpscope_options(${owner})
    target_compile_options(${owner} PRIVATE ${options})
    target_precompile_headers(${owner} PRIVATE ${warpscope_common_headers})
  endif()
  set(${result} ${owner} PARENT_SCOPE)
endfunction()

# Lets a target of ours use them, when its folder has told all its options.
function(warpscope_use_common_headers target)
  if(WARPSCOPE_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL warpscope_reuse_common_headers ${target})")
  endif()
endfunction()
function(warpscope_reuse_common_headers target)
  warpscope_headers_kind(kind ${target})
  get_target_property(options ${target} WARPSCOPE_CODE_OPTIONS)
  if(NOT options)
    set(options "")
  endif()
  warpscope_common_headers_of(owner ${kind} "${options}")
  target_precompile_headers(${target} REUSE_FROM ${owner})
endfunction()

# Full optimisation, for what executes, reads or draws in a loop. With sanitizers the rest is not optimised at all: instrumented code takes
# GCC two to four times as long to optimise as it then saves. What follows the target are further options of its code.
function(warpscope_hot target)
  target_compile_options(${target} PRIVATE ${ARGN})
  if(WARPSCOPE_QUICK_BUILD)
    # A handler ends by calling the next one. As a call, and not as a jump, a long loop of a kernel fills the stack.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-foptimize-sibling-calls>")
    return()
  endif()
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-O3>")
  elseif(WARPSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-O1>")
    set_target_properties(${target} PROPERTIES WARPSCOPE_CODE_OPTIONS "-O1;${ARGN}")
  endif()
endfunction()

# The second level of optimisation, for what reads, writes or compares megabytes in each run, but takes long to compile.
function(warpscope_warm target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-O2>")
  endif()
endfunction()

# warpscope_library(name SOURCES a.cpp … LIBRARIES other …): a static library of ours.
function(warpscope_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  warpscope_options(${name})
  warpscope_batches(${name} 16)
  target_link_libraries(${name} PUBLIC ${ARG_LIBRARIES})
  warpscope_use_common_headers(${name})
endfunction()

# warpscope_executable(name [IS_TEST] SOURCES … LIBRARIES …)
function(warpscope_executable name)
  cmake_parse_arguments(ARG "IS_TEST" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  warpscope_options(${name})
  set(apart "")
  if(ARG_IS_TEST)  # tests of two folders may well have a helper of one name
    set(apart APART)
  endif()
  warpscope_batches(${name} 16 ${apart})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  if(NOT ARG_IS_TEST)  # those have precompiled headers of their own
    warpscope_use_common_headers(${name})
  endif()
endfunction()

# The undefined-behaviour sanitizer looks at what is tested, not at the tests: half of what they take to compile.
function(warpscope_test_sanitizers target)
  if(WARPSCOPE_SANITIZE MATCHES "undefined")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=undefined>")
  endif()
endfunction()

# A second compiler for the tests of a build without sanitizers: they are compiled more often than run, and clang at -O0 takes little more than
# half as long as GCC for GoogleTest's templates. ./test, which installs clang, sets it. What is tested is compiled as ever.
set(WARPSCOPE_TEST_COMPILER "" CACHE STRING "Compiles the C++ sources of tests instead of CMAKE_CXX_COMPILER, e.g. clang++-16")

function(warpscope_test_compiler target)
  if(WARPSCOPE_TEST_COMPILER)
    set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
      "${CMAKE_SOURCE_DIR}/cmake/with_other_compiler.sh;${CMAKE_CXX_COMPILER};${WARPSCOPE_TEST_COMPILER};${CMAKE_CXX_COMPILER_LAUNCHER}")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-Wno-unknown-pragmas>")  # loops carry GCC's
  endif()
endfunction()

# Sets `result` to a target whose precompiled headers tests of the same kind use, LIBRARY (-fPIC) or EXECUTABLE (-fPIE). GoogleTest's headers are
# half of what a test is to compile. The other standard headers gain nothing with GCC.
function(warpscope_test_headers result kind)
  set(owner warpscope_test_headers_${kind})
  if(NOT TARGET ${owner})
    warpscope_headers_target(${owner} ${kind})
    target_link_libraries(${owner} PRIVATE GTest::gtest)
    warpscope_options(${owner})
    warpscope_test_sanitizers(${owner})
    warpscope_test_compiler(${owner})
    target_precompile_headers(${owner} PRIVATE <gtest/gtest.h>)
    if(WARPSCOPE_TEST_COMPILER OR CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      target_precompile_headers(${owner} PRIVATE ${warpscope_common_headers})
    endif()
    if(CMAKE_BUILD_TYPE STREQUAL "Release")
      target_compile_options(${owner} PRIVATE -O0)
    endif()
  endif()
  set(${result} ${owner} PARENT_SCOPE)
endfunction()

# Options of test programs.
function(warpscope_test_options target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-O0>")
  endif()
  warpscope_test_sanitizers(${target})
  warpscope_test_compiler(${target})
  warpscope_headers_kind(kind ${target})
  warpscope_test_headers(owner ${kind})
  target_precompile_headers(${target} REUSE_FROM ${owner})
  target_compile_definitions(${target} PRIVATE
    WARPSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" WARPSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND WARPSCOPE_SANITIZE)
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)  # GCC 12 sees it in std::regex, with sanitizers only
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT WARPSCOPE_TEST_COMPILER)
    # GCC 12 sees copies beyond the end of short strings at -O1 that are not there.
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess;-Wno-array-bounds;-Wno-stringop-overflow>")
  endif()
endfunction()

# Test programs that link `target` take the inline functions of `library` (those of std::string above all) from there, not from their own
# objects, which are not optimised: of several the linker takes the first. A program then reads records in a third of the time.
function(warpscope_inline_functions_from library target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_link_options(${target} INTERFACE "SHELL:-Wl,--whole-archive $<TARGET_FILE:${library}> -Wl,--no-whole-archive")
  endif()
endfunction()

# warpscope_test(name SOURCES … LIBRARIES … SHARDS n PROPERTIES … ONLY …): a GoogleTest program that ctest runs as one test, or as n tests, each of
# which runs every n-th case, so that a long program does not keep one core busy while the others have nothing left to do. The properties
# are those of ctest's tests; COST is about how many seconds each takes, because ctest begins with the longest.
# A test is compiled and run by the release build and under the sanitizers, unless ONLY says where it can find something:
#   ONLY SANITIZERS  Functions that neither wait for nvcc nor run machine code that depends on the options: the sanitizers see all that the
#                    release build would, and more. That build has the test too, for ./test PATH, but neither builds nor runs it with all.
#   ONLY RELEASE     What is tested is a script, a tool of ours or another program's output, which sanitizers do not look into.
function(warpscope_test name)
  cmake_parse_arguments(ARG "" "SHARDS;ONLY" "SOURCES;LIBRARIES;PROPERTIES" ${ARGN})
  if(ARG_ONLY AND NOT ARG_ONLY MATCHES "^(SANITIZERS|RELEASE)$")
    message(FATAL_ERROR "${name}: ONLY is SANITIZERS or RELEASE, not ${ARG_ONLY}.")
  endif()
  set(is_left_out FALSE)
  if(ARG_ONLY STREQUAL "RELEASE" AND WARPSCOPE_SANITIZE)
    set(is_left_out TRUE)
  elseif(ARG_ONLY STREQUAL "SANITIZERS" AND NOT WARPSCOPE_SANITIZE)
    set(is_left_out TRUE)
  endif()
  warpscope_executable(${name} IS_TEST SOURCES ${ARG_SOURCES} LIBRARIES ${ARG_LIBRARIES} GTest::gtest GTest::gtest_main)
  warpscope_test_options(${name})
  if(is_left_out)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    set_property(GLOBAL APPEND PROPERTY warpscope_left_out_tests ${name})
    list(APPEND ARG_PROPERTIES LABELS left_out)
  endif()
  warpscope_test_entries(${name} "${ARG_SHARDS}" "${ARG_PROPERTIES}")
endfunction()

# What ctest runs of a GoogleTest program: "name", or "name_1_of_n" to "name_n_of_n". The JUnit file of each, which ./test counts, goes
# to build/<preset>/test-results/ under the same name.
function(warpscope_test_entries name shards properties)
  if(NOT shards)
    set(shards 1)
  endif()
  foreach(number RANGE 1 ${shards})
    set(entry ${name})
    if(shards GREATER 1)
      string(APPEND entry _${number}_of_${shards})
    endif()
    add_test(NAME ${entry} COMMAND ${name} "--gtest_output=xml:${CMAKE_BINARY_DIR}/test-results/${entry}.xml")
    math(EXPR index "${number} - 1")
    set_property(TEST ${entry} PROPERTY ENVIRONMENT GTEST_TOTAL_SHARDS=${shards} GTEST_SHARD_INDEX=${index})
    if(properties)
      set_tests_properties(${entry} PROPERTIES ${properties})
    endif()
  endforeach()
endfunction()

# Adds every sub-folder of the current folder that has a CMakeLists.txt, in alphabetical order.
function(warpscope_add_sub_folders)
  file(GLOB folders CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(file IN LISTS folders)
    get_filename_component(folder "${file}" DIRECTORY)
    add_subdirectory("${folder}")
  endforeach()
endfunction()
