// Part of each judge's module.
#include "labs/judge/module.h"

void warpscope_make_judge(std::unique_ptr<warpscope::judge::Judge>& judge) {
  judge = warpscope::judge::make_judge();
}
