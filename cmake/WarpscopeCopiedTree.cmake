# A build folder that was copied with its tree (cp -r) names the old tree's sources, and would build those without a word. What a build does
# first is therefore to look where it runs. Commands begin with "cd" to the folder that CMake knew, and the shell keeps where it came
# from in OLDPWD.
set(warpscope_refusal "${CMAKE_CURRENT_LIST_DIR}/refuse_copied_tree.cmake")
add_custom_target(warpscope_tree_is_not_copied
  COMMAND sh -c "exec \"$0\" -D \"HERE=$OLDPWD\" -D \"MADE_IN=$1\" -D \"MADE_FOR=$2\" -P \"$3\""
          "${CMAKE_COMMAND}" "${CMAKE_BINARY_DIR}" "${CMAKE_SOURCE_DIR}" "${warpscope_refusal}"
  WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
  COMMENT "Looking whether this build folder is where it was made" VERBATIM)

# The copy may find itself out of date, and then configures the old tree first.
if(EXISTS /proc/self/cwd)
  file(READ_SYMLINK /proc/self/cwd HERE)
  set(MADE_IN "${CMAKE_BINARY_DIR}")
  set(MADE_FOR "${CMAKE_SOURCE_DIR}")
  include("${warpscope_refusal}")
endif()

# Builds the target only in the folder that CMake has configured.
function(warpscope_refuse_copied_tree target)
  add_dependencies(${target} warpscope_tree_is_not_copied)
endfunction()
