# warpscope_kernel_test(name PROGRAMS … TARGETS …): name.cpp runs the programs cuda/<program>.cu on the virtual GPU. Each is
# compiled to PTX for every target, e.g. 75 and 90, and is called <program>_<target>.
function(warpscope_kernel_test name)
  cmake_parse_arguments(ARG "" "" "PROGRAMS;TARGETS" ${ARGN})
  warpscope_cuda_programs_here()
  set(all "")
  foreach(program IN LISTS ARG_PROGRAMS)
    foreach(target IN LISTS ARG_TARGETS)
      set(executable kernels_${program}_${target})
      list(APPEND all ${executable})
      warpscope_cuda_program(${executable} SOURCES cuda/${program}.cu OPTIONS -lineinfo
        PROPERTIES CUDA_ARCHITECTURES ${target}-virtual OUTPUT_NAME cudart_${program}_${target})
      target_include_directories(${executable} PRIVATE "${CMAKE_SOURCE_DIR}")
    endforeach()
  endforeach()
  warpscope_test(${name} SOURCES ${name}.cpp LIBRARIES warpscope_program_run)
  add_dependencies(${name} ${all})
  target_compile_definitions(${name} PRIVATE WARPSCOPE_CUDA_PROGRAMS="${warpscope_cuda_programs_folder}")
endfunction()
