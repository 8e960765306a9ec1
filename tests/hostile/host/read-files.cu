// tries: prints whatever file it can read
// exit: 7
#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (const char* name :
       {"@ROOT@/labs/template/reference.cu", "@PRIVATE@", "/etc/passwd", "/proc/1/environ",
        "/proc/self/environ", "@ROOT@/labs/template/judge.cpp"}) {
    if (FILE* file = fopen(name, "r")) {
      char text[4096];
      while (fgets(text, sizeof text, file)) fputs(text, stdout);
      fclose(file);
    }
  }
}
