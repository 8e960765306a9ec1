// Which C++ the library wants, said before the compiler meets what it does not know.
#pragma once

#if __cplusplus < 202002L
#error "warpscope::dma wants C++20: compile with nvcc -std=c++20. (kernels/cudadma is for C++17.)"
#endif
