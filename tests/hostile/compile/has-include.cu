// tries: asks which files the grader has
// exit: 7
#if __has_include("@PRIVATE@") || __has_include("@ROOT@/labs/template/reference.cu")
#error seen
#endif
#include "exercise.h"
void triple(const float*, float*, int) {}
