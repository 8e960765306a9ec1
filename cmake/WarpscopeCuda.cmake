# CUDA as a CMake language, for test programs. The virtual GPU needs PTX, so that is all we build.
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  message(FATAL_ERROR "No CUDA compiler found. Run ./run or ./test, which install one, or set CUDACXX to an nvcc of CUDA 13.0 or newer.")
endif()
file(STRINGS "${CMAKE_SOURCE_DIR}/arch/profiles/h200.toml" capability REGEX "^compute_capability")
string(REGEX REPLACE "^[^\"]*\"([0-9]+)\\.([0-9])\".*" "\\1\\2-virtual" CMAKE_CUDA_ARCHITECTURES "${capability}")
set(CMAKE_CUDA_RUNTIME_LIBRARY Shared)
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_FLAGS_RELEASE "-O0 -DNDEBUG")  # of the host code of test programs, which are compiled more often than run
# <cmath> includes libstdc++'s special functions of C++17, a quarter of the text that nvcc reads of its own headers, and no program here
# calls one: their header is taken for read.
string(APPEND CMAKE_CUDA_FLAGS " -D_GLIBCXX_BITS_SPECFUN_H=1")
enable_language(CUDA)
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25.1 does not know that nvcc has C++20
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
if(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 13.0)
  message(FATAL_ERROR "CUDA ${CMAKE_CUDA_COMPILER_VERSION} is too old; Warpscope needs CUDA 13.0 or newer. Remove it from PATH or set CUDACXX to a newer nvcc.")
endif()

# Sanitizers look into our own code, not into the CUDA programs that tests run: a build with sanitizers takes those of another build.
set(WARPSCOPE_CUDA_PROGRAMS_FROM "" CACHE PATH "A build folder whose CUDA test programs are taken instead of compiling them again")

# Sets warpscope_cuda_programs_folder, where warpscope_cuda_program puts (or finds) the programs of the current folder.
macro(warpscope_cuda_programs_here)
  set(warpscope_cuda_programs_folder "${CMAKE_CURRENT_BINARY_DIR}/programs")
  if(WARPSCOPE_CUDA_PROGRAMS_FROM)
    file(RELATIVE_PATH warpscope_folder_in_build "${CMAKE_BINARY_DIR}" "${warpscope_cuda_programs_folder}")
    set(warpscope_cuda_programs_folder "${WARPSCOPE_CUDA_PROGRAMS_FROM}/${warpscope_folder_in_build}")
  endif()
endmacro()

# warpscope_cuda_program(name SOURCES a.cu … OPTIONS … LIBRARIES … PROPERTIES …): a CUDA program that a test runs on the virtual GPU, linked with
# the shared runtime; the toolkit's must not be found before ours.
function(warpscope_cuda_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;OPTIONS;PROPERTIES;LIBRARIES" ${ARGN})
  if(WARPSCOPE_CUDA_PROGRAMS_FROM)
    add_custom_target(${name} COMMAND test -x "${warpscope_cuda_programs_folder}/${name}"
      COMMENT "Looking for ${name}, which the release preset builds" VERBATIM)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES
    CUDA_RUNTIME_LIBRARY Shared
    SKIP_BUILD_RPATH ON
    RUNTIME_OUTPUT_DIRECTORY "${warpscope_cuda_programs_folder}"
    ${ARG_PROPERTIES})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
endfunction()
