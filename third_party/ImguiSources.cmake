# Checks that the source of one version of a library lies where we expect it.
function(warpscope_expect_version file pattern what)
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR
      "${what} is missing: there is no ${file}.\n"
      "Run ./run or ./test, which fetch the imgui-bundle ${WARPSCOPE_IMGUI_BUNDLE_VERSION} source distribution into "
      ".deps/, or unpack it yourself and set WARPSCOPE_IMGUI_BUNDLE to its folder. "
      "To build without the viewer, configure with -DWARPSCOPE_VIEWER=OFF.")
  endif()
  file(STRINGS "${file}" found REGEX "${pattern}" LIMIT_COUNT 1)
  if(NOT found)
    message(FATAL_ERROR
      "${file} is not the version of ${what} that Warpscope is written for. "
      "Delete the folder ${WARPSCOPE_IMGUI_BUNDLE} and run ./run again, which fetches version "
      "${WARPSCOPE_IMGUI_BUNDLE_VERSION} of imgui-bundle.")
  endif()
endfunction()

# Sets imgui_folder, implot_folder, editor_folder and test_engine_folder in the caller, or stops with the remedy.
function(warpscope_find_imgui_sources bundle)
  set(imgui "${bundle}/external/imgui/imgui")
  set(implot "${bundle}/external/implot/implot")
  set(editor "${bundle}/external/ImGuiColorTextEdit/ImGuiColorTextEdit")
  set(test_engine "${bundle}/external/imgui_test_engine/imgui_test_engine")
  warpscope_expect_version("${imgui}/imgui.h" "define IMGUI_VERSION_NUM +19280" "Dear ImGui 1.92.8")
  warpscope_expect_version("${imgui}/imgui.h" "define IMGUI_HAS_DOCK" "the docking branch of Dear ImGui")
  warpscope_expect_version("${implot}/implot.h" "define IMPLOT_VERSION_NUM +10100" "ImPlot 1.1")
  warpscope_expect_version("${editor}/TextEditor.h" "inline void SetLineDecorator" "the colour text editor by J. Goossens")
  if(WARPSCOPE_TESTS)
    warpscope_expect_version("${test_engine}/imgui_test_engine/imgui_te_engine.h" "ImGuiTestEngine_CreateContext"
                             "the Dear ImGui Test Engine")
  endif()
  set(imgui_folder "${imgui}" PARENT_SCOPE)
  set(implot_folder "${implot}" PARENT_SCOPE)
  set(editor_folder "${editor}" PARENT_SCOPE)
  set(test_engine_folder "${test_engine}" PARENT_SCOPE)
endfunction()
