# A static library of other people's sources that is compiled once for all builds: of the clone, of each preset, after `rm -r build`.
#
# warpscope_kept_library(name FOLDER folder KEY text SOURCES a.cpp … INCLUDES … DEFINITIONS … PRIVATE_DEFINITIONS … OPTIONS … LIBRARIES …)
#
# INCLUDES, DEFINITIONS and LIBRARIES are what users of the library get; OPTIONS and PRIVATE_DEFINITIONS are for its own sources. The finished
# library is copied to FOLDER, under a name that depends on KEY, the sources' names, all options and definitions, the compiler and its version.
# The next configuration that finds it there takes it. KEY says the version of the sources.
function(warpscope_kept_library name)
  cmake_parse_arguments(ARG "" "FOLDER;KEY" "SOURCES;INCLUDES;DEFINITIONS;PRIVATE_DEFINITIONS;OPTIONS;LIBRARIES" ${ARGN})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  string(SHA256 key "${ARG_KEY};${ARG_SOURCES};${ARG_INCLUDES};${ARG_DEFINITIONS};${ARG_PRIVATE_DEFINITIONS};${ARG_OPTIONS};${ARG_LIBRARIES};\
${CMAKE_CXX_COMPILER};${CMAKE_CXX_COMPILER_VERSION};${CMAKE_CXX_FLAGS};${CMAKE_CXX_FLAGS_${type}};${CMAKE_BUILD_TYPE};${CMAKE_CXX_STANDARD};\
${CMAKE_POSITION_INDEPENDENT_CODE};${CMAKE_SYSTEM_PROCESSOR}")
  string(SUBSTRING ${key} 0 16 key)
  set(kept "${ARG_FOLDER}/${name}-${key}.a")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${kept}")  # when it goes away it is compiled again
  if(EXISTS "${kept}")
    add_library(${name} STATIC IMPORTED GLOBAL)
    set_target_properties(${name} PROPERTIES IMPORTED_LOCATION "${kept}")
    set(visible INTERFACE)
  else()
    add_library(${name} STATIC ${ARG_SOURCES})
    target_compile_definitions(${name} PRIVATE ${ARG_PRIVATE_DEFINITIONS})
    target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
    # At once or not at all: another build may look for it.
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${ARG_FOLDER}"
      COMMAND "${CMAKE_COMMAND}" -E copy $<TARGET_FILE:${name}> "${kept}.new"
      COMMAND "${CMAKE_COMMAND}" -E rename "${kept}.new" "${kept}"
      VERBATIM)
    set(visible PUBLIC)
  endif()
  target_include_directories(${name} SYSTEM ${visible} ${ARG_INCLUDES})
  target_compile_definitions(${name} ${visible} ${ARG_DEFINITIONS})
  target_link_libraries(${name} ${visible} ${ARG_LIBRARIES})
endfunction()
