# What `cmake --install` puts under a prefix, and the packages that CPack makes of it. runner/installation finds the parts by their places:
#   bin/                    the programs that people start
#   lib/warpscope/          the virtual GPU, cudart/ with the runtime libraries that programs under test load, and judges/ with the labs' judges
#   share/warpscope/        labs, slides, kernels, profiles and what fetches a CUDA compiler, as in the source tree
include(GNUInstallDirs)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the tests need not be built

install(TARGETS warpscope DESTINATION bin)
if(WARPSCOPE_VIEWER)
  install(TARGETS warpscope-viewer DESTINATION bin OPTIONAL)
endif()
install(TARGETS warpscope-device DESTINATION lib/warpscope)
foreach(width IN ITEMS avx2 avx512)  # ./run package builds both
  if(TARGET warpscope-device-${width})
    install(TARGETS warpscope-device-${width} DESTINATION lib/warpscope OPTIONAL)
  endif()
endforeach()
install(TARGETS warpscope_cudart warpscope_cudart12 warpscope_nvtx LIBRARY DESTINATION lib/warpscope/cudart)
if(TARGET warpscope_cupti)
  install(TARGETS warpscope_cupti LIBRARY DESTINATION lib/warpscope/cupti)
endif()
install(FILES "${CMAKE_BINARY_DIR}/lib/cudart/libnvToolsExt.so.1" DESTINATION lib/warpscope/cudart OPTIONAL)

get_property(judge_modules GLOBAL PROPERTY warpscope_judge_modules)
install(TARGETS ${judge_modules} LIBRARY DESTINATION lib/warpscope/judges)

set(share share/warpscope)
install(DIRECTORY labs/ DESTINATION ${share}/labs
  PATTERN CMakeLists.txt EXCLUDE PATTERN judge.cpp EXCLUDE PATTERN judge EXCLUDE PATTERN faults EXCLUDE)
install(DIRECTORY lab_protocol/ DESTINATION ${share}/lab_protocol PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY slides kernels DESTINATION ${share})
install(DIRECTORY notebooks DESTINATION ${share} PATTERN __pycache__ EXCLUDE PATTERN .ipynb_checkpoints EXCLUDE)
install(DIRECTORY arch/profiles DESTINATION ${share}/arch)
install(FILES setup/messages.sh setup/fetch-python.sh setup/fetch-cuda.sh setup/fetch-nvcc.sh setup/cuda-wheels.txt
  DESTINATION ${share}/setup)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME warpscope)
set(CPACK_PACKAGE_CONTACT "the authors of Warpscope")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA courseware that runs, is seen and is graded without a GPU")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # the shared libraries, as dpkg-shlibdeps finds them
# nvcc's host compiler; what fetches nvcc; the sandbox; what a window needs that is loaded at run time, and typefaces.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "bash, g++, python3, bubblewrap, libgl1-mesa-dri")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "python3-pip, ca-certificates, fonts-inter, fonts-jetbrains-mono")
include(CPack)
