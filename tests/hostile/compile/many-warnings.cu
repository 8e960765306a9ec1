// tries: floods the report with warnings
// exit: 7 3
// output: 800000
#define P _Pragma("message(\"w\")")
#define Q P P P P P P P P P P
#define R Q Q Q Q Q Q Q Q Q Q
R R R R R R R R R R
#include "exercise.h"
    void
    triple(const float*, float*, int) {
}
