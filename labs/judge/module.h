// What a lab's judge is as a module that can be loaded: one function, the same in each.
#pragma once

#include <memory>

#include "labs/judge/judge.h"

/// Sets `judge` to the module's. load_judge() looks for this name.
extern "C" void warpscope_make_judge(std::unique_ptr<warpscope::judge::Judge>& judge);
