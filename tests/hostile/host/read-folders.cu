// tries: lists the folders around it
// exit: 7
#include <dirent.h>

#include <cstdio>

#include "exercise.h"

void triple(const float* in, float* out, int count) {
  for (const char* name : {"/", "/home", "/root", "/tmp", "@ROOT@", "/proc"})
    if (DIR* folder = opendir(name))
      while (const dirent* entry = readdir(folder)) puts(entry->d_name);
}
