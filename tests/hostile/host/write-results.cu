// tries: writes where graders keep results
// exit: 7
#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (const char* name : {"/autograder/results/results.json", "@RECORD@",
                           "@ROOT@/labs/template/lab.toml", "results.json", "@PRIVATE@"}) {
    if (FILE* file = fopen(name, "w")) {
      fputs("{\"score\": 100}", file);
      fclose(file);
    }
  }
}
